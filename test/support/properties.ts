/**
 * How often a property is tried. `TEST_RUNS=10 npx vitest run …` tries ten times as many cases in ten times the
 * time, for a night. By default every case is tried; on a machine so busy that they take longer than the budget, the rest
 * is left out, and what was tried counts.
 */
import fc from 'fast-check';

const factor = Number(process.env.TEST_RUNS ?? 1);
const budgetMs = 90_000 * factor;

/** The time limit of a test that tries a property: longer than the budget, by more than one case takes. */
export const propertyMs = budgetMs + 30_000 * factor;

export const runs = (count: number) => ({
  numRuns: count * factor,
  plugins: [fc.interruptAfterTimeLimit(budgetMs)],
});
