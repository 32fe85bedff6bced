import { expect, test } from 'vitest';
import { parallelProven, provenBy } from './breaker.ts';

/** How many requests may run at once after results that took so long. */
const after = (count: number, durationMs: number): number => parallelProven(count * provenBy(durationMs));

test('a short backlog goes to a quick receiver a few at a time, and a long one at full speed', () => {
  expect([0, 40, 100, 500].map((count) => after(count, 5))).toEqual([3, 3, 5, 13]);
});

test('a slow receiver gets more at once after a few results', () => {
  expect([0, 2, 14].map((count) => after(count, 200))).toEqual([3, 4, 10]);
});
