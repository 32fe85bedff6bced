/**
 * A cache of credential records. A record is at most 800 ms old, so that a withdrawn right is refused within one second
 * on every node, without a listener that could fail silently.
 */
import DataLoader from 'dataloader';
import { leastRecentlyUsed } from './least-recently-used.ts';

export interface LiveRecords<Found> {
  /** Synchronous; undefined if it must be read. */
  fresh(id: string): Found | undefined;
  /** null: there is none. */
  load(id: string): Promise<Found | null>;
  /** Reads the current record, if a cached one would wrongly refuse the caller, for example with a new secret. */
  reload(id: string): Promise<Found | null>;
  /** Call it after a change by this node. */
  forget(id: string): void;
}

/** Reads the records of these ids at a time, with one statement. */
export type ReadRecords<Found> = (ids: readonly string[], moment: Date) => Promise<ReadonlyMap<string, Found>>;

const freshMs = 800;
const recordsMax = 10_000;

interface Entry<Found> {
  /** Before the statement is sent: the result is not older than that. */
  readonly since: number;
  readonly loading: Promise<Found | null>;
  record: Found | undefined;
}

export function liveRecords<Found>(readAll: ReadRecords<Found>, now: () => Date): LiveRecords<Found> {
  const entries = leastRecentlyUsed<Entry<Found>>(recordsMax);
  const read = inBatches(readAll, now);

  function current(id: string): Entry<Found> | undefined {
    const entry = entries.get(id);
    if (entry === undefined) return undefined;
    const ageMs = now().getTime() - entry.since;
    // A clock that was set back must not keep a record alive.
    return ageMs >= 0 && ageMs < freshMs ? entry : undefined;
  }

  function reload(id: string): Promise<Found | null> {
    const loading = read(id);
    const entry: Entry<Found> = { since: now().getTime(), loading, record: undefined };
    entries.set(id, entry);
    loading.then(
      (record) => {
        if (record !== null) entry.record = record;
        // Unknown ids must not displace real ones.
        else if (entries.get(id) === entry) entries.delete(id);
      },
      () => {
        if (entries.get(id) === entry) entries.delete(id);
      },
    );
    return loading;
  }

  return {
    fresh: (id) => current(id)?.record,
    load: (id) => current(id)?.loading ?? reload(id),
    reload,
    forget: (id) => {
      entries.delete(id);
    },
  };
}

/** Batches the reads of one turn into one statement: planning costs more than finding the rows. */
function inBatches<Found>(readAll: ReadRecords<Found>, now: () => Date): (id: string) => Promise<Found | null> {
  const loader = new DataLoader(
    async (ids: readonly string[]) => {
      const found = await readAll([...new Set(ids)], now());
      return ids.map((id) => found.get(id) ?? null);
    },
    // `liveRecords` decides how long a record may be used.
    { cache: false, batchScheduleFn: setImmediate },
  );
  return (id) => loader.load(id);
}
