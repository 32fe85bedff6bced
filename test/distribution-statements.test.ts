/**
 * Every statement about rows of accounts names the account, also without row-level security: Citus then sends it to one
 * worker, and changes and locks rows there (docs/decisions/0094). An insertion of rows that are read returns something:
 * otherwise Citus copies the rows, which row-level security refuses. Read from the plans of the statements that the service
 * sends while it answers every operation of every resource, publishes, sends and cleans. On any PostgreSQL.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { coordinatorTables } from '../server/operator/spread-tables.ts';
import { changeOf, everyResource, newcomer, pathOf, populate, someRow } from './support/examples.ts';
import { sentDuring } from './support/sent-statements.ts';
import { type TestService, testService } from './support/service.ts';

/** Across accounts on purpose, by how they begin: they only read, or Citus has a form of its own. */
const acrossAccounts: readonly [string, string][] = [
  ['select distinct account_id from outbox', 'publication looks for accounts with news'],
  ['select clock_at as "clockAt"', 'the newest event of all tells whether the clock can be trusted'],
];

let service: TestService;
/** As a superuser, whom row-level security does not limit: its conditions are not in the plans. */
let connection: pg.Client;
let spread: Set<string>;
/** Of these, tables with row-level security. */
let secured: Set<string>;

const isPlain = !process.env.MUSTER_TEST_DATABASE_URL;

beforeAll(async () => {
  if (!isPlain) return;
  service = await testService();
  const [{ name } = { name: '' }] = await service.database.query<{ name: string }>('select current_database() as name');
  const url = Object.assign(new URL(inject('superuserUrl')), { pathname: `/${name}` });
  connection = new pg.Client({ connectionString: url.href });
  await connection.connect();
  // Tables are nearly empty: a plan would rather read all of them than compare accounts.
  await connection.query('set enable_seqscan = off; set enable_bitmapscan = off');
});

afterAll(async () => {
  await connection?.end();
  await service?.stop();
});

async function everything(): Promise<void> {
  const { client } = await newcomer(service);
  for (const resource of everyResource) {
    await populate(service, client, resource, 2);
    await client.call('GET', `${pathOf(resource)}?limit=1`);
    const { id } = await someRow(service, client, resource);
    await client.call('GET', pathOf(resource, id));
    await client.call('PATCH', pathOf(resource, id), { body: changeOf(resource) });
    await client.call('DELETE', pathOf(resource, id));
  }
  await service.publisher.publishAll();
  await service.housekeeping.clean();
}

/** Tables whose rows are on the worker of their account, with their partitions. */
async function findTables(): Promise<void> {
  const { rows } = await connection.query<{ name: string; isSecured: boolean }>(
    `select relname as name, relrowsecurity as "isSecured"
from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'account_id'
where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
  and coalesce((select inhparent from pg_inherits where inhrelid = pg_class.oid), pg_class.oid)::regclass::text <> all($1)`,
    [coordinatorTables],
  );
  spread = new Set(rows.map(({ name }) => name));
  secured = new Set(rows.filter(({ isSecured }) => isSecured).map(({ name }) => name));
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
  readonly [detail: string]: unknown;
}

const namesAccount = /\baccount_id\)?(::\w+)? = |= (\w+\.)?account_id\b/;

/** Tables that the statement reads in all accounts. */
function readInAll(node: PlanNode): string[] {
  const table = node['Relation Name'];
  const details = Object.entries(node).flatMap(([name, value]) => (/Cond$|Filter$/.test(name) ? [String(value)] : []));
  // What a change changes is read by a step below it.
  const isRead = node['Node Type'] !== 'ModifyTable' && table !== undefined && spread.has(table);
  const isWrong = isRead && !details.some((detail) => namesAccount.test(detail));
  return [...(isWrong ? [table] : []), ...(node.Plans ?? []).flatMap(readInAll)];
}

/** Tables into which Citus would copy rows. Single rows and lists of values are sent as they are. */
function copiedInto(node: PlanNode): string[] {
  const { 'Relation Name': table = '', Operation, Output, 'Conflict Resolution': resolution, Plans = [] } = node;
  const isInsertion = node['Node Type'] === 'ModifyTable' && Operation === 'Insert' && secured.has(table);
  const isOfValues = Plans.every((plan) => ['Result', 'Values Scan'].includes(plan['Node Type']));
  const isWrong = isInsertion && !isOfValues && Output === undefined && resolution === undefined;
  return [...(isWrong ? [table] : []), ...Plans.flatMap(copiedInto)];
}

const plans = new Map<string, Promise<PlanNode>>();

/** Each is made once. */
function planOf(text: string): Promise<PlanNode> {
  const plan = plans.get(text) ?? planned(text);
  plans.set(text, plan);
  return plan;
}

async function planned(text: string): Promise<PlanNode> {
  const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (generic_plan, verbose, format json, costs off) ${text}`,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan ?? { 'Node Type': '' };
}

const wrongIn = async (text: string): Promise<string[]> => readInAll(await planOf(text));

let texts: readonly string[];

test.skipIf(!isPlain)(
  'every statement about rows of accounts names the account',
  async () => {
    const sent = await sentDuring(everything);
    await findTables();
    texts = [...sent].map((text) => text.trim()).filter((text) => /^(select|with|insert|update|delete)\b/.test(text));
    expect(texts.length).toBeGreaterThan(250);
    const wrong: string[] = [];
    for (const text of texts) if ((await wrongIn(text)).length > 0) wrong.push(text);
    const unexplained = wrong.filter((text) => !acrossAccounts.some(([beginning]) => text.startsWith(beginning)));
    expect(unexplained).toEqual([]);
    // A line that no statement needs is deleted.
    expect(acrossAccounts.filter(([beginning]) => !wrong.some((text) => text.startsWith(beginning)))).toEqual([]);
  },
  240_000,
);

test.skipIf(!isPlain)('every insertion of rows that are read returns something', async () => {
  const copied: string[] = [];
  for (const text of texts) if (copiedInto(await planOf(text)).length > 0) copied.push(text);
  expect(copied).toEqual([]);
});

test.skipIf(!isPlain).each([
  ['insert into leave_half_days (account_id, day) select $1, day from leave_half_days where account_id = $1', true],
  ['insert into leave_half_days (account_id, day) select $1, day from unnest($2::date[]) as day returning 1', false],
  [
    'with a as (insert into events (account_id, id) select $1, number from generate_series(1, 2) as number) select 1',
    true,
  ],
  [
    'insert into leave_half_days (account_id, day) select $1, day from unnest($2::date[]) as day on conflict do nothing',
    false,
  ],
  ['insert into leave_half_days (account_id, day) values ($1, $2), ($1, $3)', false],
  ['insert into leave_recounts (account_id, due_at) select $1, at from unnest($2::timestamptz[]) as at', false],
])('%s: %j that Citus would copy', async (text, isCopied) => {
  await findTables();
  expect(copiedInto(await planOf(text)).length > 0).toBe(isCopied);
});

test.skipIf(!isPlain).each([
  ['select id from employees where account_id = $1', []],
  ['select id from employees where id = $1', ['employees']],
  ['select 1 from employees as a join leaves as b on b.account_id = a.account_id where a.account_id = $1', []],
  ['select 1 from employees as a join leaves as b on b.employee_id = a.id where a.account_id = $1', ['leaves']],
  ['update employees set email = $2 where id = $1', ['employees']],
  ['select id from administrators where id = $1', []],
])('%s: %j is found', async (text, found) => {
  await findTables();
  expect(await wrongIn(text)).toEqual(found);
});
