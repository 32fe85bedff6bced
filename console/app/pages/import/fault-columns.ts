/** Where an error of a row is shown: at the column of its member, or at one of the same reference. Pure. */

/** `department.id` is wrong if the column `department.name` names nobody; null if no column is about it. */
export function columnOfFault(fault: string, paths: readonly (string | null)[]): number | null {
  const exact = paths.indexOf(fault);
  if (exact !== -1) return exact;
  const near = paths.findIndex(
    (path) => path !== null && (isAbove(fault, path) || isAbove(path, fault) || isSibling(path, fault)),
  );
  return near === -1 ? null : near;
}

const isAbove = (one: string, other: string): boolean => other.startsWith(`${one}.`);

const ways = /\.(id|remoteId|name|title)$/;

const isSibling = (one: string, other: string): boolean =>
  ways.test(one) && ways.test(other) && one.replace(ways, '') === other.replace(ways, '');
