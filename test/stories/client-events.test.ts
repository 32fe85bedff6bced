import { EventsExpiredError, type MusterEvent } from '@muster/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { musterOf, type Seen } from '../support/muster.ts';
import { type TestService, testService } from '../support/service.ts';

let service: TestService;
let seen: Seen;
let accounts = 0;

beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  accounts += 1;
  seen = await musterOf(service, await service.openAccount(`acme${'x'.repeat(accounts)}`));
});

const nameOf = (event: MusterEvent) => event.data.name;

async function create(...names: string[]): Promise<void> {
  for (const name of names) await seen.muster.taxonomies.create({ name });
  await service.publisher.publishAll();
}

/** Takes so many events, and then leaves the loop. */
async function take(count: number, events: AsyncIterable<MusterEvent>): Promise<MusterEvent[]> {
  const taken: MusterEvent[] = [];
  for await (const event of events) {
    taken.push(event);
    if (taken.length === count) break;
  }
  return taken;
}

test('events written meanwhile are seen, in the order of id, each once', async () => {
  await create('before');
  const [last] = await take(1, seen.muster.events.follow({ from: 'oldest' }));
  const following = take(4, seen.muster.events.follow({ afterId: last?.id ?? '', pollMs: 20 }));
  await create('one', 'two');
  await new Promise((resolve) => setTimeout(resolve, 60));
  await create('three', 'four');
  const events = await following;
  expect(events.map(nameOf)).toEqual(['one', 'two', 'three', 'four']);
  expect(events.map(({ id }) => Number(id))).toEqual([2, 3, 4, 5]);
});

test('without a position, only what comes after the beginning is seen', async () => {
  await create('before');
  const events = seen.muster.events.follow({ pollMs: 20 })[Symbol.asyncIterator]();
  const first = events.next();
  // The position is known when the second request goes out.
  const asked = () => seen.sent.filter((request) => request === 'GET /svc-api/events').length;
  while (asked() < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await create('after');
  expect(nameOf((await first).value as MusterEvent)).toBe('after');
  await events.return?.();
});

test('an empty log is followed from its first event', async () => {
  const following = take(1, seen.muster.events.follow({ pollMs: 20 }));
  await new Promise((resolve) => setTimeout(resolve, 60));
  await create('first');
  expect((await following).map(nameOf)).toEqual(['first']);
});

test('filters narrow what is followed, and the position is one of theirs', async () => {
  await create('one');
  const { items } = await seen.muster.taxonomies.page();
  const filters = { topic: 'taxonomy.updated' };
  await seen.muster.taxonomies.update(items[0]?.id ?? '', { name: 'two' });
  await create('three');
  await seen.muster.taxonomies.update(items[0]?.id ?? '', { name: 'four' });
  await service.publisher.publishAll();
  const [first] = await take(1, seen.muster.events.follow({ from: 'oldest', filters }));
  expect(first?.previousAttributes).toEqual({ name: 'one' });
  const [second] = await take(1, seen.muster.events.follow({ afterId: first?.id ?? '', filters }));
  expect(second?.previousAttributes).toEqual({ name: 'two' });
});

test.each(['0', '999'])('a position that is not there (%s) is told', async (afterId) => {
  await create('one');
  const error = await take(1, seen.muster.events.follow({ afterId })).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(EventsExpiredError);
  expect(error).toMatchObject({ afterId });
});

test('following ends with the reason of its signal, also while it waits', async () => {
  await create('one');
  const controller = new AbortController();
  const reason = new Error('enough');
  const following = take(5, seen.muster.events.follow({ pollMs: 60_000, signal: controller.signal }));
  setTimeout(() => controller.abort(reason), 100);
  await expect(following).rejects.toBe(reason);
});

test('at the end of the log it is polled at the given interval', async () => {
  const waitsMs: number[] = [];
  const { muster } = await musterOf(service, await service.openAccount('patient'), {
    sleep: async (ms) => {
      waitsMs.push(ms);
      if (waitsMs.length === 3) throw new Error('enough');
    },
  });
  await expect(take(1, muster.events.follow())).rejects.toThrow('enough');
  expect(waitsMs).toEqual([2000, 2000, 2000]);
});
