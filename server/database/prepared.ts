/**
 * What a connection has prepared, bounded: a server keeps every prepared statement in memory, some of them hundreds of
 * kilobytes. Those in use stay prepared however many odd texts pass by; those that were not used for longest are given
 * up. Kept in two generations, so that a statement in use costs one look-up.
 */
import type pg from 'pg';
import type { Statement } from './statement.ts';

/** Twice as many are prepared on a connection at most. */
export const generationMax = 250;

interface Prepared {
  current: Set<string>;
  former: Set<string>;
  /** To be given up when nobody uses the connection. */
  stale: string[];
}

const preparedOn = new WeakMap<pg.PoolClient, Prepared>();

/** To be called for each statement that is about to run. */
export function notePrepared(connection: pg.PoolClient, { name }: Statement): void {
  if (name === undefined) return;
  let prepared = preparedOn.get(connection);
  if (!prepared) {
    prepared = { current: new Set(), former: new Set(), stale: [] };
    preparedOn.set(connection, prepared);
  }
  const { current, former, stale } = prepared;
  if (current.has(name)) return;
  current.add(name);
  former.delete(name);
  if (current.size < generationMax) return;
  stale.push(...former);
  prepared.former = current;
  prepared.current = new Set();
}

interface DriversRecord {
  readonly parsedStatements: Record<string, string | undefined>;
}

/** The statement that gives up what is not used any more; null as a rule: there is nothing. */
export function givingUp(connection: pg.PoolClient): string | null {
  const prepared = preparedOn.get(connection);
  if (!prepared || prepared.stale.length === 0) return null;
  // The driver's own record of what is prepared here, which nothing else can tell it to correct.
  const { parsedStatements } = (connection as unknown as { connection: DriversRecord }).connection;
  const isUsedAgain = (name: string) => prepared.current.has(name) || prepared.former.has(name);
  const names = prepared.stale.filter((name) => parsedStatements[name] !== undefined && !isUsedAgain(name));
  prepared.stale = [];
  for (const name of names) delete parsedStatements[name];
  return names.length === 0 ? null : names.map((name) => `deallocate "${name}"`).join(';');
}
