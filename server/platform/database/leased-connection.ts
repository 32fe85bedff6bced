/** Takes connections when it is the turn of an account and its caller, and returns them clean. */
import type pg from 'pg';
import { type Outcome, UnavailableError } from './errors.ts';
import { noteTrace, recordsEvents, traceToSet } from './event-trace.ts';
import type { Connect } from './pool.ts';
import { isPooledConnection } from './pooled.ts';
import { closeStatements, staleOn } from './prepared.ts';
import type { Requester, Scheduler } from './scheduler.ts';
import { noteAccount } from './session-account.ts';
import type { Lease } from './shares.ts';
import type { Statement } from './statement.ts';
import type { SlowStatements } from './statement-report.ts';

export interface Leasing {
  readonly connect: Connect;
  readonly schedule: Scheduler;
  readonly requestMs: number;
  /** When PostgreSQL last completed a statement. */
  readonly answered: { atMs: number };
  /** Converts a driver error. */
  readonly failed: (error: unknown, outcome: Outcome) => unknown;
  readonly onError: (error: Error) => void;
  readonly slow: SlowStatements | undefined;
  /** Whether requests have spans. */
  readonly isTraced: boolean;
}

/** A lease whose connection is open. */
export interface Leased extends Lease {
  connection: pg.PoolClient;
}

const setAccountAndTrace = `select set_config('muster.account_id', $1, false), set_config('muster.traceparent', $2, false)`;

/** Why a statement would be refused at once: known before the work that leads to it is done. */
export function refusalOf(leasing: Leasing, requester: Requester): unknown {
  const refusal = leasing.schedule.refusal(requester);
  return refusal && (silenceOf(leasing) ?? refusal);
}

/** Uses callbacks, because nearly every request passes here: one promise instead of six. */
export function take(
  leasing: Leasing,
  requester: Requester,
  use: (failure: unknown, lease: Leased) => void,
  statement?: Statement,
): void {
  const { connect, schedule, failed } = leasing;
  const { accountId } = requester;
  schedule.acquire(requester, (refusal, granted) => {
    // It has its connection before any other function uses it.
    const lease = granted as Leased;
    if (refusal) return use(silenceOf(leasing) ?? refusal, lease);
    connect((failure, connection, release) => {
      if (failure || !connection) {
        schedule.release(lease);
        return use(failed(new UnavailableError(failure, 'undone'), 'undone'), lease);
      }
      lease.connection = connection;
      lease.release = release;
      // The time to open the connection is not part of the statement.
      lease.startedAtMs = performance.now();
      const isTraced = leasing.isTraced && statement !== undefined && recordsEvents(statement);
      const trace = isTraced ? traceToSet(connection, requester) : null;
      if (trace === null || accountId === null || isPooledConnection(connection)) return use(null, lease);
      connection.query(setAccountAndTrace, [accountId, trace], (error) => {
        if (error) {
          giveBack(schedule, lease, true);
          return use(failed(error, 'undone'), lease);
        }
        noteAccount(connection, accountId);
        noteTrace(connection, trace);
        lease.startedAtMs = performance.now();
        use(null, lease);
      });
    });
  });
}

export const taken = (leasing: Leasing, requester: Requester): Promise<Leased> =>
  new Promise((resolve, reject) =>
    take(leasing, requester, (failure, lease) => (failure ? reject(failure) : resolve(lease))),
  );

/** If a request waited in vain and no statement at all completed meanwhile, PostgreSQL is unavailable. */
function silenceOf({ answered, requestMs, failed }: Leasing): unknown {
  const silentMs = performance.now() - answered.atMs;
  if (requestMs === 0 || silentMs < requestMs) return undefined;
  return failed(
    new UnavailableError(new Error('no statement was answered for the time of a request'), 'undone'),
    'undone',
  );
}

/** The pool drops a dead connection itself; a connection in an unknown state is closed here. */
export function giveBack(schedule: Scheduler, lease: Leased, isBroken: boolean): void {
  if (lease.cancellation) return void lease.cancellation.done.then(() => giveBackNow(schedule, lease, isBroken));
  const stale = isBroken ? [] : staleOn(lease.connection);
  if (stale.length === 0) giveBackNow(schedule, lease, isBroken);
  else lease.connection.query(closeStatements(stale, (error) => giveBackNow(schedule, lease, error !== null)));
}

function giveBackNow(schedule: Scheduler, lease: Leased, isBroken: boolean): void {
  lease.release?.(isBroken);
  schedule.release(lease);
}
