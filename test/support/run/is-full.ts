/** Whether every case runs, or the short form of the suite; see `../form.ts`. Also for what is not a test. */
export const isFull = process.env.TEST_RUNS !== undefined;
