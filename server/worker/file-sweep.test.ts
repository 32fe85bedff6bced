import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFileSweep } from './file-sweep.ts';

const hourMs = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('the storage is listed once a day, and first within the second hour of a process', async () => {
  let started = 0;
  const sweep = startFileSweep({
    // Each kind of removal asks for the clock first. It is not trusted, so nothing else is touched.
    isClockTrusted: async () => {
      started += 1;
      return false;
    },
    ...({} as Pick<Parameters<typeof startFileSweep>[0], 'database' | 'files' | 'checkStorage'>),
    now: () => new Date(),
    onChange: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  const startedAfter = async (hours: number): Promise<number> => {
    await vi.advanceTimersByTimeAsync(hours * hourMs);
    return started;
  };
  // Two kinds each hour, and two more once a day.
  expect(await startedAfter(0)).toBe(2);
  expect(await startedAfter(1)).toBe(6);
  expect(await startedAfter(23)).toBe(6 + 2 * 23);
  expect(await startedAfter(1)).toBe(6 + 2 * 24 + 2);
  await sweep.stop();
});
