import { defineConfig } from 'vitest/config';
import { isFull } from './test/support/run/is-full.ts';
import { slowestFiles } from './test/support/run/slowest-files.ts';
import { SlowestFirst } from './test/support/run/slowest-first.ts';

/** What measures time or memory, within narrow limits, has the machine to itself, after everything else. */
const alone = ['test/**/*.alone.test.ts'];
/** What waits, for limits to pass or for frozen processes to be missed, waits together, on a machine that is idle otherwise. */
const waiting = ['test/**/*.waits.test.ts'];

/** What takes a minute, and has a shorter form in another file, runs only in the full form of the suite. */
const long = ['test/**/*.long.test.ts'];

/** A named database may be a Citus, where each statement visits two servers. */
const patience = process.env.MUSTER_TEST_DATABASE_URL ? 4 : 1;

export default defineConfig({
  test: {
    globalSetup: 'test/support/cluster.ts',
    setupFiles: 'test/support/each-file.ts',
    reporters: ['default', slowestFiles()],
    sequence: { sequencer: SlowestFirst },
    testTimeout: 30_000 * patience,
    hookTimeout: 60_000 * patience,
    // What is waited for comes soon, or not at all; a busy machine is no reason to fail.
    expect: { poll: { timeout: 10_000 * patience } },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts', '{contract,server,demo,client,cli,console}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'test/console/**', ...alone, ...waiting, ...long],
          // Files share the modules of their worker, which are loaded once: what a module keeps is seen by no test.
          isolate: false,
          // Most of what a request allocates is garbage when it ends: with more room, less of it is copied.
          execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
          // More than cores: much of the time is spent waiting, for PostgreSQL and for workers that look once a second.
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'console',
          include: ['test/console/**/*.test.ts'],
          exclude: [...alone, ...long],
          globalSetup: 'test/support/console/console-setup.ts',
          isolate: false,
          // A story is many steps, each as patient as a test elsewhere.
          testTimeout: 60_000,
          // Two stories at a time, in contexts of one browser; likewise two pages of `every-state.test.ts`.
          maxWorkers: 2,
          maxConcurrency: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'waiting', include: waiting, isolate: false, maxWorkers: 8, sequence: { groupOrder: 2 } },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, isolate: false, maxWorkers: 1, sequence: { groupOrder: 3 } },
      },
      {
        extends: true,
        test: { name: 'long', include: isFull ? long : [], isolate: false, maxWorkers: 2, sequence: { groupOrder: 4 } },
      },
    ],
  },
});
