/** A backlog of events is published in parts of whole transactions, and many small ones take no longer than a large one. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { type TestService, testService } from '../../support/service.ts';

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
select $1, (($2::integer + case when $5::boolean then number else 0 end)::text)::xid8, 'taxonomy.created', 'taxonomy',
  $3 || number, now(), '{"type":"service"}', '{"id":"' || number || '"}'
from generate_series(1, $4::integer) as number`;

type Transactions = 'one' | 'each its own';

/** Events that wait for their publication, in one transaction or in many from a number on. */
const record = (transactions: Transactions, first: number, name: string, count: number) =>
  connection.query(waiting, [accountId, first, name, count, transactions === 'each its own']);

/** The publisher waits for the end of the transaction, so that it finds all of them at once. */
const withheld = async (work: () => Promise<unknown>): Promise<void> => {
  await connection.query('begin');
  await connection.query('lock table outbox in share row exclusive mode');
  await work();
  await connection.query('commit');
};

const lastId = async (): Promise<number> => {
  const { rows } = await connection.query('select last_id from published where account_id = $1', [accountId]);
  return Number(rows[0]?.last_id ?? 0);
};

async function published(upTo: number): Promise<void> {
  await service.publisher.publishAll();
  await expect.poll(lastId, { interval: 1 }).toBe(upTo);
}

const events = 1500;
/** When each event was looked for among all transactions, it was fifty times. */
const ratioMost = 3;

/** Milliseconds. */
async function timeOf(transactions: Transactions): Promise<number> {
  // As the publisher does: the table keeps its pages, and statistics say that they are empty.
  await connection.query('vacuum (truncate false) outbox');
  const before = await lastId();
  await withheld(() => record(transactions, 1_000_000, 'timed ', events));
  const startedAtMs = performance.now();
  await published(before + events);
  return performance.now() - startedAtMs;
}

test('a backlog of many transactions is published in about the time of one with as many events', async () => {
  await timeOf('one');
  const ms = { many: Number.POSITIVE_INFINITY, one: Number.POSITIVE_INFINITY };
  for (let turn = 0; turn < 3; turn += 1) {
    ms.many = Math.min(ms.many, await timeOf('each its own'));
    ms.one = Math.min(ms.one, await timeOf('one'));
  }
  expect(ms.many / ms.one, JSON.stringify(ms)).toBeLessThan(ratioMost);
});

test('events of a transaction stay together, where its last one was recorded', async () => {
  // More than one part holds.
  const singles = 5200;
  const before = await lastId();
  await withheld(async () => {
    await record('one', 900, 'first ', 3);
    await record('each its own', 10_000, 'single ', singles);
    await record('one', 900, 'last ', 2);
    await record('each its own', 20_000, 'later ', 50);
  });
  await published(before + singles + 55);
  const { rows } = await connection.query('select data_id from events where account_id = $1 and id > $2 order by id', [
    accountId,
    before,
  ]);
  const numbered = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at + 1}`);
  expect(rows.map((row) => row.data_id)).toEqual([
    ...numbered('single', singles),
    ...[...numbered('first', 3), ...numbered('last', 2)],
    ...numbered('later', 50),
  ]);
});
