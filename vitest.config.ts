import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', '{contract,server,client,cli}/**/*.test.ts'],
    globalSetup: 'test/support/cluster.ts',
    // A test waits for its service and its database most of the time: two files at once take two thirds of the time.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
