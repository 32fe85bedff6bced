/** Rows are written as they are: they fit only the tables of the release that exported them. */
export function refuseOtherRelease(there: readonly string[], here: readonly string[]): void {
  const onlyThere = there.filter((name) => !here.includes(name)).toSorted();
  const onlyHere = here.filter((name) => !there.includes(name)).toSorted();
  const upgrade = 'and end its upgrade with "muster migrate --finish"';
  if (onlyThere.length > 0) {
    throw new Error(
      `The archive comes from a later release, which has applied ${onlyThere.at(-1)}: install that release here, ${upgrade}, and import the archive again.`,
    );
  }
  if (onlyHere.length > 0) {
    throw new Error(
      `The archive comes from an earlier release, without ${onlyHere.at(-1)}: install this release there, ${upgrade}, and export the account again.`,
    );
  }
}
