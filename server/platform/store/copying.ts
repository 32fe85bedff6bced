/**
 * Copies rows of one account to another with the same ids, in pages, without events, because nothing changed for
 * anybody. The statement that writes rows of resources also writes their texts, as always.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { storedFields, tableOf } from './columns.ts';
import { binder, type Place } from './condition.ts';
import { textColumns, textValues } from './stored-text.ts';

/** A table to copy: its columns next to the account, and the order in which its rows can be written. */
export interface Copyable {
  readonly table: string;
  readonly columns: readonly { readonly column: string; readonly sqlType: string }[];
  /** Identifies rows. Referenced rows come before the rows that refer to them. */
  readonly key: readonly string[];
  /** SQL of the text of a row and of its version, with the columns in `given`; null if rows have no text. */
  readonly text: string | null;
}

export type CopiedRow = Record<string, unknown>;

export const rowsOf = (resource: Resource, key: readonly string[] = ['id']): Copyable => ({
  table: tableOf(resource),
  columns: storedFields(resource),
  key,
  text: textValues(resource, 'given'),
});

const columnsOf = statement(`
select attname as column, format_type(atttypid, atttypmod) as "sqlType"
from pg_attribute
where $1::bigint is not null and attrelid = $2::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  and attname <> 'account_id'
order by attnum`);

/** For a table that does not belong to a resource. */
export async function rowsIn(session: Session, table: string, key: readonly string[]): Promise<Copyable> {
  const columns = await session.run<Copyable['columns'][number]>(columnsOf, [table]);
  return { table, columns, key, text: null };
}

export async function countOf(session: Session, { table }: Copyable): Promise<number> {
  const [row] = await session.run<{ count: string }>(statement(`select count(*) from ${table} where account_id = $1`));
  return Number(row?.count);
}

const pageRows = 1000;

/** `changed` returns the rows to write instead of the rows of a page; null copies them unread. */
export async function copyRows(
  from: Session,
  to: Session,
  copyable: Copyable,
  changed: ((rows: CopiedRow[]) => CopiedRow[]) | null,
  onPage: (count: number) => Promise<void>,
): Promise<void> {
  for (let last: readonly string[] | null = null; ; ) {
    const page = await pageAfter(from, copyable, last);
    if (page.rows === null || page.last === null) return;
    await write(to, copyable, changed ? JSON.stringify(changed(JSON.parse(page.rows))) : page.rows);
    await onPage(Number(page.count));
    if (Number(page.count) < pageRows) return;
    last = page.last;
  }
}

interface Page {
  readonly count: string;
  readonly rows: string | null;
  readonly last: readonly string[] | null;
}

async function pageAfter(
  session: Session,
  { table, columns, key }: Copyable,
  last: readonly string[] | null,
): Promise<Page> {
  const { values, place } = binder();
  const typeOf = (name: string) => columns.find(({ column }) => column === name)?.sqlType ?? 'text';
  const beyond = (bound: Place) =>
    last
      ? `and (${key.join(', ')}) > (${last.map((value, at) => `${bound(value)}::${typeOf(key[at] ?? '')}`).join(', ')})`
      : '';
  const named = columns.map(({ column }) => column).join(', ');
  const [page] = await session.run<Page>(
    statement(`
with page as materialized (
  select ${named} from ${table} where account_id = $1 ${beyond(place)} order by ${key.join(', ')} limit ${pageRows}
)
select count(*), json_agg(row_to_json(page))::text as rows, (
  select array[${key.map((column) => `${column}::text`).join(', ')}] from page
  order by ${key.map((column) => `${column} desc`).join(', ')} limit 1) as last
from page`),
    values,
  );
  return page ?? { count: '0', rows: null, last: null };
}

async function write(to: Session, { table, columns, text }: Copyable, rows: string): Promise<void> {
  const named = columns.map(({ column }) => column).join(', ');
  const shape = columns.map(({ column, sqlType }) => `${column} ${sqlType}`).join(', ');
  await to.run(
    statement(`
insert into ${table} (account_id, ${named}${text ? `, ${textColumns}` : ''})
select $1, ${named}${text ? `, ${text}` : ''} from json_to_recordset($2::json) as given (${shape}) returning 1`),
    [rows],
  );
}
