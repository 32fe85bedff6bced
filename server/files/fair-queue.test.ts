import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Problem } from '../problem.ts';
import { fairQueue } from './fair-queue.ts';

const patient = { atOnceMax: 2, waitingMax: 100, waitMs: 10_000 };

test('no more than the allowed number go on at once, and all get through', async () => {
  const narrow = fairQueue(patient);
  let underWay = 0;
  let most = 0;
  const work = async (result: number) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await delay(1);
    underWay -= 1;
    return result;
  };
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  expect(await Promise.all(numbers.map((number) => narrow.pass('a', () => work(number))))).toEqual(numbers);
  expect(most).toBe(2);
});

test('owners take turns, and each is served in the order of arrival', async () => {
  const narrow = fairQueue({ ...patient, atOnceMax: 1 });
  const served: string[] = [];
  const pass = (owner: string, name: string) =>
    narrow.pass(owner, async () => {
      await delay(1);
      served.push(name);
    });
  const crowd = [1, 2, 3, 4, 5].map((number) => pass('a', `a${number}`));
  await Promise.all([...crowd, pass('b', 'b1'), pass('b', 'b2'), pass('c', 'c1')]);
  expect(served).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5']);
});

test('one owner leaves a place for others, however many it brings', async () => {
  const narrow = fairQueue({ ...patient, atOnceMax: 4 });
  const held = Promise.withResolvers<void>();
  let underWay = 0;
  const crowd = Array.from({ length: 10 }, () =>
    narrow.pass('a', () => {
      underWay += 1;
      return held.promise;
    }),
  );
  expect(await narrow.pass('b', async () => 'through')).toBe('through');
  expect(underWay).toBe(3);
  held.resolve();
  await Promise.all(crowd);
  expect(underWay).toBe(10);
});

test('a work that fails makes room like any other', async () => {
  const narrow = fairQueue({ ...patient, atOnceMax: 1 });
  const failing = narrow.pass('a', async () => {
    throw new Error('lost');
  });
  await expect(failing).rejects.toThrow('lost');
  expect(await narrow.pass('a', async () => 'through')).toBe('through');
});

test('a request that finds too many waiting, or waits too long, is asked to retry', async () => {
  const narrow = fairQueue({ atOnceMax: 1, waitingMax: 1, waitMs: 30 });
  const held = Promise.withResolvers<void>();
  const first = narrow.pass('a', () => held.promise);
  let isServed = false;
  const second = narrow.pass('b', async () => {
    isServed = true;
  });
  const tooMany = expect.objectContaining({ kind: 'too-many-requests', headers: { 'retry-after': '1' } });
  await expect(narrow.pass('c', async () => undefined)).rejects.toEqual(tooMany);
  await expect(second).rejects.toBeInstanceOf(Problem);
  held.resolve();
  await first;
  expect(isServed).toBe(false);
  expect(await narrow.pass('d', async () => 'through')).toBe('through');
});
