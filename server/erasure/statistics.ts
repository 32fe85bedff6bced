/**
 * PostgreSQL keeps samples of every column for its planner, which hold texts of people as well, also after their rows
 * are gone. They are collected again from the rows that are left.
 */
import type { Database } from '../platform/database/database.ts';

/** With their partitions. */
const ownTables = `
select quote_ident(relname) as name from pg_class
where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
  and pg_has_role(relowner, 'usage')
order by oid`;

/** One table at a time, so that no lock is held for long. */
export async function collectStatistics(database: Database): Promise<void> {
  for (const { name } of await database.query<{ name: string }>(ownTables)) await database.query(`analyze ${name}`);
}
