/** Rows of a table as texts of PostgreSQL, which lose nothing: read in pages, and written again. */
import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { binder } from '../platform/store/condition.ts';
import type { ArchivedTable } from './archived-tables.ts';

/** A text for each column, then for each fact. */
export type RowTexts = (string | null)[];

export const countRows = async (session: Session, { name, where }: ArchivedTable): Promise<number> => {
  const [row] = await session.run<{ count: string }>(statement(`select count(*) from ${name} where ${where}`));
  return Number(row?.count);
};

const pageRows = 500;

/** `facts`: SQL that is read next to the columns. */
export async function* rowPages(
  session: Session,
  { name, columns, key, where }: ArchivedTable,
  facts: readonly string[],
): AsyncGenerator<RowTexts[]> {
  const typeOf = (column: string) => columns.find((one) => one.name === column)?.sqlType ?? 'text';
  const texts = [...columns.map((column) => `"${column.name}"::text`), ...facts.map((sql) => `(${sql})::text`)];
  const order = key.map((column) => `"${column}"`).join(', ');
  for (let last: readonly unknown[] | null = null; ; ) {
    const { values, place } = binder();
    const beyond =
      last === null
        ? ''
        : `and (${order}) > (${last.map((value, at) => `${place(value)}::${typeOf(key[at] ?? '')}`).join(', ')})`;
    const rows: { row: string }[] = await session.run<{ row: string }>(
      statement(`
select to_json(array[${texts.join(', ')}]::text[])::text as row from ${name}
where ${where} ${beyond} ${order === '' ? '' : `order by ${order}`} limit ${pageRows}`),
      values,
    );
    const page = rows.map(({ row }) => JSON.parse(row) as RowTexts);
    if (page.length > 0) yield page;
    const end = page.at(-1);
    if (page.length < pageRows || end === undefined) return;
    last = key.map((column) => end[columns.findIndex((one) => one.name === column)]);
  }
}

export async function writeRows(session: Session, table: ArchivedTable, rows: readonly RowTexts[]): Promise<void> {
  const { name, columns, hasAccount } = table;
  const named = columns.map((column) => `"${column.name}"`);
  const values = columns.map(({ sqlType }, at) => `(texts ->> ${at})::${sqlType}`);
  await session.run(
    statement(`
insert into ${name} (${[...(hasAccount ? ['account_id'] : []), ...named].join(', ')}) overriding system value
select ${[...(hasAccount ? ['$1::bigint'] : []), ...values].join(', ')}
from json_array_elements($2::json) as texts where $1::bigint is not null returning 1`),
    [JSON.stringify(rows)],
  );
}
