/**
 * Two PostgreSQL servers with synchronous replication. The primary is killed under load and the standby promoted: no
 * acknowledged change is lost, both nodes go on without a restart, and nothing writes to the former primary.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loopbackNetworks } from '../../../server/settings/webhooks.ts';
import type { MarkStore } from '../../../server/worker/restores.ts';
import { inFull } from '../../support/form.ts';
import { type Replication, startReplication } from '../../support/replication.ts';
import { type SecondNode, secondNode } from '../../support/second-node.ts';
import { call, limits, type Reply, type TestClient, type TestService, testService } from '../../support/service.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';
import { createEndpoint } from '../../support/webhooks/webhooks.ts';

const masterKey = randomBytes(32);
/** From the end of the primary until both nodes make changes again. */
const backMsMax = 10_000;
/** Of both nodes: each may send, and would refuse the receiver's address without it. */
const webhooks = { networks: loopbackNetworks, resolve: async () => ['127.0.0.1'] };
let mark: string | null = null;
/** Outlives the database, as the storage of files does. */
const marks: MarkStore = {
  read: async () => mark,
  write: async (text) => {
    mark = text;
  },
};
let servers: Replication;
let receiver: Receiver;
let first: TestService;
let second: SecondNode;
let client: TestClient;

beforeAll(async () => {
  servers = await startReplication(true);
  receiver = await startReceiver();
  first = await testService({
    databaseUrl: servers.url,
    masterKey,
    marks,
    webhooks,
  });
  second = await secondNode(servers.url, masterKey, first, { webhooks, limits: { ...limits, requestMs: 1500 } });
  client = await first.client(await first.openAccount('acme'));
  await createEndpoint(client, receiver.url, { topics: ['taxonomy.*'] });
}, 120_000);
afterAll(async () => {
  await second?.stop();
  await first?.stop();
  await receiver?.close();
  await servers?.stop();
});

const on = (url: string, method: string, path: string, options = {}) => call(url, client.token, method, path, options);

