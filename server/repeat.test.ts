import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { repeat } from './repeat.ts';

test('slow work never runs twice at once, and a stop waits for its end', async () => {
  let [underWay, most, done] = [0, 0, 0];
  const work = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await pause(20);
    underWay -= 1;
    done += 1;
  };
  const repeated = repeat(1, work, () => undefined);
  await Promise.all([repeated.run(), repeated.run()]);
  expect(done).toBe(1);
  while (underWay === 0) await pause(1);
  await repeated.stop();
  expect([underWay, most, done]).toEqual([0, 1, 2]);
  await pause(10);
  expect(done).toBe(2);
});

test('a failure is reported, and the work is repeated', async () => {
  const failures: unknown[] = [];
  const fail = () => {
    throw new Error('no');
  };
  const repeated = repeat(1, fail, (error) => failures.push(error));
  while (failures.length < 2) await pause(1);
  await repeated.stop();
  expect(String(failures[0])).toBe('Error: no');
});

test('repetitions of one period come together', async () => {
  const times: number[][] = [[], []];
  const note = (which: number) => async () => void times[which]?.push(performance.now());
  const first = repeat(100, note(0), () => undefined);
  await pause(37);
  const second = repeat(100, note(1), () => undefined);
  while (times.some(({ length }) => length < 3)) await pause(5);
  await Promise.all([first.stop(), second.stop()]);
  const [early = [], late = []] = times;
  for (const at of late.slice(0, 2)) expect(Math.min(...early.map((other) => Math.abs(other - at)))).toBeLessThan(30);
  for (const [index, at] of early.slice(1).entries()) expect(at - (early[index] ?? 0)).toBeGreaterThan(50);
});
