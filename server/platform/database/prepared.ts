/**
 * Limits the prepared statements of a connection: a server keeps all of them in memory, some with hundreds of
 * kilobytes. Statements in use stay prepared however many unusual texts pass; the least recently used are deallocated.
 */
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Statement } from './statement.ts';

const preparedMax = 500;

interface Prepared {
  /** Whether it has run: then the server has certainly prepared it. */
  readonly inUse: LRUCache<string, boolean>;
  /** To be deallocated when the connection is idle. */
  stale: string[];
}

const preparedOn = new WeakMap<pg.PoolClient, Prepared>();

function newlyPrepared(): Prepared {
  const prepared: Prepared = {
    inUse: new LRUCache({
      max: preparedMax,
      dispose: (_, name, reason) => {
        if (reason === 'evict') prepared.stale.push(name);
      },
    }),
    stale: [],
  };
  return prepared;
}

/** Call it for each statement before it runs. */
export function notePrepared(connection: pg.PoolClient, { name }: Statement): void {
  if (name === undefined) return;
  let prepared = preparedOn.get(connection);
  if (!prepared) {
    prepared = newlyPrepared();
    preparedOn.set(connection, prepared);
  }
  if (prepared.inUse.get(name) === undefined) prepared.inUse.set(name, false);
}

/** Call it for each statement that has run. */
export function noteReady(connection: pg.PoolClient, { name }: Statement): void {
  if (name !== undefined) preparedOn.get(connection)?.inUse.set(name, true);
}

export const isReady = (connection: pg.PoolClient, { name }: Statement): boolean =>
  name !== undefined && preparedOn.get(connection)?.inUse.peek(name) === true;

interface DriversRecord {
  readonly parsedStatements: Record<string, string | undefined>;
}

/** The statement that deallocates unused ones; usually null. */
export function givingUp(connection: pg.PoolClient): string | null {
  const prepared = preparedOn.get(connection);
  if (!prepared || prepared.stale.length === 0) return null;
  // The driver's record of prepared statements must be corrected too, and no public part of it can do that.
  const { parsedStatements } = (connection as unknown as { connection: DriversRecord }).connection;
  const names = prepared.stale.filter((name) => parsedStatements[name] !== undefined && !prepared.inUse.has(name));
  prepared.stale = [];
  for (const name of names) delete parsedStatements[name];
  return names.length === 0 ? null : names.map((name) => `deallocate "${name}"`).join(';');
}
