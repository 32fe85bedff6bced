/** Requests of one caller that come to several processes. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { countsOfAll, type SharedCounter, sharedCounter } from './request-counts.ts';

/** Messages arrive after some time, as between processes. */
function processes(count: number, nowMs: () => number) {
  const primary = countsOfAll(() => new Date(nowMs()));
  return Array.from({ length: count }, () => {
    const counter: SharedCounter = sharedCounter((counts) => {
      setImmediate(() => {
        const counted = primary(counts);
        setImmediate(() => counter.counted(counted));
      });
    });
    return counter;
  });
}

test.each([5, 60, 1000])('a quota of %i is used up exactly once', async (quota) => {
  const all = processes(3, () => 0);
  let admitted = 0;
  for (let request = 0; request < 2 * quota; request += 1) {
    const { used } = (await all[request % all.length]?.add('caller', quota, 0)) ?? { used: Number.NaN };
    if (used <= quota) admitted += 1;
    // Far fewer than a quarter of the quota arrive between two reports.
    if (request % 20 === 0) await pause(25);
  }
  expect(admitted).toBe(quota);
});

test('requests at the same moment get a number each, and other callers have their own', async () => {
  const [one, other] = processes(2, () => 0) as [SharedCounter, SharedCounter];
  const counted = await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 ? one : other).add('caller', 50, 0)));
  expect(counted.map(({ used }) => used).sort((left, right) => left - right)).toEqual(counted.map((_, at) => at + 1));
  expect(await one.add('another', 50, 0)).toMatchObject({ used: 1 });
});

test('all processes begin a new window when the minute is over', async () => {
  let nowMs = 0;
  const [one, other] = processes(2, () => nowMs) as [SharedCounter, SharedCounter];
  expect(await one.add('caller', 1, nowMs)).toMatchObject({ used: 1, endsAtMs: 60_000 });
  expect(await other.add('caller', 1, nowMs)).toMatchObject({ used: 2, endsAtMs: 60_000 });
  nowMs = 60_000;
  expect(await other.add('caller', 1, nowMs)).toMatchObject({ used: 1, endsAtMs: 120_000 });
  expect(await one.add('caller', 1, nowMs)).toMatchObject({ used: 2, endsAtMs: 120_000 });
});
