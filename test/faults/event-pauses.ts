/**
 * How long the publication of events was interrupted: the time of each event from its first observation to its number.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export interface EventPauses {
  readonly longestMs: number;
  /** The same while a node was frozen or disconnected and the database was available. */
  readonly longestDuringPauseMs: number;
  stop(): Promise<void>;
}

const lookEveryMs = 100;

export function watchEventPauses(url: string, isAnyPaused: () => boolean): EventPauses {
  const longest = { all: 0, paused: 0 };
  let isOver = false;
  /** Not from the time of the change: a node may have frozen between it and the commit. */
  let seenAt = new Map<string, number>();

  async function look(connection: pg.Client): Promise<void> {
    while (!isOver) {
      const { rows } = await connection.query<{ seq: string }>('select seq::text as seq from outbox');
      const nowMs = performance.now();
      seenAt = new Map(rows.map(({ seq }) => [seq, seenAt.get(seq) ?? nowMs]));
      const ms = nowMs - Math.min(nowMs, ...seenAt.values());
      longest.all = Math.max(longest.all, ms);
      if (isAnyPaused()) longest.paused = Math.max(longest.paused, ms);
      await pause(lookEveryMs);
    }
  }

  /** The database is killed from time to time. */
  async function watch(): Promise<void> {
    while (!isOver) {
      const connection = new pg.Client({ connectionString: url });
      connection.on('error', () => undefined);
      await connection
        .connect()
        .then(() => look(connection))
        .catch(() => pause(lookEveryMs));
      await connection.end().catch(() => undefined);
    }
  }

  const watching = watch();
  return {
    get longestMs() {
      return longest.all;
    },
    get longestDuringPauseMs() {
      return longest.paused;
    },
    async stop() {
      isOver = true;
      await watching;
    },
  };
}
