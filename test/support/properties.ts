/**
 * How often a property is tried. By default a costly one is tried for some seconds, with other cases in every run.
 * `npm run test:full` (`TEST_RUNS=1`) tries all cases of each, and `npm run test:long` (`TEST_RUNS=10`) ten times as many.
 */
import fc, { type Plugin } from 'fast-check';
import { isFull } from './run/is-full.ts';

const factor = Number(process.env.TEST_RUNS ?? 1);
/** For a machine so busy that all cases take longer than anybody waits: the rest is left out, and what was tried counts. */
const longestMs = 90_000 * factor;

/** The time limit of a test that tries a property: longer than the budget, by more than one case takes. */
export const propertyMs = longestMs + 30_000 * factor;

/** Every case; in the short form a tenth of them. */
export const runs = (count: number) => runsWithin(longestMs, isFull ? count : Math.ceil(count / 10));

/** As many cases as there is time for, and at least one; every case in the full form. */
export const runsWithin = (budgetMs: number, count: number) => ({
  numRuns: count * factor,
  plugins: [stopAfter(isFull ? longestMs : budgetMs)],
});

/** Between two cases: fast-check's own plugin leaves a case running, whose requests meet the next test. */
function stopAfter(budgetMs: number): Plugin<unknown> {
  return () => {
    const endsAtMs = performance.now() + budgetMs;
    let isFirst = true;
    return {
      decorateRun: (tryCase) => (value) => {
        if (!isFirst && performance.now() >= endsAtMs) return new fc.PreconditionFailure(true);
        isFirst = false;
        return tryCase(value);
      },
    };
  };
}