test('a change that the standby has not confirmed in time is not acknowledged', async () => {
  const [sender] = await servers.primary.sql('select pid from pg_stat_replication');
  process.kill(Number(sender?.pid), 'SIGSTOP');
  try {
    const replies = await Promise.all([
      on(second.url, 'POST', '/svc-api/taxonomies', { body: { name: 'Unconfirmed' } }),
      // In a transaction, whose commit waits.
      on(second.url, 'POST', '/svc-api/taxonomies', {
        body: { name: 'Unconfirmed too' },
        headers: { 'idempotency-key': 'unconfirmed' },
      }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([503, 503]);
    for (const { headers } of replies) expect(headers.get('retry-after')).toMatch(/^\d+$/);
    // Reads go on.
    expect((await on(second.url, 'GET', '/svc-api/taxonomies')).status).toBe(200);
  } finally {
    process.kill(Number(sender?.pid), 'SIGCONT');
  }
  await expect
    .poll(async () => (await on(second.url, 'POST', '/svc-api/taxonomies', { body: { name: 'Again' } })).status, {
      timeout: 20_000,
    })
    .toBe(201);
}, 60_000);

interface Written {
  /** The newest name that was acknowledged, and those after it whose outcome is unknown. */
  acknowledged: string;
  readonly unknown: string[];
}

/** What several writers, readers and a follower of events experience until they have to stop. */
function load(urls: readonly string[]) {
  const rows = new Map<string, Written>();
  const seenEvents = new Map<string, string>();
  const surprises: string[] = [];
  const acknowledgedAt = urls.map(() => 0);
  let isOver = false;
  let names = 0;

  function judge(reply: Reply, expected: number): boolean {
    if (reply.status === expected) return true;
    const isAsked = reply.status === 503 && /^\d+$/.test(reply.headers.get('retry-after') ?? '');
    if (!isAsked) surprises.push(`${reply.status} ${reply.text}`);
    return false;
  }

  async function write(url: string, at: number): Promise<void> {
    let id: string | undefined;
    while (!isOver) {
      const row = id === undefined ? undefined : rows.get(id);
      names += 1;
      const name = `Name ${names}`;
      const isNew = row === undefined || names % 4 === 0;
      const [method, path] = isNew ? ['POST', '/svc-api/taxonomies'] : ['PATCH', `/svc-api/taxonomies/${id}`];
      const reply = await on(url, method as string, path as string, { body: { name } });
      if (judge(reply, isNew ? 201 : 200)) {
        acknowledgedAt[at] = performance.now();
        id = reply.body.id as string;
        rows.set(id, { acknowledged: name, unknown: [] });
      } else {
        if (!isNew) row?.unknown.push(name);
        await pause(30);
      }
    }
  }

  async function read(url: string): Promise<void> {
    while (!isOver) {
      if (!judge(await on(url, 'GET', '/svc-api/taxonomies?limit=5'), 200)) await pause(30);
    }
  }

  async function follow(url: string): Promise<void> {
    while (!isOver) {
      const reply = await on(url, 'GET', '/svc-api/events?limit=100&sort=-id');
      if (judge(reply, 200)) for (const event of reply.body.items) seenEvents.set(event.id, JSON.stringify(event.data));
      await pause(30);
    }
  }

  const running = urls.flatMap((url, at) => [write(url, at), write(url, at), write(url, at), read(url), follow(url)]);
  return {
    rows,
    seenEvents,
    surprises,
    acknowledgedAt,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

async function everyEvent(url: string): Promise<{ id: string; topic: string; data: { id: string } }[]> {
  const all = [];
  let path: string | null = '/svc-api/events?limit=1000&sort=id&include=links';
  while (path !== null) {
    const { body, status, text }: Reply = await on(url, 'GET', path);
    expect(status, text).toBe(200);
    all.push(...body.items);
    const next: string | undefined = body.links.next?.href;
    path = next === undefined ? null : new URL(next).pathname + new URL(next).search;
  }
  return all;
}

async function expectKept(rows: ReadonlyMap<string, Written>): Promise<void> {
  for (const [id, { acknowledged, unknown }] of rows) {
    const { status, body } = await on(second.url, 'GET', `/svc-api/taxonomies/${id}`);
    expect([id, status]).toEqual([id, 200]);
    expect([acknowledged, ...unknown]).toContain(body.name);
  }
}

/** Rows whose creation is not published yet. */
async function missingIn(rows: ReadonlyMap<string, Written>): Promise<string[]> {
  const created = (await everyEvent(first.url)).filter(({ topic }) => topic === 'taxonomy.created');
  const there = new Set(created.map(({ data }) => data.id));
  return [...rows.keys()].filter((id) => !there.has(id));
}

test('the primary is killed under load: nothing acknowledged is lost, and both nodes go on', async () => {
  const work = load([first.url, second.url]);
  await expect.poll(() => work.rows.size, { timeout: 30_000 }).toBeGreaterThan(40);
  await servers.primary.kill();
  const killedAtMs = performance.now();
  const before = work.rows.size;
  await pause(300);
  await servers.standby.sql('select pg_promote()');
  const promotedAtMs = performance.now();
  await expect
    .poll(() => work.acknowledgedAt.every((atMs) => atMs > promotedAtMs), { timeout: 30_000, interval: 20 })
    .toBe(true);
  const backMs = Math.max(...work.acknowledgedAt.map((atMs) => atMs - killedAtMs));
  expect(backMs).toBeLessThan(backMsMax);
  await expect.poll(() => work.rows.size, { timeout: 30_000 }).toBeGreaterThan(before + 20);
  await work.stop();
  expect(work.surprises).toEqual([]);

  await expectKept(work.rows);
  await expect.poll(() => missingIn(work.rows), { timeout: 20_000 }).toEqual([]);
  const events = await everyEvent(second.url);
  const ids = events.map(({ id }) => BigInt(id));
  expect(ids.every((id, at) => at === 0 || id > (ids[at - 1] as bigint))).toBe(true);
  // No number was given twice: what was seen before the kill is still there.
  const byId = new Map(events.map(({ id, data }) => [id, JSON.stringify(data)]));
  for (const [id, data] of work.seenEvents) expect([id, byId.get(id)]).toEqual([id, data]);
  const delivered = () => new Set(receiver.received.map(({ body }) => JSON.parse(String(body)).data.id as string));
  const undelivered = () => [...work.rows.keys()].filter((id) => !delivered().has(id));
  await expect.poll(undelivered, { timeout: 30_000 }).toEqual([]);
}, 180_000);

test('a node that starts later writes to the new primary, and takes the failover for no restored backup', async () => {
  await servers.demote();
  const [last] = (await everyEvent(first.url)).slice(-1);
  const third = await secondNode(servers.url, masterKey, first, { webhooks, marks });
  try {
    const made = await on(third.url, 'POST', '/svc-api/taxonomies', { body: { name: 'After the failover' } });
    expect([made.status, (await on(first.url, 'GET', `/svc-api/taxonomies/${made.body.id}`)).status]).toEqual([
      201, 200,
    ]);
    await expect.poll(async () => (await everyEvent(first.url)).at(-1)?.data.id).toBe(made.body.id);
    expect(BigInt((await everyEvent(first.url)).at(-1)?.id ?? 0) - BigInt(last?.id ?? 0)).toBeLessThan(1000n);
  } finally {
    await third.stop();
  }
  // The former primary has none of it, and every node stays ready.
  const former = new pg.Client({ connectionString: servers.primary.url });
  await former.connect();
  expect((await former.query('show transaction_read_only')).rows).toEqual([{ transaction_read_only: 'on' }]);
  await former.end();
  for (const { url } of [first, second]) expect((await call(url, null, 'GET', '/health/ready')).status).toBe(200);
  expect(first.logLines.filter((line) => line.includes('ALARM'))).toEqual([]);
}, 60_000);

inFull(
  'a primary that answers nothing any more is left, also by background work',
  async () => {
    await servers.standby.sql(`alter system set synchronous_standby_names = '*'`);
    await servers.standby.sql('select pg_reload_conf()');
    await expect
      .poll(() => servers.standby.sql('select sync_state from pg_stat_replication'))
      .toEqual([{ sync_state: 'sync' }]);
    const work = load([first.url, second.url]);
    await expect.poll(() => work.rows.size, { timeout: 30_000 }).toBeGreaterThan(40);
    const thaw = servers.standby.freeze();
    try {
      await servers.primary.sql('select pg_promote()');
      const promotedAtMs = performance.now();
      await expect
        .poll(() => work.acknowledgedAt.every((atMs) => atMs > promotedAtMs), { timeout: 20_000, interval: 20 })
        .toBe(true);
      await work.stop();
      expect(work.surprises).toEqual([]);
      await expectKept(work.rows);
      // A statement of background work may take longer than all of this.
      await expect.poll(() => missingIn(work.rows), { timeout: 20_000 }).toEqual([]);
    } finally {
      thaw();
    }
  },
  120_000,
);
