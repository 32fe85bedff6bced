/**
 * Moves all data from one server of PostgreSQL to another. The schema comes from the migrations, the rows from COPY. The
 * target changes in one transaction, which commits only if every table has the count and the checksum of its source, so a
 * move that fails leaves nothing behind.
 */
import { type Connection, connected } from '../platform/database/connection.ts';
import { copyTable } from '../platform/database/copy-table.ts';
import { migrate } from '../platform/database/migrate.ts';
import { pendingContracts, pendingMigrations, unknownMigrations } from '../platform/database/migration-files.ts';
import { ensurePartitions } from './partitions.ts';
import { differences, type Tallies, tally } from './tally.ts';

export interface Moved {
  readonly tables: number;
  readonly rows: number;
}

/** The role of both connections owns its database. */
export async function moveDatabase(fromUrl: string, toUrl: string, now: Date): Promise<Moved> {
  const options = { name: 'muster move', statementMs: 0, silenceMs: 0, lockMs: 10_000 };
  const source = await connected({ url: fromUrl, ...options });
  try {
    await refuseUnlessReady(source);
    const target = await connected({ url: toUrl, ...options });
    try {
      await refuseUnlessEmpty(target);
      await migrate(toUrl, now);
      return await moved(source, target);
    } finally {
      await target.end();
    }
  } finally {
    await source.end();
  }
}

const rowsOf =
  (connection: Connection) =>
  async (text: string): Promise<unknown[]> =>
    (await connection.query(text)).rows;

async function refuseUnlessReady(source: Connection): Promise<void> {
  const [pending] = await pendingMigrations(rowsOf(source));
  if (pending !== undefined) throw new Error(`A migration of the database is due (${pending}): run "muster migrate".`);
  // An empty target gets all migrations, so the source must have them too.
  const [unfinished] = await pendingContracts(rowsOf(source));
  if (unfinished !== undefined) {
    throw new Error(`The upgrade has not ended (${unfinished} is missing): run "muster migrate --finish".`);
  }
  const [later] = await unknownMigrations(rowsOf(source));
  if (later !== undefined) throw new Error(`The schema is newer than this release: it has the migration ${later}.`);
  const { rows } = await source.query<{ name: string }>(`
select application_name as name from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid() and application_name like 'muster%' limit 1`);
  if (rows[0]) throw new Error(`The database is in use (${rows[0].name}): stop every node first.`);
}

/** A move that has failed leaves the schema without rows. */
async function refuseUnlessEmpty(target: Connection): Promise<void> {
  const { rows } = await target.query<{ is_there: boolean }>(
    `select to_regclass('public.accounts') is not null as is_there`,
  );
  if (!rows[0]?.is_there) return;
  const { rows: found } = await target.query<{ has_rows: boolean }>(
    'select exists (select from public.accounts) or exists (select from public.installation) as has_rows',
  );
  if (found[0]?.has_rows) throw new Error('The database to move to has data of Muster already: empty it first.');
}

async function moved(source: Connection, target: Connection): Promise<Moved> {
  await source.query('begin isolation level repeatable read');
  await target.query('begin');
  try {
    // Nobody writes from here on, and the one snapshot of this transaction begins after it.
    await source.query(`lock table ${(await tablesOf(source)).map(({ name }) => name).join(', ')}`);
    await openToOwner(source);
    await ensurePartitions(source, target);
    const closeAgain = await prepareTarget(target);
    for (const { name, columns } of await tablesOf(source)) await copyTable(source, target, name, columns);
    await copySequences(source, target);
    const [before, after] = [await tally(source), await tally(target)];
    const different = differences(before, after);
    if (different.length > 0) throw new Error(`These tables are not the same after the move: ${different.join(', ')}.`);
    await closeAgain();
    await target.query('commit');
    await target.query('analyze');
    return summed(before);
  } catch (error) {
    await target.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    // Only the access of the owner was changed.
    await source.query('rollback').catch(() => undefined);
  }
}

const summed = (tallies: Tallies): Moved => {
  const all = Object.values(tallies);
  return { tables: all.length, rows: all.reduce((sum, { rows }) => sum + rows, 0) };
};

interface Table {
  readonly name: string;
  /** Without those that the database computes. */
  readonly columns: readonly string[];
}

async function tablesOf(connection: Connection): Promise<Table[]> {
  const { rows } = await connection.query<Table>(`
select 'public.' || quote_ident(c.relname) as name,
  array_agg(quote_ident(a.attname)::text order by a.attnum) filter (where a.attgenerated = '') as columns
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by 1`);
  return rows;
}

/** Row-level security binds the owner too. Until the end of the transaction it does not. Returns the statements that undo it. */
async function openToOwner(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(`
select c.oid::regclass::text as name from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity`);
  for (const { name } of rows) await connection.query(`alter table ${name} no force row level security`);
  return rows.map(({ name }) => `alter table ${name} force row level security`);
}

/**
 * Removes what stands in the way of bulk data: references, which are checked when they are made again, triggers, which
 * would write rows that are copied, and rows that migrations have written. Returns the function that restores all of it.
 */
async function prepareTarget(target: Connection): Promise<() => Promise<void>> {
  const undo: string[] = [];
  const { rows: references } = await target.query<{ table: string; name: string; definition: string }>(`
select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`);
  for (const { table, name, definition } of references) {
    await target.query(`alter table ${table} drop constraint ${name}`);
    undo.push(`alter table ${table} add constraint ${name} ${definition}`);
  }
  const { rows: triggered } = await target.query<{ table: string }>(`
select distinct tgrelid::regclass::text as table from pg_trigger join pg_class c on c.oid = tgrelid
where not tgisinternal and c.relnamespace = 'public'::regnamespace`);
  for (const { table } of triggered) {
    await target.query(`alter table ${table} disable trigger user`);
    undo.push(`alter table ${table} enable trigger user`);
  }
  undo.push(...(await openToOwner(target)));
  await target.query(`truncate ${(await tablesOf(target)).map(({ name }) => name).join(', ')}`);
  return async () => {
    for (const statement of undo) await target.query(statement);
  };
}

async function copySequences(source: Connection, target: Connection): Promise<void> {
  const { rows } = await source.query<{ name: string }>(`
select 'public.' || quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'`);
  for (const { name } of rows) {
    const { rows: values } = await source.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${name}`,
    );
    await target.query('select setval($1::regclass, $2::bigint, $3)', [name, values[0]?.last, values[0]?.isCalled]);
  }
}
