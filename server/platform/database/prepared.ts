/**
 * Limits the prepared statements of a connection: a server keeps all of them in memory, some with hundreds of
 * kilobytes. Statements in use stay prepared however many unusual texts pass; the least recently used are closed.
 */
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Statement } from './statement.ts';

const preparedMax = 500;

interface Prepared {
  /** Whether it has run: then the server has certainly prepared it. */
  readonly inUse: LRUCache<string, boolean>;
  /** To be closed when the connection is idle. */
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

const none: readonly string[] = [];

/** Names that are to be closed; usually none. The driver has forgotten them. */
export function staleOn(connection: pg.PoolClient): readonly string[] {
  const prepared = preparedOn.get(connection);
  if (!prepared || prepared.stale.length === 0) return none;
  // The driver's record of prepared statements must be corrected too, and no public part of it can do that.
  const { parsedStatements } = (connection as unknown as { connection: DriversRecord }).connection;
  const names = prepared.stale.filter((name) => parsedStatements[name] !== undefined && !prepared.inUse.has(name));
  prepared.stale = [];
  for (const name of names) delete parsedStatements[name];
  return names;
}

/** By messages instead of `deallocate`: a pooler that renames statements does not rename them in SQL. */
export function closeStatements(names: readonly string[], done: (error: Error | null) => void): pg.Submittable {
  let isFailed = false;
  const query = {
    submit(connection: pg.Connection) {
      connection.stream.cork();
      for (const name of names) connection.close({ type: 'S', name }, false);
      connection.sync();
      connection.stream.uncork();
    },
    // The driver puts its own function here, which ends the response timeout and calls this one.
    callback: done,
    handleReadyForQuery: () => query.callback(null),
    handleError(error: Error) {
      if (isFailed) return;
      isFailed = true;
      query.callback(error);
    },
  };
  return query;
}
