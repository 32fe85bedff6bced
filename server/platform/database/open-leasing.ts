/** One server of PostgreSQL as statements use it: its pool of connections, who gets one next, and the time limits. */
import type pg from 'pg';
import type { PoolObserver } from '../../observer.ts';
import { failureOf, type Outcome, UnavailableError } from './errors.ts';
import { interruptOverdue } from './interruption.ts';
import type { Leasing } from './leased-connection.ts';
import { openPool, type PoolOptions } from './pool.ts';
import { type Scheduler, scheduler } from './scheduler.ts';
import type { SlowStatements } from './statement-report.ts';
import { watchConfirmations } from './unconfirmed.ts';

export interface LeasingOptions extends PoolOptions {
  readonly connectionsMax: number;
  /** The time limit of a statement, and of a request with several statements; 0: none. */
  readonly statementMs: number;
  /** Whether accounts and callers share connections fairly; otherwise first come, first served. */
  readonly isShared?: boolean;
  readonly observer?: PoolObserver | undefined;
  /** Where slow statements are reported; nowhere by default. */
  readonly slow?: SlowStatements | undefined;
  /** Whether requests have spans, which statements and events continue. */
  readonly isTraced?: boolean;
  readonly onError: (error: Error) => void;
  /** Called for each statement that failed because the database was unavailable. */
  readonly onUnavailable?: (error: UnavailableError) => void;
}

export interface OpenLeasing {
  readonly leasing: Leasing;
  /** For how long statements have waited for a connection while none was answered; 0: none waits. */
  stuckMs(): number;
  close(): Promise<void>;
}

export function openLeasing(options: LeasingOptions): OpenLeasing {
  const { pool, connect } = openPool(options, options.connectionsMax);
  const failed = (error: unknown, outcome: Outcome): unknown => {
    const failure = failureOf(error, outcome);
    if (failure instanceof UnavailableError) options.onUnavailable?.(failure);
    return failure;
  };
  let isClosing = false;
  surviveLosses(pool, (error) => {
    if (!isClosing) options.onError(error);
  });
  const { isShared = false, statementMs: requestMs, connectionsMax, observer, onError } = options;
  const scheduled = scheduler({ connectionsMax, requestMs, isShared, observer });
  observer?.opened(() => ({ open: pool.totalCount, idle: pool.idleCount, waiting: scheduled.countWaiting() }));
  const { schedule, stopSweeping } = swept(scheduled, requestMs);
  const answered = { atMs: performance.now() };
  const { slow, isTraced = false } = options;
  return {
    leasing: { connect, schedule, requestMs, answered, failed, onError, slow, isTraced },
    stuckMs: () => (schedule.countWaiting() === 0 ? 0 : performance.now() - answered.atMs),
    async close() {
      isClosing = true;
      stopSweeping();
      await pool.end();
    },
  };
}

/** How often time limits are checked. */
const sweepMs = (statementMs: number): number =>
  statementMs === 0 ? sweepMsMax : Math.min(sweepMsMax, Math.max(5, statementMs / 20));
const sweepMsMax = 50;

/** The same scheduler, swept as long as something runs or waits: an idle process need not wake up for it. */
function swept(schedule: Scheduler, requestMs: number) {
  const everyMs = sweepMs(requestMs);
  let timer: NodeJS.Timeout | null = null;
  const sweep = () => {
    timer = null;
    schedule.sweep();
    interruptOverdue(schedule.running);
    if (schedule.running.size > 0 || schedule.countWaiting() > 0) sweepLater();
  };
  // After pending I/O: a process that was busy must not take its own delay for slow statements.
  const sweepLater = () => {
    timer = setTimeout(() => setImmediate(sweep), everyMs).unref();
  };
  const acquire: Scheduler['acquire'] = (requester, use) => {
    if (timer === null) sweepLater();
    schedule.acquire(requester, use);
  };
  return { schedule: { ...schedule, acquire }, stopSweeping: () => clearTimeout(timer ?? undefined) };
}

/**
 * The pool replaces a connection that dies while idle; one that dies in use fails its statement or the next one. Both
 * also emit an error event, which would end the process without a listener. The pool does not wait for their final
 * messages, which a stopping server may interrupt: that is not an error.
 */
function surviveLosses(pool: pg.Pool, onIdleLoss: (error: Error) => void): void {
  pool.on('error', onIdleLoss);
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  pool.on('connect', watchConfirmations);
}
