/**
 * PostgreSQL keeps samples of every column for its planner, which hold texts of people as well, also after their rows
 * are gone. They are collected again from the rows that are left.
 */
import type { Database } from '../platform/database/database.ts';

/**
 * Those with statistics: PostgreSQL counts the rows of a table when it collects them, and says -1 before. A partitioned
 * table has some of its own if somebody collected them by hand.
 */
const sampledTables = `
select quote_ident(relname) as name from pg_class
where relkind in ('r', 'p') and reltuples >= 0 and relnamespace = 'public'::regnamespace
  and pg_has_role(relowner, 'usage')
order by oid`;

/** One table at a time, so that no lock is held for long. */
export async function collectStatistics(database: Database): Promise<void> {
  for (const { name } of await database.query<{ name: string }>(sampledTables)) await database.query(`analyze ${name}`);
}
