/** Two nodes on one database: each sees the changes of the other, and work is done once. */
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { revokeClient } from '../../../cli/client-applications.ts';
import { diskStorage } from '../../../server/files/disk-storage.ts';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import { type Service, startService } from '../../../server/service/service.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { call, limits, type TestClient, type TestService, testService } from '../../support/service.ts';

const masterKey = randomBytes(32);
let shared: FreshDatabase;
let first: TestService;
let second: Service & { url: string };
let client: TestClient;

beforeAll(async () => {
  shared = await freshDatabase();
  first = await testService({ databaseUrl: shared.url, masterKey });
  const port = await findFreePort();
  const node = await startService({
    databaseUrl: shared.url,
    host: '127.0.0.1',
    port,
    publicUrl: first.url,
    authUrl: null,
    accountHosts: [],
    trustedProxies: [],
    masterKey,
    storage: diskStorage(first.filesDir),
    limits,
    now: () => new Date(),
    logger: pino({ level: 'silent' }),
  });
  second = { ...node, url: `http://127.0.0.1:${port}` };
  client = await first.client(await first.openAccount('acme'));
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await shared.drop();
});

const onSecond = (method: string, path: string, options = {}) => call(second.url, client.token, method, path, options);

test('a token, a row, a cursor and an idempotency key of one node are known to the other', async () => {
  const headers = { 'idempotency-key': 'once' };
  const made = await client.call('POST', '/svc-api/taxonomies', { body: { name: 'Skills' }, headers });
  const again = await onSecond('POST', '/svc-api/taxonomies', { body: { name: 'Skills' }, headers });
  expect([again.status, again.body]).toEqual([201, made.body]);
  await client.call('POST', '/svc-api/taxonomies', { body: { name: 'Languages' } });
  const page = await client.call('GET', '/svc-api/taxonomies?limit=1&include=links');
  const { search } = new URL(page.body.links.next.href);
  expect((await onSecond('GET', `/svc-api/taxonomies${search}`)).body.items[0].name).toBe('Languages');
});

test('events written through both are published once each, in an order that both agree on', async () => {
  const writes = Array.from({ length: 60 }, (_, index) => {
    const body = { name: `Set ${index}` };
    return index % 2
      ? client.call('POST', '/svc-api/taxonomies', { body })
      : onSecond('POST', '/svc-api/taxonomies', { body });
  });
  const ids = (await Promise.all(writes)).map(({ body }) => body.id);
  await Promise.all([first.publisher.publishAll(), second.publisher.publishAll()]);
  const query = '/svc-api/events?topic=taxonomy.created&limit=1000';
  const [one, other] = await Promise.all([client.call('GET', query), onSecond('GET', query)]);
  expect(one.body.items).toEqual(other.body.items);
  const seen = one.body.items.map(({ data }: { data: { id: string } }) => data.id);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(ids));
});

test('a client that waits at one node gets what the other publishes within a second', async () => {
  const fresh = await first.client(await first.openAccount('initech'));
  const path = '/svc-api/events?wait=20';
  const waiting = call(second.url, fresh.token, 'GET', path);
  await new Promise((resolve) => setTimeout(resolve, 500));
  // The second node has nothing to publish: its publisher finds the outbox empty.
  await fresh.call('POST', '/svc-api/taxonomies', { body: { name: 'Skills' } });
  await first.publisher.publishAll();
  const publishedMs = performance.now();
  expect((await waiting).body.items).toMatchObject([{ topic: 'taxonomy.created' }]);
  expect(performance.now() - publishedMs).toBeLessThan(1000);
});

test('a client revoked through one is refused by the other within a second', async () => {
  const revoked = await first.client(await first.openAccount('globex'));
  expect((await call(second.url, revoked.token, 'GET', '/svc-api/taxonomies')).status).toBe(200);
  await revokeClient(first, revoked.credentials.clientId);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect((await call(second.url, revoked.token, 'GET', '/svc-api/taxonomies')).status).toBe(401);
});
