/** The log with concurrent writers and failing publishers: nothing is missed, repeated or out of order. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { insert } from '../../../server/platform/store/write.ts';
import { freshDatabase } from '../../support/database.ts';
import { inForm } from '../../support/form.ts';
import { limits, type TestClient, type TestService, testService } from '../../support/service.ts';

interface Event {
  readonly id: string;
  readonly topic: string;
  readonly data: { readonly id: string; readonly name: string };
  readonly previousAttributes?: { readonly name: string };
}

const path = '/svc-api/events';

/** Continues after the last known event, which it must find first, until it is stopped at the end. */
function follower(client: TestClient) {
  const seen: Event[] = [];
  let isOver = false;
  const step = async (): Promise<number> => {
    const last = seen.at(-1);
    const from = last ? `id.between=${last.id}--..&` : '';
    const { body } = await client.call('GET', `${path}?${from}limit=500`);
    const items: Event[] = body.items;
    if (last) expect(items.shift()?.id).toBe(last.id);
    seen.push(...items);
    return items.length;
  };
  const running = (async () => {
    while (!isOver) {
      await step();
      await delay(20);
    }
  })();
  return {
    seen,
    async finish(count: number) {
      for (const patience = Date.now() + 10_000; seen.length < count && Date.now() < patience; ) await delay(50);
      isOver = true;
      await running;
      await step();
    },
  };
}

/** Follows `links.next` from the start; at the end of the log it repeats its cursor. */
async function pageByPage(client: TestClient): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = `${path}?limit=700&include=links`;
  while (next !== null) {
    const { body } = await client.call('GET', next);
    ids.push(...body.items.map(({ id }: Event) => id));
    next = body.links.next?.href ?? null;
  }
  return ids;
}

let service: TestService;
let account: Account;
let client: TestClient;

beforeAll(async () => {
  service = await testService({ limits: { ...limits, databaseConnections: 12 } });
  account = await service.openAccount('acme');
  client = await service.client(account);
});
afterAll(() => service.stop());

const writers = 6;
const changesEach = inForm({ short: 40, full: 820 });
const slowTransactions = inForm({ short: 20, full: 70 });

/** Each writer changes its own row and, every tenth time, a shared row. */
async function write(own: string, shared: string): Promise<void> {
  for (let count = 1; count <= changesEach; count += 1) {
    const id = count % 10 === 0 ? shared : own;
    const { status } = await client.call('PATCH', `/svc-api/taxonomies/${id}`, { body: { name: `${own}:${count}` } });
    expect(status).toBe(200);
  }
}

/** Transactions that record an event at once and commit much later than others that began after them. */
async function writeSlowly(): Promise<void> {
  for (let count = 0; count < slowTransactions; count += 1) {
    await service.database.transaction(account.id, async (tx) => {
      await insert(tx, taxonomies, { name: `slow ${count}`, sortLabelsBy: 'id', t9n: { name: {} } });
      await delay(20 + (count % 5) * 10);
    });
  }
}

async function created(name: string): Promise<string> {
  const { status, body, text } = await client.call('POST', '/svc-api/taxonomies', { body: { name } });
  expect(status, text).toBe(201);
  return body.id;
}

test('events of concurrent writers reach a reader once each, in the order of the changes of each row', async () => {
  const shared = await created('shared');
  const rows = await Promise.all(Array.from({ length: writers }, () => created('own')));
  const reader = follower(client);
  await Promise.all([...rows.map((own) => write(own, shared)), writeSlowly()]);
  const expected = 1 + writers + writers * changesEach + slowTransactions;
  expect(expected).toBeGreaterThanOrEqual(inForm({ short: 267, full: 4997 }));
  await reader.finish(expected);

  expect(reader.seen.map(({ id }) => Number(id))).toEqual(Array.from({ length: expected }, (_, index) => index + 1));
  expect(await pageByPage(client)).toEqual(reader.seen.map(({ id }) => id));
  for (const row of [shared, ...rows]) {
    const history = reader.seen.filter(({ data }) => data.id === row);
    expect(history.slice(1).map(({ previousAttributes }) => previousAttributes?.name)).toEqual(
      history.slice(0, -1).map(({ data }) => data.name),
    );
  }
  // Alone it takes some ten seconds, next to other files three times as long.
}, 120_000);

