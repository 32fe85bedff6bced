/** Several statements in one transaction, which travel together where the work allows it. */
import { isConnectionLost, isReadOnly, type Outcome } from './errors.ts';
import { giveBack, type Leased, type Leasing, taken } from './leased-connection.ts';
import { insideTransaction } from './open-transaction.ts';
import { type Begin, isPreparing } from './pooled.ts';
import { notePrepared, noteReady } from './prepared.ts';
import { outOfTime, type Requester } from './scheduler.ts';
import type { Statement } from './statement.ts';
import { reportStatement } from './statement-report.ts';
import { learn } from './text-query.ts';
import type { FromDatabase } from './texts.ts';
import { beginning, isReading, setPipeline } from './transaction-forms.ts';
import { checkCommitted } from './unconfirmed.ts';
import { failAsOneServer } from './worker-errors.ts';

export type Run = <Row>(statement: Statement, values: readonly unknown[]) => Promise<FromDatabase<Row>[]>;

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

/**
 * Begins a transaction. Its statements travel together: one is sent without waiting for the answer to another, if the work
 * does not wait for it. They run in the order in which they are sent, and after a failure those behind it fail too.
 *
 * The first statement travels with `begin` if it only reads. A write waits for the answer, because without a transaction
 * it could not be undone; for the same reason, nothing is cancelled before.
 */
export function pipelined(
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
      const { rows, fields } = await connection.query({ ...sent, values: values as unknown[] }).catch(failAsOneServer);
      isFailed = false;
      if (isNamed) {
        noteReady(connection, statement);
        learn(statement, fields);
      }
      return rows as FromDatabase<Row>[];
    } finally {
      underWay -= 1;
      noteBusy();
      reportStatement(slow, requester, statement, { startedAtMs, endedAtMs: performance.now(), isFailed });
    }
  };
  return { run, begun };
}
