/** A backlog is published in parts of whole transactions, also where a transaction began in one part and ended in the next. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { type TestService, testService } from '../../support/service.ts';

/** More than one part holds. */
const singles = 5200;

let database: FreshDatabase;
let service: TestService;
let connection: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  service = await testService({ databaseUrl: database.url });
  connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
});
afterAll(async () => {
  await connection.end();
  await service.stop();
  await database.drop();
});

const waiting = `
insert into outbox (account_id, transaction_id, topic, data_type, data_id, occurred_at, author, data)
select $1, (($2::integer + number * $5::integer)::text)::xid8, 'taxonomy.created', 'taxonomy', $3 || number, now(),
  '{"type":"service"}', '{}'
from generate_series(1, $4::integer) as number`;

test('events of a transaction stay together, where its last one was recorded', async () => {
  const { id: accountId } = await service.openAccount('acme');
  await connection.query('begin');
  await connection.query(`select set_config('muster.account_id', $1, true)`, [accountId]);
  await connection.query('lock table outbox in share row exclusive mode');
  const long = 900;
  const record = (transaction: number, name: string, count: number, step: 0 | 1) =>
    connection.query(waiting, [accountId, transaction, name, count, step]);
  await record(long, 'first ', 3, 0);
  await record(10_000, 'single ', singles, 1);
  await record(long, 'last ', 2, 0);
  await record(20_000, 'later ', 50, 1);
  await connection.query('commit');
  await service.publisher.publishAll();
  await connection.query(`select set_config('muster.account_id', $1, false)`, [accountId]);
  const logged = async (): Promise<string[]> =>
    (await connection.query('select data_id from events where account_id = $1 order by id', [accountId])).rows.map(
      (row) => row.data_id,
    );
  await expect.poll(async () => (await logged()).length).toBe(singles + 55);
  const numbered = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at + 1}`);
  expect(await logged()).toEqual([
    ...numbered('single', singles),
    ...[...numbered('first', 3), ...numbered('last', 2)],
    ...numbered('later', 50),
  ]);
});
