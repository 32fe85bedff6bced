/**
 * The two forms of the suite. `npm test` runs the short one; `npm run test:full` runs every case, for a night or before a
 * release. What is left out is fixed, so that a failure is found again. docs/decisions/0090 says what is left out.
 */
import { test } from 'vitest';
import { isFull } from './run/is-full.ts';

export { isFull } from './run/is-full.ts';

/** A case that only the full form runs; others in its file show the same in less time. It counts as skipped. */
export const inFull = test.runIf(isFull);

export const inForm = <Value>({ short, full }: { readonly short: Value; readonly full: Value }): Value =>
  isFull ? full : short;

/**
 * One in `share`, from the one at `first` on, and at least one; all in the full form. A file that loops over the same
 * subjects as others begins elsewhere than they do, so that together they leave out no subject.
 */
export const oneIn = <Subject>(share: number, subjects: readonly Subject[], first = 0): readonly Subject[] =>
  isFull ? subjects : partOf(share, subjects, first);

/** What the short form takes, in any form. */
export const partOf = <Subject>(share: number, subjects: readonly Subject[], first: number): readonly Subject[] =>
  subjects.filter((_, place) => place % share === first % Math.min(share, subjects.length));
