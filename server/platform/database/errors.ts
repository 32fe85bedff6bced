/** Database errors that have nothing to do with the resource of a statement. */
import { detail } from '@muster/contract/messages.ts';
import pg from 'pg';
import { Problem } from '../../problem.ts';
import { isWorkerLost } from './worker-errors.ts';

/** The outcome of the change of a failed statement. */
export type Outcome = 'undone' | 'unknown';

/**
 * The database is unavailable: unreachable, restarting, full or read-only. The same request may succeed later.
 * Everything in `database.ts` throws this instead of the driver's error.
 */
export class UnavailableError extends Error {
  readonly outcome: Outcome;
  /** The SQLSTATE or the code of the operating system. */
  readonly code: string | undefined;

  constructor(cause: unknown, outcome: Outcome) {
    super(`The database cannot be used: ${wordsOf(cause)}`, { cause });
    this.name = 'UnavailableError';
    this.outcome = outcome;
    this.code = codeOf(cause);
  }
}

/** Some network errors have a code and no message. */
function wordsOf(cause: unknown): string {
  const { message, code } = cause as { message?: string; code?: string };
  return message || code || String(cause);
}

const codeOf = (error: unknown): string | undefined => (error as { code?: string } | null)?.code;

/**
 * SQLSTATEs after which the session is gone: connection exceptions (08), the server stops, crashes or starts (57P01 to
 * 57P03), the database is dropped (57P04), and sessions that were silent for too long (57P05, 25P03, 25P04).
 */
const endedSession = /^(08...|57P0[1-5]|25P0[34])$/;

/**
 * SQLSTATEs that say nothing about the statement: no disk, memory or connection is left (53), the server takes no
 * changes (25006), or its machine fails (58).
 */
const exhausted = /^(53...|25006|58...)$/;

/** Somebody else has held a lock for longer than this session waits. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

export const isDeadlock = (error: unknown): boolean => codeOf(error) === '40P01';

/** A row of a table without a partition for it: partitions are made in advance, but clocks move and nodes sleep. */
export const isPartitionMissing = (error: unknown): boolean => codeOf(error) === '23514';

/** Whether the server takes no changes: after a failover, another of the servers does, so the connection is closed. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006';

/** Driver errors that have only a message. */
const lostWords =
  /^(Connection terminated|Client (was closed|has encountered a connection error)|Query read timeout|timeout (expired|exceeded)|Cannot use a pool after)/;

/** Whether the connection that an error came from must not be used again. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof UnavailableError) return isConnectionLost(error.cause);
  if (error instanceof pg.DatabaseError) {
    // The server may report the severity in another language: then only the code counts.
    return error.severity === 'FATAL' || error.severity === 'PANIC' || endedSession.test(error.code ?? '');
  }
  if (!(error instanceof Error)) return false;
  return lostWords.test(error.message) || 'syscall' in error || /^E[A-Z]+$/.test(codeOf(error) ?? '');
}

/**
 * The error of a failed statement. `outcome` says what a lost connection means for the change. If PostgreSQL itself
 * refused the statement, the change is undone.
 */
export function failureOf(error: unknown, outcome: Outcome): unknown {
  if (error instanceof UnavailableError) return error;
  if (isConnectionLost(error) || isWorkerLost(error)) return new UnavailableError(error, outcome);
  if (error instanceof pg.DatabaseError && exhausted.test(error.code ?? '')) {
    return new UnavailableError(error, 'undone');
  }
  return error;
}

/** For reads after a change: an error there must not suggest that the change was undone. */
export const afterChange = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof UnavailableError ? new UnavailableError(error.cause, 'unknown') : error;
  });

/** Long enough for a server restart, and short enough to avoid needless waiting. */
export const retryAfterSeconds = 2;

const withoutRoom = new Set(['ENOSPC', 'EDQUOT']);

/** The problem of a request that this machine has no room for, such as an upload; undefined for any other error. */
export function fullDiskProblem(error: unknown): Problem | undefined {
  if (!withoutRoom.has(codeOf(error) ?? '')) return undefined;
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return new Problem('unavailable', detail('unavailable', { seconds: retryAfterSeconds }), { cause: error, headers });
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The problem of a request that the database did not answer; undefined for any other error. */
export function databaseProblem(error: unknown, method: string, requestMs: number): Problem | undefined {
  const cause = { cause: error };
  if (error instanceof UnavailableError) {
    const more = { ...cause, headers: { 'retry-after': String(retryAfterSeconds) } };
    if (error.outcome === 'undone' || reading.has(method)) {
      return new Problem('unavailable', detail('unavailable', { seconds: retryAfterSeconds }), more);
    }
    return new Problem('outcome-unknown', detail('outcomeUnknown'), more);
  }
  if (codeOf(error) !== statementTimeout) return undefined;
  return new Problem('timeout', detail('timeout', { seconds: requestMs / 1000 }), cause);
}

const statementTimeout = '57014';
