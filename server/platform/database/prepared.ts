/**
 * Limits the prepared statements of a connection: a server keeps all of them in memory, some with hundreds of
 * kilobytes. Statements in use stay prepared however many unusual texts pass; the least recently used are deallocated.
 * Two generations, so that a statement in use costs one look-up.
 */
import type pg from 'pg';
import type { Statement } from './statement.ts';

/** A connection has at most twice as many. */
export const generationMax = 250;

interface Prepared {
  current: Set<string>;
  former: Set<string>;
  /** To be deallocated when the connection is idle. */
  stale: string[];
}

const preparedOn = new WeakMap<pg.PoolClient, Prepared>();

/** Call it for each statement before it runs. */
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

/** The statement that deallocates unused ones; usually null. */
export function givingUp(connection: pg.PoolClient): string | null {
  const prepared = preparedOn.get(connection);
  if (!prepared || prepared.stale.length === 0) return null;
  // The driver's record of prepared statements, which must be corrected too.
  const { parsedStatements } = (connection as unknown as { connection: DriversRecord }).connection;
  const isUsedAgain = (name: string) => prepared.current.has(name) || prepared.former.has(name);
  const names = prepared.stale.filter((name) => parsedStatements[name] !== undefined && !isUsedAgain(name));
  prepared.stale = [];
  for (const name of names) delete parsedStatements[name];
  return names.length === 0 ? null : names.map((name) => `deallocate "${name}"`).join(';');
}
