/**
 * The tests of a product: many subjects (resources, filters), each with the same many facets. Subjects share most of their
 * code, so `npm test` tries each facet with every third subject, and each subject with every third facet: any three
 * neighbours are tried with all of them. `npm run test:full` tries the whole product, and `TEST_THIRD=1` or `2` another
 * third. `test/facets.test.ts` shows that nothing is left out of all three.
 */
import { test } from 'vitest';
import { isFull } from './run/is-full.ts';

const share = 3;
/** Fixed, so that every run tries the same. */
const third = Number(process.env.TEST_THIRD ?? 0);

export const isTried = (subject: number, facet: number, chosen = third): boolean =>
  (subject + facet) % share === chosen % share;

interface Facet {
  (name: string, body: () => unknown, timeoutMs?: number): void;
  /** Each case is a facet. */
  each<Case>(cases: readonly Case[]): (name: string, body: (one: Case) => unknown, timeoutMs?: number) => void;
  /** A facet that only some subjects have. */
  runIf(isPresent: boolean): (name: string, body: () => unknown, timeoutMs?: number) => void;
}

/** Declares the tests of one subject. A subject needs three facets that all subjects have, or it may be left with none. */
export function facetsOf<Subject>(subjects: readonly Subject[], subject: Subject): Facet {
  const place = subjects.indexOf(subject);
  if (place === -1) throw new Error('This subject is none of those that share the facets.');
  let declared = 0;
  const next = (): number => {
    declared += 1;
    return declared - 1;
  };
  const isChosen = (facet: number): boolean => isFull || subjects.length < share || isTried(place, facet);
  const declare = (name: string, body: () => unknown, timeoutMs?: number): void => {
    if (isChosen(next())) test(name, () => body() as Promise<void>, timeoutMs);
  };
  return Object.assign(declare, {
    each:
      <Case>(cases: readonly Case[]) =>
      (name: string, body: (one: Case) => unknown, timeoutMs?: number): void => {
        const first = next();
        const chosen = cases.filter((_, index) => isChosen(first + index));
        if (chosen.length > 0) test.each(chosen)(name, (one) => body(one as Case) as Promise<void>, timeoutMs);
      },
    runIf: (isPresent: boolean) => (isPresent ? declare : () => next()),
  });
}

/** Every third of many subjects that have a single facet. */
export const thirdOf = <Subject>(subjects: readonly Subject[]): Subject[] =>
  subjects.filter((_, place) => isFull || subjects.length < share || isTried(place, 0));

/** The cases of a table that one subject is tried with. */
export const casesOf = <Subject, Case>(
  subjects: readonly Subject[],
  subject: Subject,
  cases: readonly Case[],
): Case[] => cases.filter((_, index) => isFull || isTried(subjects.indexOf(subject), index));
