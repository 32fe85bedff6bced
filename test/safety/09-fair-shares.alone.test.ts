/**
 * One caller within its quota cannot block others: connections are shared, time is limited as a whole, and work for
 * a closed connection stops. Locks make statements as slow as a test wants.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { keyHeaders, type LegacyClient, legacyClient } from '../support/legacy/legacy.ts';
import { limits, type TestClient, type TestService, testService } from '../support/service.ts';

const requestMs = 1500;
const connections = 8;

let fresh: FreshDatabase;
let service: TestService;
let watcher: pg.Client;
let slow: LegacyClient;
let colleague: TestClient;
let other: TestClient;
let otherPath: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  service = await testService({
    databaseUrl: fresh.url,
    limits: { ...limits, requestMs, databaseConnections: connections },
  });
  watcher = new pg.Client({ connectionString: fresh.url });
  await watcher.connect();
  const acme = await service.openAccount('acme');
  slow = await legacyClient(service, acme);
  colleague = await service.client(acme);
  other = await service.client(await service.openAccount('globex'));
  const made = await other.call('POST', '/svc-api/taxonomies', { body: { name: 'Skills', sortLabelsBy: 'id' } });
  otherPath = `/svc-api/taxonomies/${made.body.id}`;
});
afterAll(async () => {
  await watcher.end();
  await service.stop();
  await fresh.drop();
});

/** Every statement on the table waits until the work is done. */
async function whileLocked<T>(table: string, work: (unlock: () => Promise<unknown>) => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: fresh.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query(`lock table ${table} in access exclusive mode`);
  try {
    return await work(() => holder.query('rollback'));
  } finally {
    await holder.end();
  }
}

/** How many statements wait for a lock, of how many connections in total. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await watcher.query<{ count: string }>(
    `select count(*) from pg_stat_activity
     where datname = current_database() and application_name like 'muster %' and wait_event_type = 'Lock'`,
  );
  return Number(rows[0]?.count);
}

async function until(isSo: () => Promise<boolean>, patienceMs: number): Promise<boolean> {
  const endsAt = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > endsAt) return false;
    await delay(20);
  }
  return true;
}

async function timesOf(client: TestClient, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const started = performance.now();
    const { status } = await client.call('GET', index % 2 === 0 ? otherPath : '/svc-api/taxonomies');
    if (client === other) expect(status).toBe(200);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b);
}

const p95 = (times: readonly number[]): number => times[Math.floor(times.length * 0.95)] ?? 0;

const question = '/api/v3/leaves?date=between,2020-01-01,2030-01-01';

/** A request on a separate socket, which a test can close. */
function sendOn(request: string): Socket {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(request);
  return socket;
}

const get = (path: string, headers: Readonly<Record<string, string>>): string =>
  [`GET ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...Object.entries(headers).map((pair) => pair.join(': ')), '', ''].join(
    '\r\n',
  );

test('300 slow questions of one key leave the reads of others as quick as before', async () => {
  await timesOf(other, 20);
  const calm = p95(await timesOf(other, 60));
  await whileLocked('leave_half_days', async () => {
    const startedAt = performance.now();
    const answers = Promise.all(
      Array.from({ length: 300 }, async () => {
        const { status } = await slow.call(question);
        return { status, ms: performance.now() - startedAt };
      }),
    );
    expect(await until(async () => (await waitingForLocks()) > 0, requestMs)).toBe(true);
    // Sending 300 requests costs this process time, which also runs the service.
    await delay(300);
    const busy = p95(await timesOf(other, 30));
    const busyColleague = p95(await timesOf(colleague, 10));
    expect(busy).toBeLessThan(calm * 3 + 100);
    expect(busyColleague).toBeLessThan(calm * 3 + 100);
    const ended = await answers;
    // Stopped after its time, or refused at once because too many wait: never anything else.
    expect(ended.filter(({ status }) => status !== 429 && status !== 500)).toEqual([]);
    expect(Math.max(...ended.map(({ ms }) => ms))).toBeLessThan(requestMs + 1500);
  });
});

test('an account never has more than its half of the connections, nor a key more than its part of that', async () => {
  await whileLocked('leave_half_days', async () => {
    const acme = await service.openAccount('initech');
    const keys = await Promise.all(Array.from({ length: 4 }, () => legacyClient(service, acme)));
    const answers = keys.flatMap((key) => Array.from({ length: 10 }, () => key.call(question)));
    await delay(requestMs / 3);
    expect(await waitingForLocks()).toBeLessThanOrEqual(connections / 2);
    const alone = Array.from({ length: 20 }, () => slow.call(question));
    await delay(requestMs / 3);
    expect(await waitingForLocks()).toBeLessThan(connections);
    expect((await timesOf(other, 5)).length).toBe(5);
    await Promise.all([...answers, ...alone]);
  });
});

test('a caller with too many requests at once is asked immediately to retry', async () => {
  await whileLocked('leave_half_days', async () => {
    // By now the service knows how long they take.
    await slow.call(question);
    const first = Array.from({ length: 60 }, () => slow.call(question));
    await delay(50);
    const startedAt = performance.now();
    const refused = await slow.call(question);
    expect(refused.status).toBe(429);
    expect(performance.now() - startedAt).toBeLessThan(requestMs / 2);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    await Promise.all(first);
  });
});

test('a read whose client has gone is ended in the database, and what waits of it never begins', async () => {
  await whileLocked('leave_half_days', async () => {
    const sockets = Array.from({ length: 30 }, () => sendOn(get(question, keyHeaders(slow.apiKey))));
    expect(await until(async () => (await waitingForLocks()) > 0, 1000)).toBe(true);
    for (const socket of sockets) socket.destroy();
    const goneAt = performance.now();
    expect(await until(async () => (await waitingForLocks()) === 0, requestMs)).toBe(true);
    expect(performance.now() - goneAt).toBeLessThan(requestMs / 2);
    await delay(100);
    expect(await waitingForLocks()).toBe(0);
  });
  expect((await slow.call(question)).status).toBe(200);
});

test('a write that was sent goes on to its end when its client has gone', async () => {
  const body = JSON.stringify({ name: 'Written to its end', sortLabelsBy: 'id' });
  await whileLocked('taxonomies', async (unlock) => {
    const socket = sendOn(
      `POST /svc-api/taxonomies HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${other.token}\r\n` +
        `Api-Version: 2024-11-01\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(await until(async () => (await waitingForLocks()) === 1, 1000)).toBe(true);
    socket.destroy();
    await delay(300);
    expect(await waitingForLocks()).toBe(1);
    await unlock();
  });
  const names = async () =>
    ((await other.call('GET', '/svc-api/taxonomies')).body.items as { name: string }[]).map(({ name }) => name);
  expect(await until(async () => (await names()).includes('Written to its end'), 1000)).toBe(true);
});

test('a change that takes too long is undone as a whole, and its connection is clean', async () => {
  await whileLocked('outbox', async () => {
    const startedAt = performance.now();
    const { status, body } = await other.call('POST', '/svc-api/taxonomies', {
      body: { name: 'Too slow', sortLabelsBy: 'id' },
      headers: { 'idempotency-key': 'too-slow' },
    });
    expect([status, body.type]).toEqual([500, expect.stringContaining('timeout')]);
    expect(performance.now() - startedAt).toBeLessThan(requestMs + 1000);
  });
  const isClean = async () => {
    const { rowCount } = await watcher.query(
      `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    return rowCount === 0;
  };
  expect(await until(isClean, 1000)).toBe(true);
  const { body } = await other.call('GET', '/svc-api/taxonomies');
  expect(JSON.stringify(body)).not.toContain('Too slow');
});