/** Waits until the event of a resource is readable, without waking the publisher. */
async function appears(reader: TestClient, dataId: string): Promise<Event[]> {
  for (const patience = Date.now() + 8000; Date.now() < patience; await delay(50)) {
    const { body } = await reader.call('GET', `${path}?data.id=${dataId}`);
    if (body.items.length > 0) return body.items;
  }
  return [];
}

const values = { name: 'orphan', sortLabelsBy: 'id', t9n: { name: {} } };

test('events of a service that died between commit and publication are published by the next one', async () => {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  const same = { databaseUrl: fresh.url, masterKey: randomBytes(32) };
  const first = await testService(same);
  const owner = await first.openAccount('acme');
  const observer = new pg.Client({ connectionString: fresh.url });
  await observer.connect();
  onTestFinished(() => observer.end());
  const waiting = async () => (await observer.query('select data_id from outbox')).rows.map((row) => row.data_id);
  await first.database.transaction(owner.id, (tx) => insert(tx, taxonomies, values));
  await first.publisher.publishAll();
  // Nothing wakes the publisher, which may look by itself before the service has stopped: then it finds this lock.
  await observer.query(`select set_config('muster.account_id', $1, false)`, [owner.id]);
  await observer.query('begin');
  const { rowCount } = await observer.query('select from published where account_id = $1 for update', [owner.id]);
  expect(rowCount).toBe(1);
  const { id } = await first.database.transaction(owner.id, (tx) => insert(tx, taxonomies, values));
  await first.stop();
  await observer.query('rollback');
  expect(await waiting()).toEqual([id]);

  const second = await testService(same);
  onTestFinished(() => second.stop());
  const events = await appears(await second.client(owner), id);
  expect(events.map(({ topic, id: at }) => `${at} ${topic}`)).toEqual(['2 taxonomy.created']);
  expect(await waiting()).toEqual([]);
});

test('a publisher whose connection dies half-way neither loses nor repeats an event', async () => {
  const holding = await holdPublisher();
  const id = await created('held back');
  // The connections of the service see who waits; the transaction of the holder sees only its own snapshot.
  const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%published%'`;
  let pids: { pid: number }[] = [];
  for (const patience = Date.now() + 5000; pids.length === 0 && Date.now() < patience; await delay(20)) {
    pids = await service.database.query(waiting);
  }
  expect(pids.length).toBeGreaterThan(0);
  for (const { pid } of pids) await service.database.query('select pg_terminate_backend($1::integer)', [pid]);
  await holding.release();
  expect((await appears(client, id)).map(({ topic }) => topic)).toEqual(['taxonomy.created']);
  await delay(1200);
  expect((await appears(client, id)).length).toBe(1);
  const ids = (await pageByPage(client)).map(Number);
  expect(ids).toEqual(ids.map((_, index) => index + 1));
});

test('an account whose publication waits for a lock delays no event of another', async () => {
  const slow = await service.openAccount('slow');
  await (await service.client(slow)).call('POST', '/svc-api/webhook-endpoints', {
    body: { name: 'Held', apiVersion: '2024-11-01', webhookUrl: 'https://example.org/', topics: ['*'] },
  });
  await service.publisher.publishAll();
  let elapsedMs = Number.NaN;
  await service.database.together(async (query) => {
    await query('select 1 from webhook_endpoints where account_id = $1 for update', [slow.id]);
    await service.database.transaction(slow.id, (tx) => insert(tx, taxonomies, values));
    const begunMs = performance.now();
    const publishing = service.publisher.publishAll().catch(() => undefined);
    await appears(client, await created('not delayed'));
    elapsedMs = performance.now() - begunMs;
    await publishing;
  });
  // The lock is waited for as long as this.
  expect(elapsedMs).toBeLessThan(1000);
});

/** Blocks the publisher inside its transaction, after its start and before it has taken anything. */
async function holdPublisher(): Promise<{ release(): Promise<void> }> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  onTestFinished(() => released.resolve());
  // Not with the lock of its account: a publisher does not wait for another one.
  const done = service.database.together(async (query) => {
    await query('lock table events in share mode');
    held.resolve();
    await released.promise;
  });
  await Promise.race([held.promise, done]);
  return {
    async release() {
      released.resolve();
      await done;
    },
  };
}
