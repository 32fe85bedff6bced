import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type GatheringOptions, gathering } from './gathering.ts';

function scene(more: Partial<GatheringOptions<string, string>> = {}) {
  const done: string[][] = [];
  const ends: (() => void)[] = [];
  const doing = (works: readonly string[]): Promise<void> => {
    done.push([...works]);
    return new Promise((resolve) => ends.push(resolve));
  };
  const gather = gathering<string, string>({
    together: async (works) => {
      await doing(works);
      return works.map((work) => (work === 'wrong' ? new Error('is refused') : work));
    },
    aloneMax: 2,
    heldMs: 60_000,
    sizeMax: 3,
    ...more,
  });
  const add = (work: string, group = 'one') =>
    gather(group, work, async () => {
      await doing([work]);
      return work;
    });
  return { add, done, end: (index: number) => ends[index]?.() };
}

test('few are done at once, and the next ones together when only one of those is left', async () => {
  const { add, done, end } = scene();
  const results = ['first', 'second', 'third', 'wrong', 'fifth'].map((work) => add(work));
  const other = add('of another', 'other');
  expect(done).toEqual([['first'], ['second'], ['of another']]);
  end(0);
  await results[0];
  expect(done.slice(3)).toEqual([['third', 'wrong', 'fifth']]);
  for (const index of [1, 2, 3]) end(index);
  await expect(results[3]).rejects.toThrow('is refused');
  expect(await Promise.all([results[1], results[2], results[4], other])).toEqual([
    'second',
    'third',
    'fifth',
    'of another',
  ]);
  const next = add('next');
  expect(done.at(-1)).toEqual(['next']);
  end(4);
  expect(await next).toBe('next');
});

test('a batch has a largest size', async () => {
  const { add, done, end } = scene({ aloneMax: 1 });
  const first = add('first');
  for (const work of ['a', 'b', 'c', 'd']) void add(work);
  end(0);
  await first;
  expect(done).toEqual([['first'], ['a', 'b', 'c'], ['d']]);
});

test('those that hang hold up others only for a moment, and later ones not at all', async () => {
  const { add, done } = scene({ heldMs: 20 });
  for (const work of ['hanging', 'hanging too', 'third']) void add(work);
  await delay(600);
  void add('fourth');
  expect(done).toEqual([['hanging'], ['hanging too'], ['third'], ['fourth']]);
});
