/** Deletes every row of an account from all tables: referring rows first. */
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';

const tablesText = `
select table_class.relname as name, coalesce(json_agg(named.relname) filter (where named.relname is not null), '[]') as names
from pg_class as table_class
  join pg_attribute as own on own.attrelid = table_class.oid and own.attname = 'account_id' and not own.attisdropped
  left join pg_constraint as foreign_key on foreign_key.conrelid = table_class.oid and foreign_key.contype = 'f'
    and not foreign_key.condeferrable and foreign_key.confrelid <> table_class.oid
  left join pg_class as named on named.oid = foreign_key.confrelid
where table_class.relnamespace = current_schema()::regnamespace and table_class.relkind in ('r', 'p')
  and not table_class.relispartition
group by table_class.relname order by table_class.relname`;

interface Table {
  readonly name: string;
  /** The tables that its rows refer to. */
  readonly names: readonly string[];
}

/** `onProgress` gets a percentage. Deferred foreign keys do not affect the order. */
export async function removeAllRows(
  inside: Database,
  accountId: string,
  onProgress: (percent: number) => Promise<void>,
): Promise<void> {
  const tables = inOrder(await inside.query<Table>(tablesText));
  const session = inside.session(accountId);
  for (const [index, name] of tables.entries()) {
    // Names come from the catalogue.
    await session.run(statement(`delete from ${name} where account_id = $1`));
    await onProgress(Math.floor((index / tables.length) * 99));
  }
}

export const tablesOfAccounts = (database: Database): Promise<readonly Table[]> => database.query<Table>(tablesText);

function inOrder(tables: readonly Table[]): string[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const ordered: string[] = [];
  while (left.size > 0) {
    const named = new Set([...left.values()].flatMap(({ names }) => names));
    const free = [...left.keys()].filter((name) => !named.has(name));
    if (free.length === 0) throw new Error(`Tables name each other: ${[...left.keys()].join(', ')}.`);
    for (const name of free) left.delete(name);
    ordered.push(...free);
  }
  return ordered;
}
