/**
 * Whether the clock of this machine can be trusted before anything is removed. A clock that jumps ahead by a day would
 * expire data permanently. The database therefore stores the last trusted time. If a clock is further ahead than a
 * night of downtime explains, or jumps while the process runs, every removal is suspended until the clock has run
 * steadily for a day or an operator confirms it. Sandbox clocks are not affected.
 *
 * A clock that differs from that of the database is always logged.
 */
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import { repeat } from '../repeat.ts';

export interface ClockTrust {
  /** Checks the clocks again. */
  isTrusted(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface ClockTrustOptions {
  readonly database: Database;
  readonly now: () => Date;
  /** A monotonic clock: how long this process has run. */
  readonly elapsedMs: () => number;
  readonly logger: Logger;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Services that are off at night restart after less; a day is too much. */
export const jumpMs = 20 * hourMs;
/** Long enough that somebody has read the alarm. */
export const steadyMs = 24 * hourMs;
/** Clock corrections are usually smaller than this. */
const toleranceMs = 5 * minuteMs;
const databaseToleranceMs = 2 * minuteMs;

const clockIsAhead =
  'ALARM: the clock of this machine is far ahead of the time it should show. Nothing that has expired is removed until it ' +
  'has run steadily for a day. Set it right, or confirm it with "muster clock-confirmed".';
const clocksDiffer = 'ALARM: the clocks of this machine and of its database differ. Set both by the same source.';

interface Moment {
  readonly nowMs: number;
  readonly elapsedMs: number;
}

interface Witness {
  readonly clockAt: Date | null;
  readonly newestAt: Date | null;
  readonly steadyMs: string;
  readonly databaseAt: Date;
}

/** If no time is stored yet, the newest event is a lower bound. */
const witness = `
select clock_at as "clockAt", steady_ms::text as "steadyMs", clock_timestamp() as "databaseAt",
  case when clock_at is null then (select max(last_at) from published) end as "newestAt"
from installation_state`;

const believed = `
update installation_state set clock_at = greatest(clock_at, $1::timestamptz), steady_ms = 0`;
const accepted = 'update installation_state set clock_at = $1::timestamptz, steady_ms = 0';
const steadier = 'update installation_state set steady_ms = case when $2 then steady_ms + $1::bigint else 0 end';

export async function watchClock({ database, now, elapsedMs, logger }: ClockTrustOptions): Promise<ClockTrust> {
  /** When the clock was last trusted, and when it was last checked. */
  let basis: Moment | null = null;
  let last: Moment | null = null;
  const loggedAtMs = new Map<string, number>();
  let looking: Promise<boolean> | undefined;

  /** How far the clock is ahead of the expected time, by the closer reference. */
  function leadOf(at: Moment, { clockAt, newestAt }: Witness): number {
    const byItself = basis && at.nowMs - basis.nowMs - (at.elapsedMs - basis.elapsedMs);
    const known = clockAt ?? newestAt;
    const byOthers = known && at.nowMs - known.getTime();
    return Math.min(byItself ?? Number.POSITIVE_INFINITY, byOthers ?? byItself ?? 0);
  }

  async function look(): Promise<boolean> {
    const at: Moment = { nowMs: now().getTime(), elapsedMs: elapsedMs() };
    const [seen] = await database.query<Witness>(witness);
    if (!seen) return true;
    const leadMs = leadOf(at, seen);
    const apartMs = at.nowMs - seen.databaseAt.getTime();
    if (Math.abs(apartMs) > databaseToleranceMs) alarm(clocksDiffer, apartMs, at.elapsedMs);
    const sinceMs = last ? at.elapsedMs - last.elapsedMs : 0;
    const isSteady = last !== null && Math.abs(at.nowMs - last.nowMs - sinceMs) < toleranceMs;
    last = at;
    if (leadMs <= jumpMs) {
      if (basis && leadMs > toleranceMs) logger.warn({ aheadMs: leadMs }, 'the clock of this machine went ahead');
      basis = at;
      await database.query(believed, [new Date(at.nowMs)]);
      return true;
    }
    if (isSteady && Number(seen.steadyMs) + sinceMs >= steadyMs) {
      basis = at;
      await database.query(accepted, [new Date(at.nowMs)]);
      logger.warn({ aheadMs: leadMs }, 'the clock of this machine has run steadily for a day and is believed again');
      return true;
    }
    await database.query(steadier, [Math.round(sinceMs), isSteady]);
    alarm(clockIsAhead, leadMs, at.elapsedMs);
    return false;
  }

  /** Not more often than somebody reads it. */
  function alarm(text: string, aheadMs: number, atMs: number): void {
    if (atMs - (loggedAtMs.get(text) ?? Number.NEGATIVE_INFINITY) < hourMs) return;
    loggedAtMs.set(text, atMs);
    logger.error({ aheadMs: Math.round(aheadMs) }, text);
  }

  const isTrusted = (): Promise<boolean> => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const onError = (error: unknown) => logger.error({ err: error }, 'the clock could not be compared with the database');
  await isTrusted().catch(onError);
  const repeated = repeat(minuteMs, isTrusted, onError);
  return {
    isTrusted,
    async stop() {
      await repeated.stop();
      // Somebody else may have asked for it meanwhile.
      await looking?.catch(onError);
    },
  };
}

/** An operator has confirmed the clock. Returns the newly trusted time. */
export async function confirmClock(database: Pick<Database, 'query'>, now: Date): Promise<Date> {
  await database.query(accepted, [now]);
  return now;
}
