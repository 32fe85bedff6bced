import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sharedRetry } from './shared-retry.ts';

const waiters = 20;

/** Each tries until the database is back; returns how often all of them have tried together. */
async function triesUntilBack(awayMs: number): Promise<number> {
  const retries = sharedRetry();
  const backAtMs = performance.now() + awayMs;
  let tries = 0;
  const insist = async () => {
    const retry = retries.begin();
    for (;;) {
      tries += 1;
      if (performance.now() >= backAtMs) break;
      await retry.untilNextTry();
    }
    retry.end();
  };
  await Promise.all(Array.from({ length: waiters }, insist));
  return tries;
}

test('many who wait for the database try no more often than one would, and go on together when it is back', async () => {
  const startedMs = performance.now();
  const tries = await triesUntilBack(500);
  expect(performance.now() - startedMs).toBeLessThan(900);
  // The first try of each, the tries of the first, and the last one of each.
  expect(tries).toBeLessThanOrEqual(waiters + 500 / 25 + waiters);
});

test('who gives up lets another one try', async () => {
  const retries = sharedRetry();
  const [one, other] = [retries.begin(), retries.begin()];
  await one.untilNextTry();
  const waiting = other.untilNextTry();
  one.end();
  await waiting;
  const startedMs = performance.now();
  await other.untilNextTry();
  expect(performance.now() - startedMs).toBeLessThan(900);
  other.end();
});

test('a first one that hangs does not hold the others back', async () => {
  const retries = sharedRetry();
  const [one, other] = [retries.begin(), retries.begin()];
  await one.untilNextTry();
  const outcome = await Promise.race([other.untilNextTry().then(() => 'tried'), pause(5000, 'waits')]);
  expect(outcome).toBe('tried');
});
