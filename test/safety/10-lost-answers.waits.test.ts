/** The network between the service and PostgreSQL fails: during a commit, or by dropping everything. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CutNetwork, startCutNetwork, through } from '../faults/cut-network.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { limits, type TestClient, type TestService, testService } from '../support/service.ts';

let fresh: FreshDatabase;
let network: CutNetwork;
let service: TestService;
let client: TestClient;

beforeAll(async () => {
  fresh = await freshDatabase();
  network = await startCutNetwork(() => Number(new URL(fresh.url).port));
  service = await testService({
    databaseUrl: through(network, fresh.url),
    masterKey: randomBytes(32),
    limits: { ...limits, databaseSilenceMs: 4000 },
  });
  client = await service.client(await service.openAccount('acme'));
  // Nothing else commits meanwhile.
  await service.publisher.stop();
});
afterAll(async () => {
  network.mend();
  await service.stop();
  await network.close();
  await fresh.drop();
});

const create = (name: string, headers: Record<string, string> = {}) =>
  client.call('POST', '/svc-api/taxonomies', { body: { name }, headers });
const named = async (name: string): Promise<number> =>
  (await client.call('GET', `/svc-api/taxonomies?limit=1000`)).body.items.filter(
    (one: { name: string }) => one.name === name,
  ).length;
/** The format of PostgreSQL's responses to statements. */
const commandOf = (words: string) => `${words}\0`;

test('a creation whose commit is not answered is not known; under its key it is found, and made once', async () => {
  const headers = { 'idempotency-key': 'once' };
  network.breakBefore(commandOf('COMMIT'), 'Committed');
  const lost = await create('Committed', headers);
  expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '2']);
  expect(lost.body.type).toMatch(/\/problems\/outcome-unknown$/);
  expect(lost.body.detail).toContain('Idempotency-Key');
  const again = await create('Committed', headers);
  expect(again.status, again.text).toBe(201);
  expect(await named('Committed')).toBe(1);
});

test('a change that is lost before the commit is known not to be made', async () => {
  network.breakBefore(commandOf('BEGIN'));
  const lost = await create('Begun', { 'idempotency-key': 'begun' });
  expect([lost.status, lost.body.type]).toEqual([503, expect.stringMatching(/\/problems\/unavailable$/)]);
  expect(await named('Begun')).toBe(0);
});

test('a reader is asked to retry after any lost response', async () => {
  // Only the response to the list contains this name.
  network.breakBefore('Committed');
  const lost = await client.call('GET', '/svc-api/taxonomies');
  expect([lost.status, lost.body.type]).toEqual([503, expect.stringMatching(/\/problems\/unavailable$/)]);
  expect((await client.call('GET', '/svc-api/taxonomies')).status).toBe(200);
});

test('while PostgreSQL is silent everybody gets a 503, more of them than there are connections too', async () => {
  network.cut();
  const startedMs = performance.now();
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, at) =>
      at % 2 === 0 ? client.call('GET', '/svc-api/taxonomies') : create('Silent'),
    ),
  );
  expect(performance.now() - startedMs).toBeLessThan(20_000);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 503));
  for (const { headers } of replies) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(503);
  expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  network.mend();
  await expect.poll(async () => (await fetch(`${service.url}/health/ready`)).status).toBe(200);
  await expect.poll(async () => (await create('Again')).status).toBe(201);
});

test('every connection of the service tells PostgreSQL how long it waits for what', () => {
  // Others are cancellations, or were cut before they were open.
  const sessions = network.greetings.filter((greeting) =>
    /\b(select|insert|update|delete|begin|set)\b/i.test(greeting),
  );
  expect(sessions.length).toBeGreaterThan(3);
  for (const greeting of sessions) {
    for (const setting of [
      '"statement_timeout":',
      '"lock_timeout":',
      '"idle_in_transaction_session_timeout":4000',
      '"tcp_user_timeout":4000',
      '"tcp_keepalives_idle":2',
      '"tcp_keepalives_interval":1',
      '"tcp_keepalives_count":2',
    ]) {
      expect(greeting).toContain(setting);
    }
  }
  const migrations = sessions.filter((greeting) => greeting.includes('muster migrate'));
  expect(migrations.length).toBeGreaterThan(0);
  for (const greeting of migrations) expect(greeting).toContain('"idle_session_timeout":4000');
});
