/** Other callers overtake the burst of one caller, and a credential counts only after it was accepted once. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { inFull } from '../support/form.ts';
import { keyHeaders, type LegacyClient, legacyClient } from '../support/legacy/legacy.ts';
import {
  apiHeaders,
  call,
  limits,
  type Reply,
  type TestClient,
  type TestService,
  testService,
} from '../support/service.ts';

const requestMs = 1600;
/** How long a request without a response counts against a limit. */
const smallHoldMs = 250;
const largeHoldMs = requestMs / 4;

let fresh: FreshDatabase;
let service: TestService;
let busy: TestClient;
let key: LegacyClient;
let other: TestClient;

beforeAll(async () => {
  fresh = await freshDatabase();
  service = await testService({ databaseUrl: fresh.url, limits: { ...limits, requestMs, requestsPerMinute: 100_000 } });
  const acme = await service.openAccount('acme');
  busy = await service.client(acme);
  key = await legacyClient(service, acme);
  other = await service.client(await service.openAccount('globex'));
  // From now on they are known.
  expect((await busy.call('GET', '/svc-api/taxonomies')).status).toBe(200);
  expect((await key.call('/api/v3/users')).status).toBe(200);
  expect((await other.call('GET', '/svc-api/departments')).status).toBe(200);
});
afterAll(async () => {
  await service.stop();
  await fresh.drop();
});

/** Every request that needs the table waits until the work is done. */
async function whileLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: fresh.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query(`lock table ${table} in access exclusive mode`);
  try {
    return await work();
  } finally {
    await holder.end();
  }
}

const many = (count: number, send: (index: number) => Promise<Reply>): Promise<Reply>[] =>
  Array.from({ length: count }, (_, index) => send(index));

/** Refused because too many requests of the same caller wait. */
const isTooMany = ({ status, text }: Reply): boolean => status === 429 && /at once|at the same time/i.test(text);

test('a request passes 300 of another caller that were sent before it', async () => {
  let answered = 0;
  const burst = many(300, (index) =>
    busy.call('GET', `/svc-api/taxonomies?limit=${index + 1}`).finally(() => {
      answered += 1;
    }),
  );
  // The service has started to handle them.
  while (answered === 0) await delay(1);
  const before = answered;
  expect((await other.call('GET', '/svc-api/departments')).status).toBe(200);
  expect(answered - before).toBeLessThan(100);
  expect((await Promise.all(burst)).filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
});

test('an expired wait gets 429 with Retry-After', async () => {
  await whileLocked('taxonomies', async () => {
    const answers = await Promise.all(many(150, () => busy.call('GET', '/svc-api/taxonomies')));
    const refused = answers.filter(isTooMany);
    expect(refused.length).toBeGreaterThan(10);
    for (const { headers, body } of refused) {
      expect(headers.get('content-type')).toContain('application/problem+json');
      expect(headers.get('api-version')).toBe('2024-11-01');
      expect(headers.get('traceparent')).toMatch(/^00-/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect([body.type, body.status]).toEqual([expect.stringContaining('/problems/too-many-requests'), 429]);
    }
  });
});

inFull('the legacy API refuses a burst in its own form', async () => {
  await whileLocked('employees', async () => {
    const answers = await Promise.all(many(150, () => key.call('/api/v3/users')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(10);
    for (const { headers, body } of refused) {
      expect(headers.get('api-version')).toBe(null);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(body.Message ?? body.message).toEqual(expect.any(String));
    }
  });
});

test.each([
  [
    'sessions',
    'administrator_sessions',
    '/admin-api/client-applications',
    () => ({ cookie: `muster=${randomUUID()}` }),
  ],
  ['API keys', 'api_keys', '/api/v3/users', () => keyHeaders(randomUUID())],
])('forged %s share the limit of their address, and keep nobody else waiting', async (_, table, path, forged) => {
  const anonymous = () => call(service.url, null, 'GET', '/svc-api/taxonomies');
  expect((await anonymous()).status).toBe(401);
  await whileLocked(table, async () => {
    const sentAtMs = performance.now();
    const forgeries = many(100, () => call(service.url, null, 'GET', path, { headers: forged() }));
    await delay(50);
    const waiting = anonymous();
    const waited = waiting.then(() => performance.now() - sentAtMs);
    expect((await other.call('GET', '/svc-api/departments')).status).toBe(200);
    expect(await waited).toBeGreaterThan(smallHoldMs);
    const answers = await Promise.all([...forgeries, waiting]);
    expect(answers.filter(({ status }) => status === 200)).toEqual([]);
  });
});

test('all keys of one account together have a limit', async () => {
  const account = await service.openAccount('initech');
  const clients = await Promise.all(Array.from({ length: 8 }, () => service.client(account)));
  for (const client of clients) await client.call('GET', '/svc-api/taxonomies');
  await whileLocked('taxonomies', async () => {
    const sentAtMs = performance.now();
    const burst = clients.slice(1).flatMap((client) => many(4, () => client.call('GET', '/svc-api/taxonomies')));
    // All of the burst has arrived, and still counts.
    await delay(150);
    // Needs no database connection.
    const waited = clients[0]?.call('GET', '/svc-api/taxonomies?limit=none').then(() => performance.now() - sentAtMs);
    expect((await other.call('GET', '/svc-api/departments')).status).toBe(200);
    expect(await waited).toBeGreaterThan(smallHoldMs);
    await Promise.all(burst);
  });
});

test('while others are there an account has one large page at a time, which its small requests pass', async () => {
  // The service has seen nothing slow of it yet; from now on they compete.
  const quick = await service.client(await service.openAccount('hooli'));
  await quick.call('GET', '/svc-api/departments');
  await other.call('GET', '/svc-api/departments');
  await whileLocked('taxonomies', async () => {
    const sentAtMs = performance.now();
    const first = quick.call('GET', '/svc-api/taxonomies?limit=1000');
    await delay(50);
    const second = quick.call('GET', '/svc-api/departments?limit=1000');
    const waited = second.then(() => performance.now() - sentAtMs);
    expect((await quick.call('GET', '/svc-api/departments?limit=100')).status).toBe(200);
    expect((await other.call('GET', '/svc-api/departments?limit=1000')).status).toBe(200);
    // Longer waits are only for the database.
    expect((await second).status).toBe(200);
    expect(await waited).toBeGreaterThan(largeHoldMs);
    await first;
  });
});

test('uploads that arrive slowly do not use up the time that others of the same caller may wait', async () => {
  const sender = await service.client(await service.openAccount('umbrella'));
  expect((await sender.call('GET', '/svc-api/taxonomies')).status).toBe(200);
  const headers = { ...apiHeaders(sender.token), 'content-type': 'multipart/form-data; boundary=b' };
  const slowUpload = async (): Promise<number | undefined> => {
    const asked = request(`${service.url}/svc-api/files`, { method: 'POST', headers });
    const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
    asked.write('--b\r\nContent-Disposition: form-data; name="form"; filename="slow.pdf"\r\n\r\n%PDF-1.7\n');
    await delay(requestMs / 2);
    asked.end('%%EOF\r\n--b--\r\n');
    const [answer] = await answered;
    answer.resume();
    return answer.statusCode;
  };
  // At 16 at a time, half of them would not get their turn within the waiting time of a request.
  const statuses = await Promise.all(Array.from({ length: 100 }, slowUpload));
  expect(statuses.filter((status) => status !== 201)).toEqual([]);
});
