/**
 * Wakes readers when an event is published in their account, by this node or another one. Waiting holds no connection:
 * one statement polls all accounts with waiting readers, a few times a second and whenever this node has published. If
 * nobody waits, nothing is polled.
 *
 * The compared number is that of the last event before the reader read the log: an event that is published between the
 * read and the wait cannot be missed.
 */
import type { Database, Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { binder } from '../platform/store/condition.ts';
import { unexpired } from './retention.ts';

/** The stored part of the log; `oldestId` is the number of the next event if none is stored. */
export interface LogBounds {
  readonly oldestId: bigint;
  readonly lastId: bigint;
  /** Numbers in these ranges may have been used by a database state that a restore replaced. */
  readonly skipped: readonly { readonly afterId: bigint; readonly upToId: bigint }[];
}

export interface Publications {
  /** Read before a page, so that the page contains everything up to `lastId`. */
  bounds(session: Session): Promise<LogBounds>;
  /**
   * The number of the last event as soon as it is above `lastId`; `lastId` itself if the time has passed, the signal
   * aborts, or the service stops. Never rejects.
   */
  after(accountId: string, lastId: bigint, ms: number, signal: AbortSignal): Promise<bigint>;
  /** Called after this node has published something. */
  look(): void;
  readonly isStopped: boolean;
  /** Ends all waits and allows no new ones. */
  stop(): void;
}

/** The maximum delay for events of other nodes. */
const lookEveryMs = 250;

interface Waiter {
  readonly lastId: bigint;
  end(lastId: bigint): void;
}

export function watchPublications(database: Database, onError: (error: unknown) => void): Publications {
  const waiting = new Map<string, Set<Waiter>>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let isAwaited = false;
  let isStopped = false;
  let hasFailed = false;

  async function lookOnce(): Promise<void> {
    const rows = await database.query<{ account_id: string; last_id: string }>(
      'select account_id::text, last_id::text from published where account_id = any($1::bigint[])',
      [[...waiting.keys()]],
    );
    for (const { account_id, last_id } of rows) {
      const lastId = BigInt(last_id);
      for (const waiter of waiting.get(account_id) ?? []) if (waiter.lastId < lastId) waiter.end(lastId);
    }
  }

  /** One statement at a time; a call in the meantime runs another one afterwards. */
  async function look(): Promise<void> {
    isAwaited = true;
    if (isLooking) return;
    isLooking = true;
    try {
      while (isAwaited && waiting.size > 0) {
        isAwaited = false;
        await lookOnce();
        hasFailed = false;
      }
    } catch (error) {
      // Logged once: the next poll follows soon and would fail in the same way.
      if (!hasFailed) onError(error);
      hasFailed = true;
    } finally {
      isLooking = false;
    }
  }

  function enter(accountId: string, waiter: Waiter): void {
    const others = waiting.get(accountId) ?? new Set();
    waiting.set(accountId, others.add(waiter));
    timer ??= setInterval(look, lookEveryMs);
  }

  function leave(accountId: string, waiter: Waiter): void {
    const others = waiting.get(accountId);
    others?.delete(waiter);
    if (others?.size === 0) waiting.delete(accountId);
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    bounds,
    after: (accountId, lastId, ms, signal) =>
      new Promise((resolve) => {
        if (isStopped || signal.aborted) return resolve(lastId);
        const waiter: Waiter = {
          lastId,
          end(seenId) {
            clearTimeout(patience);
            signal.removeEventListener('abort', giveUp);
            leave(accountId, waiter);
            resolve(seenId);
          },
        };
        const giveUp = () => waiter.end(lastId);
        const patience = setTimeout(giveUp, ms);
        signal.addEventListener('abort', giveUp, { once: true });
        enter(accountId, waiter);
      }),
    look,
    get isStopped() {
      return isStopped;
    },
    stop() {
      isStopped = true;
      for (const waiters of waiting.values()) for (const waiter of waiters) waiter.end(waiter.lastId);
    },
  };
}

interface BoundsRow {
  readonly last_id: string;
  readonly oldest_id: string | null;
  readonly skipped: readonly (readonly [after: string, upTo: string])[] | null;
}

async function bounds(session: Session): Promise<LogBounds> {
  const { values, place } = binder();
  const [row] = await session.run<BoundsRow>(
    statement(`
select coalesce((select last_id from published where account_id = $1), 0)::text as last_id,
  (select min(id) from events as shown_row where account_id = $1 and ${unexpired(session)(place)})::text as oldest_id,
  (select json_agg(json_build_array(after_id::text, up_to_id::text)) from skipped_events where account_id = $1) as skipped`),
    values,
  );
  const lastId = BigInt(row?.last_id ?? 0);
  return {
    lastId,
    oldestId: row?.oldest_id ? BigInt(row.oldest_id) : lastId + 1n,
    skipped: (row?.skipped ?? []).map(([after, upTo]) => ({ afterId: BigInt(after), upToId: BigInt(upTo) })),
  };
}
