/** Takes connections when it is the turn of an account and its caller, and returns them clean. */
import type pg from 'pg';
import { isConnectionLost, isReadOnly, type Outcome, UnavailableError } from './errors.ts';
import { noteTrace, recordsEvents, traceToSet } from './event-trace.ts';
import { insideTransaction } from './open-transaction.ts';
import type { Connect } from './pool.ts';
import { type Begin, isPooledConnection, isPreparing } from './pooled.ts';
import { closeStatements, notePrepared, noteReady, staleOn } from './prepared.ts';
import { outOfTime, type Requester, type Scheduler } from './scheduler.ts';
import { isOfAnother, noteAccount } from './session-account.ts';
import type { Lease } from './shares.ts';
import type { Statement } from './statement.ts';
import { reportStatement, type SlowStatements } from './statement-report.ts';
import { learn, textColumns, textQuery } from './text-query.ts';
import type { FromDatabase } from './texts.ts';
import { beginning, isEnded, isReading, setPipeline } from './transaction-forms.ts';
import { checkCommitted, unconfirmedChange } from './unconfirmed.ts';
import { failAsOneServer } from './worker-errors.ts';

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
interface Leased extends Lease {
  connection: pg.PoolClient;
}

const setAccountAndTrace = `select set_config('muster.account_id', $1, false), set_config('muster.traceparent', $2, false)`;

/** Why a statement would be refused at once: known before the work that leads to it is done. */
export function refusalOf(leasing: Leasing, requester: Requester): unknown {
  const refusal = leasing.schedule.refusal(requester);
  return refusal && (silenceOf(leasing) ?? refusal);
}

