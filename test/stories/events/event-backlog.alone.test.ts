/** Publishing a backlog costs as much for many small transactions as for a large one, also where the planner expects nothing. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { type TestService, testService } from '../../support/service.ts';

const events = 1500;
/** When each event was looked for among all transactions, it was fifty times. */
const ratioMost = 3;

let database: FreshDatabase;
let service: TestService;
let accountId: string;
let connection: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  service = await testService({ databaseUrl: database.url });
  accountId = (await service.openAccount('acme')).id;
  connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
  await connection.query(`select set_config('muster.account_id', $1, false)`, [accountId]);
});
afterAll(async () => {
  await connection.end();
  await service.stop();
  await database.drop();
});

const waiting = `
insert into outbox (account_id, transaction_id, topic, data_type, data_id, occurred_at, author, data)
select $1, ((1000000 + number / $3)::text)::xid8, 'taxonomy.created', 'taxonomy', number::text, now(), '{"type":"service"}',
  '{"id":"' || number || '"}'
from generate_series(0, $2::integer - 1) as number`;

/** Milliseconds. */
async function publish(count: number, eventsOfEach: number): Promise<number> {
  // As the publisher does: the table keeps its pages, and statistics say that they are empty.
  await connection.query('vacuum (truncate false) outbox');
  await connection.query('begin');
  // The service looks for events itself; it waits here for those that are measured.
  await connection.query('select from published where account_id = $1 for update', [accountId]);
  await connection.query(waiting, [accountId, count, eventsOfEach]);
  const lastId = async (): Promise<number> =>
    Number(
      (await connection.query('select last_id from published where account_id = $1', [accountId])).rows[0]?.last_id ??
        0,
    );
  const before = await lastId();
  const startedAtMs = performance.now();
  await connection.query('commit');
  await service.publisher.publishAll();
  await expect.poll(lastId, { interval: 1 }).toBe(before + count);
  return performance.now() - startedAtMs;
}

test('a backlog of many transactions is published in about the time of one with as many events', async () => {
  await publish(events, events);
  const ms = { many: Number.POSITIVE_INFINITY, one: Number.POSITIVE_INFINITY };
  for (let turn = 0; turn < 3; turn += 1) {
    ms.many = Math.min(ms.many, await publish(events, 1));
    ms.one = Math.min(ms.one, await publish(events, events));
  }
  expect(ms.many / ms.one, JSON.stringify(ms)).toBeLessThan(ratioMost);
});
