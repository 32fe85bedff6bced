/** What `npm test` tries of a product leaves out no subject and no facet, and its three thirds leave out nothing. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTried } from './support/facets.ts';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const counts = fc.integer({ min: 3, max: 60 });
const thirds = [0, 1, 2];

test('each facet is tried with some subject, and each subject with some facet', () => {
  fc.assert(
    fc.property(counts, counts, fc.constantFrom(...thirds), (subjects, facets, chosen) => {
      const tried = upTo(subjects).map((subject) => upTo(facets).filter((facet) => isTried(subject, facet, chosen)));
      expect(tried.every((some) => some.length > 0)).toBe(true);
      expect(new Set(tried.flat()).size).toBe(facets);
    }),
  );
});

test('any three subjects in a row are tried with every facet', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.nat(100), fc.constantFrom(...thirds), (first, facet, chosen) => {
      expect([first, first + 1, first + 2].filter((subject) => isTried(subject, facet, chosen))).toHaveLength(1);
    }),
  );
});

test('each pair of a subject and a facet is tried by exactly one of the three thirds', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.nat(100), (subject, facet) => {
      expect(thirds.filter((chosen) => isTried(subject, facet, chosen))).toHaveLength(1);
    }),
  );
});
