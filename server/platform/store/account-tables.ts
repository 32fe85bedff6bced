/** The tables with rows of accounts, and the order in which their rows can be removed. */
import type { Database } from '../database/database.ts';

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

export interface Table {
  readonly name: string;
  /** The tables that its rows refer to. */
  readonly names: readonly string[];
}

export const tablesOfAccounts = (database: Pick<Database, 'query'>): Promise<readonly Table[]> =>
  database.query<Table>(tablesText);

/** Referring tables first. Deferred foreign keys do not affect the order. */
export const tablesInOrder = async (database: Pick<Database, 'query'>): Promise<string[]> =>
  inOrder(await tablesOfAccounts(database));

export function inOrder(tables: readonly Table[]): string[] {
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
