/** The tables of a database that is moved: locked, open to their owner, and prepared for the rows of another one. */
import type { Connection } from '../platform/database/connection.ts';

interface Table {
  readonly name: string;
  /** Without those that the database computes. */
  readonly columns: readonly string[];
}

export async function tablesOf(connection: Connection): Promise<Table[]> {
  const { rows } = await connection.query<Table>(`
select 'public.' || quote_ident(c.relname) as name,
  array_agg(quote_ident(a.attname)::text order by a.attnum) filter (where a.attgenerated = '') as columns
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by 1`);
  return rows;
}

/** Row-level security binds the owner too. Until the end of the transaction it does not. Returns the statements that undo it. */
export async function openToOwner(connection: Connection): Promise<string[]> {
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
export async function prepareTarget(target: Connection): Promise<() => Promise<void>> {
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

export async function copySequences(source: Connection, target: Connection): Promise<void> {
  const { rows } = await source.query<{ name: string }>(`
select 'public.' || quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'`);
  for (const { name } of rows) {
    const { rows: values } = await source.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${name}`,
    );
    await target.query('select setval($1::regclass, $2::bigint, $3)', [name, values[0]?.last, values[0]?.isCalled]);
  }
}

/** Nobody writes from here on, and the one snapshot of this transaction begins after it. */
export async function beginAlone(connection: Connection): Promise<void> {
  await connection.query('begin isolation level repeatable read');
  await connection.query(`lock table ${(await tablesOf(connection)).map(({ name }) => name).join(', ')}`);
}