/** Uses callbacks, because nearly every request passes here: one promise instead of six. */
function take(
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
function giveBack(schedule: Scheduler, lease: Leased, isBroken: boolean): void {
  if (lease.cancellation) return void lease.cancellation.done.then(() => giveBackNow(schedule, lease, isBroken));
  const stale = isBroken ? [] : staleOn(lease.connection);
  if (stale.length === 0) giveBackNow(schedule, lease, isBroken);
  else lease.connection.query(closeStatements(stale, (error) => giveBackNow(schedule, lease, error !== null)));
}

function giveBackNow(schedule: Scheduler, lease: Leased, isBroken: boolean): void {
  lease.release?.(isBroken);
  schedule.release(lease);
}

export type RunStatement = <Row>(
  requester: Requester,
  statement: Statement,
  values: readonly unknown[],
) => Promise<FromDatabase<Row>[]>;

/** One statement, in its own transaction. The path of nearly every request. */
export function runAlone<Row>(
  leasing: Leasing,
  requester: Requester,
  statement: Statement,
  values: readonly unknown[],
): Promise<FromDatabase<Row>[]> {
  return new Promise((resolve, reject) => {
    take(
      leasing,
      requester,
      (failure, lease) => {
        if (failure) return reject(failure);
        const { connection } = lease;
        const all = requester.accountId === null ? values : [requester.accountId, ...values];
        if (isPooledConnection(connection) || isOfAnother(connection, requester.accountId)) {
          return void runSetting<Row>(leasing, lease, requester, statement, all).then(resolve, reject);
        }
        const finish = (failed: Error | null | undefined, rows: FromDatabase<Row>[]) => {
          const error = failed ?? unconfirmedChange(connection);
          lease.isBusy = false;
          const endedAtMs = performance.now();
          const times = { startedAtMs: lease.startedAtMs, endedAtMs, isFailed: Boolean(error) };
          reportStatement(leasing.slow, requester, statement, times);
          giveBack(leasing.schedule, lease, error ? isConnectionLost(error) || isReadOnly(error) : false);
          if (error) return reject(leasing.failed(error, 'unknown'));
          leasing.answered.atMs = endedAtMs;
          resolve(rows);
        };
        lease.isBusy = true;
        notePrepared(connection, statement);
        const columns = textColumns(connection, statement, all);
        // All texts, or there would be no columns.
        const texts = all as string[];
        if (columns) return void connection.query(textQuery<FromDatabase<Row>>(statement, columns, texts, finish));
        connection.query({ ...statement, values: all as unknown[] }, (error, result) => {
          if (!error) {
            noteReady(connection, statement);
            learn(statement, result.fields);
          }
          finish(error, error ? [] : (result.rows as FromDatabase<Row>[]));
        });
      },
      statement,
    );
  });
}

export async function inTransaction<T>(
  leasing: Leasing,
  requester: Requester,
  work: (run: Run) => Promise<T>,
  begin: Begin = { begin: 'begin' },
): Promise<T> {
  const lease = await taken(leasing, requester);
  const { connection } = lease;
  // PostgreSQL rolls back uncommitted changes; only a connection lost during the commit leaves the outcome unknown.
  let outcome: Outcome = 'undone';
  let isBroken = false;
  try {
    const { run, begun } = pipelined(leasing, lease, requester, begin);
    const result = await insideTransaction(() => work(run));
    await begun;
    await lease.cancellation?.done;
    outcome = 'unknown';
    checkCommitted(connection, requester.accountId, await connection.query('commit'));
    return result;
  } catch (error) {
    isBroken = !(await isRolledBack(leasing, lease, error)) || isReadOnly(error);
    throw leasing.failed(error, outcome);
  } finally {
    setPipeline(connection, false);
    giveBack(leasing.schedule, lease, isBroken);
  }
}

/** One statement in a transaction that sets the account. The commit travels with the statement, and a read with `begin`. */
async function runSetting<Row>(
  leasing: Leasing,
  lease: Leased,
  requester: Requester,
  statement: Statement,
  values: readonly unknown[],
): Promise<FromDatabase<Row>[]> {
  const { connection } = lease;
  let isBroken = false;
  let committed: Promise<pg.QueryResult> | undefined;
  try {
    const { run, begun } = pipelined(leasing, lease, requester, { begin: 'begin' });
    // Counted when it is run.
    lease.statements = 0;
    if (!isReading(statement)) await begun;
    const answer = run<Row>(statement, values);
    committed = connection.query('commit');
    // Looked at below, also if the statement fails before.
    committed.catch(() => undefined);
    const [rows] = await Promise.all([answer, begun]);
    checkCommitted(connection, requester.accountId, await committed);
    return rows;
  } catch (error) {
    // After a failed statement, the commit is a rollback.
    isBroken = isConnectionLost(error) || isReadOnly(error) || !(await isEnded(committed));
    throw leasing.failed(error, 'unknown');
  } finally {
    setPipeline(connection, false);
    giveBack(leasing.schedule, lease, isBroken);
  }
}

/** If the connection is lost, the transaction is gone; a failed rollback means the same. */
async function isRolledBack({ onError }: Leasing, lease: Leased, error: unknown): Promise<boolean> {
  if (isConnectionLost(error)) return false;
  // A cancellation in flight must not hit the rollback.
  await lease.cancellation?.done;
  try {
    await lease.connection.query('rollback');
    return true;
  } catch (failure) {
    onError(failure as Error);
    return false;
  }
}

export type Run = <Row>(statement: Statement, values: readonly unknown[]) => Promise<FromDatabase<Row>[]>;

const taken = (leasing: Leasing, requester: Requester): Promise<Leased> =>
  new Promise((resolve, reject) =>
    take(leasing, requester, (failure, lease) => (failure ? reject(failure) : resolve(lease))),
  );

/**
 * Begins a transaction. Its statements travel together: one is sent without waiting for the answer to another, if the work
 * does not wait for it. They run in the order in which they are sent, and after a failure those behind it fail too.
 *
 * The first statement travels with `begin` if it only reads. A write waits for the answer, because without a transaction
 * it could not be undone; for the same reason, nothing is cancelled before.
 */
function pipelined(
  { requestMs, answered, slow, isTraced }: Leasing,
  lease: Leased,
  requester: Requester,
  begin: Begin,
) {
  const { connection } = lease;
  const texts = beginning(connection, requester, begin, isTraced);
  setPipeline(connection, true);
  let isBegun = false;
  let isWaiting = false;
  let underWay = 0;
  const noteBusy = () => {
    lease.isBusy = isBegun && underWay > 0;
  };
  const begun = Promise.all(texts.map((text) => connection.query(text))).then(() => {
    answered.atMs = performance.now();
    isBegun = true;
    noteBusy();
  });
  // It also fails the first statement, or the work.
  begun.catch(() => undefined);
  const run: Run = async <Row>(statement: Statement, values: readonly unknown[]) => {
    if (!isBegun && (isWaiting || !isReading(statement))) {
      isWaiting = true;
      await begun;
    }
    const startedAtMs = performance.now();
    if (lease.deadline && lease.deadline.endsAtMs <= startedAtMs) throw outOfTime(requestMs);
    lease.statements += 1;
    underWay += 1;
    noteBusy();
    const isNamed = isPreparing(connection);
    if (isNamed) notePrepared(connection, statement);
    let isFailed = true;
    try {
      const sent = isNamed ? statement : { text: statement.text };
      const { rows } = await connection.query({ ...sent, values: values as unknown[] }).catch(failAsOneServer);
      isFailed = false;
      return rows as FromDatabase<Row>[];
    } finally {
      underWay -= 1;
      noteBusy();
      reportStatement(slow, requester, statement, { startedAtMs, endedAtMs: performance.now(), isFailed });
    }
  };
  return { run, begun };
}
