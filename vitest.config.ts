import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', '{contract,server,client,cli}/**/*.test.ts'],
    globalSetup: 'test/support/cluster.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
