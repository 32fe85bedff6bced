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
