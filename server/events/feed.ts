/**
 * Tells those who wait for events when something is published in their account, by this node or another one. Waiting
 * holds no connection: one statement looks for news of all accounts that anybody waits for, a few times a second and
 * whenever this node has published. While nobody waits, nothing is asked.
 *
 * What is compared is the number of the last event, which the waiting reader had seen before it looked at the log: an
 * event that is published between its look and its waiting cannot be missed.
 */
import type { Database, Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { binder } from '../store/condition.ts';
import { unexpired } from './retention.ts';

/** Which part of the log is there; `oldestId` is the number that the next event gets where none is kept. */
export interface LogBounds {
  readonly oldestId: bigint;
  readonly lastId: bigint;
  /** Numbers in between may have been given out by a state of the database that is gone: a backup was restored. */
  readonly skipped: readonly { readonly afterId: bigint; readonly upToId: bigint }[];
}

export interface Publications {
  /** Asked before a page is read, so that the page holds everything up to `lastId`. */
  bounds(session: Session): Promise<LogBounds>;
  /**
   * The number of the last event, as soon as it is above `lastId`; `lastId` itself when the time has passed, the signal
   * ends the waiting, or the service stops. Never fails.
   */
  after(accountId: string, lastId: bigint, ms: number, signal: AbortSignal): Promise<bigint>;
  /** Says that this node has just published something. */
  look(): void;
  readonly isStopped: boolean;
  /** Ends all waiting, and lets nobody wait any more. */
  stop(): void;
}

/** How much later the events of other nodes are noticed, at most. */
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

  /** One statement at a time; who says meanwhile that there is news is heard after it. */
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
      // Told once: the next look is due in a moment, and would fail the same way.
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
