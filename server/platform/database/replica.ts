/**
 * One replica: how far it has replayed the log of the primary, and whether it answers. It is asked once in a while, and
 * without a pause as long as reads wait for it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Leasing } from './leased-connection.ts';
import { type LeasingOptions, openLeasing } from './open-leasing.ts';
import type { Position } from './primary-position.ts';
import { runAlone } from './single-statement.ts';
import { statement } from './statement.ts';

export interface Replica {
  /** Its host and port. */
  readonly name: string;
  readonly leasing: Leasing;
  /** Whether it has everything up to this position now. */
  has(position: Position): boolean;
  /** Whether it has it within a moment; false at once if it was late a short while ago. */
  catchesUp(position: Position): Promise<boolean>;
  /** Calls `abandon` if it stops answering before the returned function is called. */
  whileThere(abandon: () => void): () => void;
  state(): { readonly isUsable: boolean; readonly replayed: number };
  close(): Promise<void>;
}

const askReplay = statement(`select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as replayed,
  pg_is_in_recovery() as "isStandby", (select identity from primary_server) as following`);

interface Answer {
  readonly replayed: number | null;
  readonly isStandby: boolean;
  readonly following: string | null;
}

const restMs = 250;
const pollMs = 1;
/** Longer than a replica on the same network needs, and shorter than anybody notices. */
const waitMs = 25;
/** After a read has waited in vain, others do not wait for so long. */
const noWaitMs = 1000;
/** A replica that does not say within this time how far it is does not answer reads either. */
const answerMs = 1000;

interface Waiter {
  readonly position: Position;
  readonly endsAtMs: number;
  end(isThere: boolean): void;
}

export function openReplica(url: string, options: LeasingOptions): Replica {
  const ofStatements = openLeasing({ ...options, url });
  const ofPolls = openLeasing({
    ...options,
    url,
    connectionsMax: 1,
    statementMs: answerMs,
    isShared: false,
    observer: undefined,
  });
  const requester = { accountId: null, deadline: null, part: 'replay' };
  const waiting = new Set<Waiter>();
  const underWay = new Set<() => void>();
  let answer: Answer | null = null;
  let waitsAgainAtMs = 0;
  let wake: () => void = () => undefined;
  let isClosed = false;

  const has = ({ at, identity }: Position): boolean =>
    answer?.isStandby === true && answer.following === identity && (answer.replayed ?? -1) >= at;

  async function look(): Promise<void> {
    const late = new AbortController();
    const asked = runAlone<Answer>(ofPolls.leasing, requester, askReplay, []).then(
      ([found]) => found ?? null,
      () => null,
    );
    answer = await Promise.race([asked, pause(answerMs, null, { ref: false, signal: late.signal }).catch(() => null)]);
    late.abort();
    if (answer === null) for (const abandon of underWay) abandon();
    const nowMs = performance.now();
    for (const waiter of waiting) {
      const isThere = has(waiter.position);
      if (!isThere && nowMs < waiter.endsAtMs && answer !== null) continue;
      if (!isThere) waitsAgainAtMs = nowMs + noWaitMs;
      waiting.delete(waiter);
      waiter.end(isThere);
    }
  }

  async function keepLooking(): Promise<void> {
    while (!isClosed) {
      await look();
      if (isClosed) return;
      if (waiting.size > 0) await pause(pollMs);
      else await rest();
    }
  }

  /** Until a read waits, or some time has passed. */
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs).unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const looking = keepLooking();
  return {
    name: new URL(url).host,
    leasing: ofStatements.leasing,
    has,
    catchesUp(position) {
      const nowMs = performance.now();
      const isHopeless = answer?.following !== position.identity || nowMs < waitsAgainAtMs;
      if (isHopeless || isClosed) return Promise.resolve(false);
      return new Promise((end) => {
        waiting.add({ position, endsAtMs: nowMs + waitMs, end });
        wake();
      });
    },
    whileThere(abandon) {
      underWay.add(abandon);
      return () => underWay.delete(abandon);
    },
    state: () => ({ isUsable: answer?.isStandby === true, replayed: answer?.replayed ?? 0 }),
    async close() {
      isClosed = true;
      wake();
      await looking;
      for (const waiter of waiting) waiter.end(false);
      await ofPolls.close();
      await ofStatements.close();
    },
  };
}
