/**
 * Every process that finds the partition of the week missing creates it. A process that waits holds no row that another
 * needs: a ping and the publisher would wait for each other until PostgreSQL ends one of them.
 */
import { webhookDeliveries } from '@muster/contract/resources/webhook-deliveries.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { exampleBody, newcomer } from '../support/examples.ts';
import { department } from '../support/organization/departments.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';

let service: TestService;
let client: TestClient;
let watcher: pg.Client;
const weekMs = 7 * 86_400_000;

beforeAll(async () => {
  service = await testService();
  ({ client } = await newcomer(service));
  const [row] = await service.database.query<{ name: string }>('select current_database() as name');
  const url = new URL(inject('superuserUrl'));
  url.pathname = `/${row?.name}`;
  watcher = new pg.Client({ connectionString: url.href });
  await watcher.connect();
});
afterAll(async () => {
  await watcher.end();
  await service.stop();
});

/** As a process that creates the partition of events at this moment. */
async function holdWeek(moment: Date): Promise<string> {
  const { rows } = await watcher.query<{ key: string }>(
    `select hashtextextended('events' || to_char($1::timestamptz at time zone 'UTC', '_IYYY"w"IW'), 0)::text as key`,
    [moment],
  );
  const { key } = rows[0] as { key: string };
  await watcher.query('select pg_advisory_lock($1)', [key]);
  return key;
}

/** Sessions that wait for the partition, and how many of them have locked rows of `published`. */
async function waiting(): Promise<{ waiters: number; holders: number }> {
  const { rows } = await watcher.query<{ waiters: number; holders: number }>(`
    with waiters as (select pid from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database()))
    select (select count(*)::int from waiters) as waiters,
      (select count(distinct pid)::int from pg_locks where pid in (select pid from waiters) and granted
        and relation = 'published'::regclass and mode in ('RowShareLock', 'RowExclusiveLock')) as holders`);
  return rows[0] as { waiters: number; holders: number };
}

test('a ping and a publication that meet at the beginning of a week do not wait for each other', async () => {
  const body = await exampleBody(client, webhookDeliveries);
  await service.publisher.publishAll();
  // Partitions are created ahead, but not for a clock that jumps so far.
  service.advance(6 * weekMs);
  client = await service.renewed(client);
  const key = await holdWeek(service.now());
  const ping = client.call('POST', '/svc-api/webhook-deliveries', { body });
  await expect.poll(waiting).toMatchObject({ waiters: 1 });
  await department(client, { name: 'Company' });
  await expect.poll(waiting).toEqual({ waiters: 2, holders: 0 });
  await watcher.query('select pg_advisory_unlock($1)', [key]);
  const created = await ping;
  expect(created.status, created.text).toBe(201);
  await service.publisher.publishAll();
  const { body: events } = await client.call('GET', '/svc-api/events?limit=100');
  expect(events.items.map(({ topic }: { topic: string }) => topic)).toEqual(
    expect.arrayContaining(['ping', 'department.created']),
  );
  expect(service.logLines.filter((line) => line.includes('could not be published'))).toEqual([]);
});
