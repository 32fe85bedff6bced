/** How long the events of an account stood still: the age of the oldest event that waits for its number, looked at often. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export interface EventPauses {
  readonly longestMs: number;
  /** The same while a node was frozen or cut off, and the database answered. */
  readonly longestBesidePausedMs: number;
  stop(): Promise<void>;
}

const lookEveryMs = 100;

const oldest = `select 1000 * extract(epoch from clock_timestamp() - min(occurred_at)) as ms from outbox`;

export function watchEventPauses(url: string, isAnyPaused: () => boolean): EventPauses {
  const longest = { all: 0, paused: 0 };
  let isOver = false;

  async function look(connection: pg.Client): Promise<void> {
    while (!isOver) {
      const { rows } = await connection.query<{ ms: string | null }>(oldest);
      const ms = Number(rows[0]?.ms ?? 0);
      longest.all = Math.max(longest.all, ms);
      if (isAnyPaused()) longest.paused = Math.max(longest.paused, ms);
      await pause(lookEveryMs);
    }
  }

  /** The database is killed now and then. */
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
    get longestBesidePausedMs() {
      return longest.paused;
    },
    async stop() {
      isOver = true;
      await watching;
    },
  };
}
