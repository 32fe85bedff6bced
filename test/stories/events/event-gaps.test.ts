/**
 * Transactions of random length write events, some of which roll back, while readers follow in every way on two nodes.
 * No reader misses an event, sees one twice, or sees one out of order.
 *
 * The short form runs with all tests. The long one, which takes some minutes:
 *
 *     MUSTER_GAP_EVENTS=100000 npx vitest run test/stories/events/event-gaps.test.ts
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { musterClient } from '@muster/client';
import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { insert } from '../../../server/platform/store/write.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { openStream } from '../../support/event-stream.ts';
import { inForm } from '../../support/form.ts';
import { call, limits, type TestClient, type TestService, testService } from '../../support/service.ts';

const eventsWanted = Number(process.env.MUSTER_GAP_EVENTS ?? inForm({ short: 300, full: 3000 }));
const writers = 12;
/** Half a minute plus twice the time of the writers on a slow machine. */
const patienceMs = 30_000 + eventsWanted * 6;

const masterKey = randomBytes(32);
let shared: FreshDatabase;
let first: TestService;
let second: TestService;
let account: Account;
let client: TestClient;

beforeAll(async () => {
  shared = await freshDatabase();
  const wide = { ...limits, databaseConnections: writers + 8 };
  first = await testService({ databaseUrl: shared.url, masterKey, limits: wide });
  second = await testService({ databaseUrl: shared.url, masterKey, limits: wide, publicUrl: first.url });
  account = await first.openAccount('acme');
  client = await first.client(account);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await shared.drop();
});

const path = '/svc-api/events';
const chance = (max: number): number => Math.floor(Math.random() * max);

class Undone extends Error {}

/** Writes until enough is committed, and returns the names of all committed rows. */
async function writeMuch(isEnough: () => boolean, onCommit: (names: readonly string[]) => void, writer: number) {
  for (let turn = 0; !isEnough(); turn += 1) {
    const names = Array.from({ length: 1 + chance(8) }, (_, index) => `${writer}:${turn}:${index}`);
    const isInVain = chance(10) === 0;
    const { database } = turn % 2 ? first : second;
    try {
      await database.transaction(account.id, async (tx) => {
        for (const name of names) {
          await insert(tx, taxonomies, { name, sortLabelsBy: 'id', t9n: { name: {} } });
          if (chance(3) === 0) await delay(chance(40));
        }
        if (isInVain) throw new Undone();
      });
      onCommit(names);
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
    }
  }
}

interface Event {
  readonly id: string;
  readonly data: { readonly name: string };
}

/** Follows until it has seen this many events; returns them. */
type Reader = (isOver: (seen: readonly Event[]) => boolean) => Promise<Event[]>;

/** Reads pages of the list; at the end of the log it continues after the last known event, which it must find first. */
const byCursor: Reader = async (isOver) => {
  const seen: Event[] = [];
  let next = `${path}?limit=70&include=links`;
  let knownId: string | null = null;
  while (!isOver(seen)) {
    const { body } = await call(second.url, client.token, 'GET', next);
    const items: Event[] = body.items;
    if (knownId !== null) expect(items.shift()?.id).toBe(knownId);
    seen.push(...items);
    const last = seen.at(-1);
    knownId = body.links.next || !last ? null : last.id;
    next = body.links.next
      ? new URL(body.links.next.href).pathname + new URL(body.links.next.href).search
      : last
        ? `${path}?id.between=${last.id}--..&limit=70&include=links`
        : next;
    if (!body.links.next) await delay(20);
  }
  return seen;
};

const byWaiting =
  (url: () => string): Reader =>
  async (isOver) => {
    const seen: Event[] = [];
    let query = '?limit=50&include=links';
    while (!isOver(seen)) {
      const { body } = await call(url(), client.token, 'GET', `${path}${query}&wait=5`);
      seen.push(...body.items);
      query = new URL(body.links.next.href).search;
    }
    return seen;
  };

/** Disconnects at random points and resumes from the last id. */
const byStream =
  (url: () => string): Reader =>
  async (isOver) => {
    const seen: Event[] = [];
    let lastEventId = '';
    while (!isOver(seen)) {
      const stream = await openStream(url(), client, path, lastEventId ? { 'last-event-id': lastEventId } : {});
      for (let left = 1 + chance(300); left > 0 && !isOver(seen); left -= 1) {
        const [one] = await stream.take(1);
        if (!one) break;
        seen.push(one.data);
        lastEventId = one.lastEventId;
      }
      stream.close();
    }
    return seen;
  };

/** The client package with its own positions. */
const byClient =
  (by: 'waiting' | 'stream'): Reader =>
  async (isOver) => {
    const seen: Event[] = [];
    const muster = musterClient({ baseUrl: first.url, ...client.credentials });
    let after: string | undefined;
    while (!isOver(seen)) {
      const left = 1 + chance(300);
      let taken = 0;
      for await (const { event, position } of muster.events.feed({ from: 'oldest', by, ...(after && { after }) })) {
        // Everything recorded here has a name.
        seen.push(event as unknown as Event);
        after = position;
        taken += 1;
        if (taken === left || isOver(seen)) break;
      }
    }
    return seen;
  };

test(`of ${eventsWanted} events of concurrent transactions, no reader misses or doubles one`, {
  timeout: patienceMs,
}, async () => {
  const committed: string[] = [];
  let isWritten = false;
  const isOver = (seen: readonly Event[]) => isWritten && seen.length >= committed.length;
  const writing = Promise.all(
    Array.from({ length: writers }, (_, writer) =>
      writeMuch(
        () => committed.length >= eventsWanted,
        (names) => committed.push(...names),
        writer,
      ),
    ),
  );
  const readers: readonly (readonly [name: string, read: Reader])[] = [
    ['by cursor', byCursor],
    ['by waiting here', byWaiting(() => first.url)],
    ['by waiting there', byWaiting(() => second.url)],
    ['by stream here', byStream(() => first.url)],
    ['by stream there', byStream(() => second.url)],
    ['by the client, waiting', byClient('waiting')],
    ['by the client, streaming', byClient('stream')],
  ];
  const reading = Promise.all(readers.map(async ([name, read]) => [name, await read(isOver)] as const));
  onTestFinished(() => {
    isWritten = true;
  });
  await writing;
  // One more event, to wake readers that wait after everything was written.
  committed.push('last');
  isWritten = true;
  await client.call('POST', '/svc-api/taxonomies', { body: { name: 'last' } });
  const expectedIds = committed.map((_, index) => String(index + 1));
  for (const [name, seen] of await reading) {
    expect([name, seen.map(({ id }) => id)]).toEqual([name, expectedIds]);
    expect([name, new Set(seen.map(({ data }) => data.name))]).toEqual([name, new Set(committed)]);
  }
});
