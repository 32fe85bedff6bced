/**
 * PostgreSQL keeps samples of every column for its planner, which hold texts of people as well, also after their rows
 * are gone. They are collected again from the rows that are left.
 */
import type { Tx } from '../platform/database/database.ts';
import { type Claim, forgetSteps, noteSteps } from './queue.ts';
import { type StepParts, Stopping } from './steps.ts';

/**
 * Those with statistics: PostgreSQL counts the rows of a table when it collects them, and says -1 before. A partitioned
 * table has some of its own if somebody collected them by hand.
 */
const sampledTables = `
select quote_ident(relname) as name from pg_class
where relkind in ('r', 'p') and reltuples >= 0 and relnamespace = 'public'::regnamespace
  and pg_has_role(relowner, 'usage')
order by oid`;

const nameOf = (table: string): string => `${statisticsStep}${table}`;
const statisticsStep = 'statistics ';

/** So many are collected again at most after a crash; a note of each would cost more than most of them. */
const notedTogether = 10;

/**
 * Once for all of these erasures, since it reads a sample of every table. One table at a time, so that no lock is held for
 * long. What is collected for all of them is not collected again. Ends early if another worker has them, or the node stops.
 */
export async function collectStatistics(
  { database, isStopping }: StepParts,
  nodeId: string,
  claims: readonly Claim[],
): Promise<void> {
  const tables = await database.query<{ name: string }>(sampledTables);
  const due = tables.filter(({ name }) => claims.some(({ steps }) => !steps.includes(nameOf(name))));
  for (let done = 0; done < due.length; done += notedTogether) {
    const next = due.slice(done, done + notedTogether);
    for (const { name } of next) {
      if (isStopping?.()) throw new Stopping();
      await database.query(`analyze ${name}`);
    }
    const steps = next.map(({ name }) => nameOf(name));
    if ((await noteSteps(database, nodeId, claims, steps)) === 0) return;
  }
}

/** Something of the person was cleared after the samples were taken. */
export const forgetStatistics = (tx: Tx, erasureId: string): Promise<void> =>
  forgetSteps(tx, erasureId, statisticsStep);
