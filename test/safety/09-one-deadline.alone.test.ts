/** The time of a request is limited as a whole: waiting for a connection and all statements count together. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { limits, type TestClient, type TestService, testService } from '../support/service.ts';

const requestMs = 1500;

let fresh: FreshDatabase;
let service: TestService;
let client: TestClient;

beforeAll(async () => {
  fresh = await freshDatabase();
  service = await testService({ databaseUrl: fresh.url, limits: { ...limits, requestMs, databaseConnections: 1 } });
  client = await service.client(await service.openAccount('acme'));
  await client.call('GET', '/svc-api/taxonomies');
});
afterAll(async () => {
  await service.stop();
  await fresh.drop();
});

test('time spent waiting for a connection counts toward the time limit', async () => {
  const holder = new pg.Client({ connectionString: fresh.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table taxonomies in access exclusive mode');
  const first = client.call('GET', '/svc-api/taxonomies');
  await delay(requestMs / 4);
  const startedAt = performance.now();
  const second = await client.call('GET', '/svc-api/taxonomies');
  const ms = performance.now() - startedAt;
  await holder.end();
  expect([(await first).status, second.status]).toEqual([500, 500]);
  expect(second.body.type).toContain('timeout');
  expect(ms).toBeGreaterThan(requestMs * 0.9);
  expect(ms).toBeLessThan(requestMs * 1.5);
  expect((await client.call('GET', '/svc-api/taxonomies')).status).toBe(200);
});

test('a request that waited for its turn has only the rest of the time', async () => {
  const holder = new pg.Client({ connectionString: fresh.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table taxonomies in access exclusive mode');
  const startedAt = performance.now();
  // More than may start at once: the last ones to start have waited for nearly half of their time.
  const times = await Promise.all(
    Array.from({ length: 80 }, () =>
      client.call('GET', '/svc-api/taxonomies').then(() => performance.now() - startedAt),
    ),
  );
  await holder.end();
  expect(Math.max(...times)).toBeLessThan(requestMs * 1.4);
});
