/**
 * Tables and statements stay inside what Citus accepts, so that accounts can be spread over several servers: docs/scaling.md.
 * These rules are checked on any PostgreSQL. On Citus itself, tests run with MUSTER_TEST_DATABASE_URL.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { coordinatorTables } from '../server/operator/spread-tables.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { codeOf, sources } from './support/sources.ts';

let fresh: FreshDatabase;
let connection: pg.Client;

beforeAll(async () => {
  fresh = await freshDatabase();
  connection = new pg.Client({ connectionString: fresh.url });
  await connection.connect();
});

afterAll(async () => {
  await connection.end();
  await fresh.drop();
});

/** Tables whose rows are on the server of their account. */
const spread = `
select table_class.oid, table_class.relname from pg_class as table_class
  join pg_attribute as own on own.attrelid = table_class.oid and own.attname = 'account_id' and not own.attisdropped
where table_class.relnamespace = current_schema()::regnamespace and table_class.relkind in ('r', 'p')
  and not table_class.relispartition and table_class.relname <> all($1)`;

const names = async (text: string): Promise<string[]> =>
  (await connection.query<{ name: string }>(text, [coordinatorTables])).rows.map(({ name }) => name);

test('tables that stay on the coordinator exist, and belong to accounts', async () => {
  const { rows } = await connection.query<{ name: string }>(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'account_id'
where relname = any($1) and relkind in ('r', 'p')`,
    [coordinatorTables],
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...coordinatorTables].sort());
});

/** A distributed database has them already, in the form that Citus wants. */
const isPlain = !process.env.MUSTER_TEST_DATABASE_URL;

test.runIf(isPlain)('what is unique is unique in an account', async () => {
  const wrong = await names(`
with spread as (${spread})
select index_class.relname as name from pg_index join spread on spread.oid = indrelid
  join pg_class as index_class on index_class.oid = indexrelid
where (indisunique or indisexclusion) and not exists (
  select from pg_attribute where attrelid = indrelid and attnum = any(indkey) and attname = 'account_id')`);
  // Its key gets the account when a database is distributed.
  expect(wrong).toEqual(['outbox_pkey']);
});

test.runIf(isPlain)('rows refer to rows of the same account, on the same server', async () => {
  const wrong = await names(`
with spread as (${spread})
select conname as name from pg_constraint
where contype = 'f' and conparentid = 0 and (conrelid in (select oid from spread) or confrelid in (select oid from spread))
  and not (conrelid in (select oid from spread) and confrelid in (select oid from spread)
    and exists (select from pg_attribute where attrelid = conrelid and attnum = conkey[1] and attname = 'account_id')
    and exists (select from pg_attribute where attrelid = confrelid and attnum = confkey[1] and attname = 'account_id'))`);
  // Administrators stay on the coordinator, so these are dropped when a database is distributed.
  expect(wrong.sort()).toEqual([
    'administrator_invitations_employee_record_id_fkey',
    'administrators_employee_record_id_fkey',
  ]);
});

/** Each with what would be wrong. */
const refused: readonly [string, RegExp][] = [
  [
    'draws a number in an update: draw it in an earlier step',
    /\bupdate\s[^;`]*?\sset\s(?:(?!\bfrom\b|\bwhere\b)[^;`])*nextval\(/,
  ],
  ['finds rows by their place alone, which each part has: name the account too', /\bwhere ctid\b/],
  ['sets the account by a function, which does not reach workers', /set_config\('muster\.account_id', [^)]*true\)/],
];

const wrongIn = (text: string): string[] => refused.filter(([, form]) => form.test(text)).map(([reason]) => reason);

test('statements compute nothing where Citus does not', () => {
  const product = sources.filter(({ file }) => file.startsWith('server/') && !file.endsWith('.test.ts'));
  const wrong = product.flatMap((source) => wrongIn(codeOf(source)).map((reason) => `${source.file} ${reason}`));
  expect(wrong).toEqual([]);
});

/**
 * Outer joins of a table of the coordinator, or of a query of it, next to rows of accounts or to what another text names.
 * Citus takes a query in the place of a value, `(select … from account_settings where account_id = $1)`, or an inner join.
 */
function outerJoinsIn(text: string, tables: readonly string[]): string[] {
  const found = text.matchAll(
    new RegExp(`\\b(?:left|right|full) join (?:\\(select [^()]* from )?(${coordinatorTables.join('|')})\\b`, 'g'),
  );
  return [...found].flatMap(({ index, 1: table = '' }) => {
    const before = text.slice(0, index).split(/[`';]/).at(-1) ?? '';
    const [, joined] = /^.*\bfrom\b(.*)$/s.exec(before) ?? [];
    const isAlone = joined !== undefined && !(joined.match(/\w+/g) ?? []).some((word) => tables.includes(word));
    return isAlone ? [] : [table];
  });
}

test('no outer join has a table of the coordinator next to rows of accounts', async () => {
  const tables = await names(`select relname as name from (${spread}) as spread`);
  const product = sources.filter(({ file }) => file.startsWith('server/') && !file.endsWith('.test.ts'));
  const wrong = product.flatMap((source) =>
    outerJoinsIn(codeOf(source), tables).map((table) => `${source.file} ${table}`),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['select 1 from leaves left join account_settings as setting on setting.account_id = $1', ['account_settings']],
  ['{ join: `left join account_settings on account_id = $1` }', ['account_settings']],
  ['select 1 from accounts left join account_settings as setting on setting.account_id = accounts.id', []],
  ['select 1 from leaves left join (select * from account_settings) as setting on true', ['account_settings']],
  ['select (select language from account_settings where account_id = $1) from leaves', []],
])('%s: %j is found', (text, found) => {
  expect(outerJoinsIn(text, ['leaves'])).toEqual(found);
});

test.each([
  ["update a set b = 1, revision = nextval('revisions') where account_id = $1", 1],
  ["with c as (select nextval('revisions') as revision) update a set revision = c.revision from c", 0],
  ["select set_config('muster.account_id', $1, true)", 1],
])('%s: %i mistakes are found', (text, mistakes) => {
  expect(wrongIn(text)).toHaveLength(mistakes);
});
