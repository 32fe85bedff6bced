import { EventsExpiredError, type Fed, type MusterEvent } from '@muster/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inFull } from '../../support/form.ts';
import { musterOf, musterWith, type Seen } from '../../support/muster.ts';
import { type TestService, testService } from '../../support/service.ts';

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

/** Takes this many events and leaves the loop. */
async function take(count: number, events: AsyncIterable<MusterEvent>): Promise<MusterEvent[]> {
  const taken: MusterEvent[] = [];
  for await (const event of events) {
    taken.push(event);
    if (taken.length === count) break;
  }
  return taken;
}

async function taken(count: number, fed: AsyncIterable<Fed>): Promise<Fed[]> {
  const all: Fed[] = [];
  for await (const one of fed) {
    all.push(one);
    if (all.length === count) break;
  }
  return all;
}

/** Removes everything published so far; earlier tokens expire too. */
async function expired(): Promise<void> {
  service.advance(61 * 86_400_000);
  await service.housekeeping.clean();
}

test('events written meanwhile are seen, in the order of id, each once', async () => {
  await create('before');
  const [last] = await take(1, seen.muster.events.follow({ from: 'oldest' }));
  const following = take(4, seen.muster.events.follow({ afterId: last?.id ?? '' }));
  await create('one', 'two');
  await new Promise((resolve) => setTimeout(resolve, 60));
  await create('three', 'four');
  const events = await following;
  expect(events.map(nameOf)).toEqual(['one', 'two', 'three', 'four']);
  expect(events.map(({ id }) => Number(id))).toEqual([2, 3, 4, 5]);
});

test('without a position, only what comes after the beginning is seen', async () => {
  await create('before');
  const events = seen.muster.events.follow()[Symbol.asyncIterator]();
  const first = events.next();
  // The position is known when the second request is sent.
  const asked = () => seen.sent.filter((request) => request === 'GET /svc-api/events').length;
  while (asked() < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await create('after');
  expect(nameOf((await first).value as MusterEvent)).toBe('after');
  await events.return?.();
});

test('an empty log is followed from its first event', async () => {
  const following = take(1, seen.muster.events.follow());
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

test('a position beyond the end of the log is an error: it belongs to another log', async () => {
  await create('one');
  const error = await take(1, seen.muster.events.follow({ afterId: '999' })).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(EventsExpiredError);
  expect(error).toMatchObject({ afterId: '999' });
});

describe.each(['waiting', 'stream'] as const)('by %s', (by) => {
  /** A silent stream tells its position after fifteen seconds, the end of a wait after two. */
  const soonWhenWaiting = by === 'waiting' ? test : inFull;
  const soonByStream = by === 'stream' ? test : inFull;
  test('a position goes on after its event, in another process too', async () => {
    await create('one', 'two', 'three');
    const [first, second] = await taken(2, seen.muster.events.feed({ from: 'oldest', by }));
    const on = await taken(2, seen.muster.events.feed({ after: first?.position ?? '', by }));
    expect(on.map(({ event }) => nameOf(event))).toEqual(['two', 'three']);
    const following = taken(2, seen.muster.events.feed({ after: second?.position ?? '', by }));
    await create('four');
    expect((await following).map(({ event }) => nameOf(event))).toEqual(['three', 'four']);
    // The other way of following uses the same positions.
    const other = by === 'stream' ? 'waiting' : 'stream';
    const switched = await taken(1, seen.muster.events.feed({ after: second?.position ?? '', by: other }));
    expect(switched.map(({ event }) => nameOf(event))).toEqual(['three']);
    expect(on[0]?.event).toEqual((await seen.muster.events.page()).items[1]);
  });

  soonByStream('an account that is silent for longer than events are kept is followed all the same', async () => {
    await create('one');
    const [last] = await taken(1, seen.muster.events.feed({ from: 'oldest', by }));
    await expired();
    const { muster } = musterWith(service, seen.credentials);
    const following = taken(1, muster.events.feed({ after: last?.position ?? '', by }));
    await muster.taxonomies.create({ name: 'at last' });
    expect((await following).map(({ event }) => nameOf(event))).toEqual(['at last']);
  });

  soonByStream('expired unread events are an error', async () => {
    await create('one', 'two', 'three');
    const [first] = await taken(1, seen.muster.events.feed({ from: 'oldest', by }));
    await expired();
    const { muster } = musterWith(service, seen.credentials);
    const missed = taken(1, muster.events.feed({ after: first?.position ?? '', by }));
    await expect(missed).rejects.toBeInstanceOf(EventsExpiredError);
  });

  test('it ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const following = taken(5, seen.muster.events.feed({ by, signal: controller.signal }));
    setTimeout(() => controller.abort(reason), 300);
    await expect(following).rejects.toBe(reason);
  });

  soonWhenWaiting(
    'the position moves while only events are published that nobody asked for',
    async () => {
      await create('one', 'two');
      const { muster } = musterWith(service, seen.credentials, { timeoutMs: 7000 });
      const moved = Promise.withResolvers<string>();
      const controller = new AbortController();
      const following = taken(
        1,
        muster.events.feed({
          after: '1',
          by,
          filters: { topic: 'taxonomy.deleted' },
          onPosition: moved.resolve,
          signal: controller.signal,
        }),
      );
      following.catch(() => undefined);
      const position = await moved.promise;
      controller.abort();
      await expect(following).rejects.toThrow();
      await create('three');
      const on = await seen.muster.events.page({ filters: { topic: 'taxonomy.deleted' }, after: position });
      expect(on.items).toEqual([]);
    },
    40_000,
  );
});

test('a stream that the service ends is opened again where it was', async () => {
  await create('one');
  const events = seen.muster.events.feed({ from: 'oldest', by: 'stream' })[Symbol.asyncIterator]();
  expect(nameOf((await events.next()).value.event)).toBe('one');
  const second = events.next();
  // Its token and its stream expire; the next stream uses a new token.
  service.advance(31 * 60_000);
  await create('two');
  expect(nameOf((await second).value.event)).toBe('two');
  expect(seen.sent.filter((request) => request === 'GET /svc-api/events').length).toBeGreaterThan(1);
  await events.return?.();
});

test('following ends with the reason of its signal, also while it waits', async () => {
  await create('one');
  const controller = new AbortController();
  const reason = new Error('enough');
  const following = take(5, seen.muster.events.follow({ signal: controller.signal }));
  setTimeout(() => controller.abort(reason), 100);
  await expect(following).rejects.toBe(reason);
});
