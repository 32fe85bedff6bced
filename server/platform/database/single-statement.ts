/** One statement in its own transaction: what nearly every request runs. */
import type pg from 'pg';
import { isConnectionLost, isReadOnly } from './errors.ts';
import { recordsEvents } from './event-trace.ts';
import { giveBack, type Leased, type Leasing, take } from './leased-connection.ts';
import { isPooledConnection, isPreparing, settingOf } from './pooled.ts';
import { isReady, notePrepared, noteReady } from './prepared.ts';
import type { Requester } from './scheduler.ts';
import { isOfAnother, noteAccount } from './session-account.ts';
import type { Statement } from './statement.ts';
import { reportStatement } from './statement-report.ts';
import { type Before, learn, textColumns, textQuery } from './text-query.ts';
import type { FromDatabase } from './texts.ts';
import { pipelined } from './transaction.ts';
import { isEnded, isReading, setPipeline } from './transaction-forms.ts';
import { checkCommitted, unconfirmedChange } from './unconfirmed.ts';

export type RunStatement = <Row>(
  requester: Requester,
  statement: Statement,
  values: readonly unknown[],
) => Promise<FromDatabase<Row>[]>;

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
        const columns = textColumns(connection, statement, all);
        const before = settingFor(connection, requester.accountId);
        const isWithTrace = leasing.isTraced && recordsEvents(statement);
        if (before && (isWithTrace || !columns || !isReady(connection, before.statement))) {
          return void runSetting<Row>(leasing, lease, requester, statement, all, before).then(resolve, reject);
        }
        const finish = (failed: Error | null | undefined, rows: FromDatabase<Row>[]) => {
          // Before anybody else gets the connection; also of a change that is kept, but not confirmed.
          if (!failed && isOfAnother(connection, requester.accountId)) noteAccount(connection, requester.accountId);
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
        if (before) notePrepared(connection, before.statement);
        if (columns) {
          // All texts, or there would be no columns.
          const texts = all as string[];
          return void connection.query(textQuery<FromDatabase<Row>>(statement, columns, texts, finish, before));
        }
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

/** What the session needs before a statement of this account; null: it has it. */
function settingFor(connection: pg.PoolClient, accountId: string | null): Before | null {
  if (!isPooledConnection(connection) && !isOfAnother(connection, accountId)) return null;
  return { statement: settingOf(connection), values: [accountId ?? ''] };
}

/**
 * One statement in a transaction that sets the account, while the shortcut cannot be used. The commit travels with the
 * statement, and a read with `begin`.
 */
async function runSetting<Row>(
  leasing: Leasing,
  lease: Leased,
  requester: Requester,
  statement: Statement,
  values: readonly unknown[],
  before: Before,
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
    await prepareSetting(connection, before);
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

/** For the next statement, which then travels with it. */
async function prepareSetting(connection: pg.PoolClient, { statement, values }: Before): Promise<void> {
  if (!isPreparing(connection) || isReady(connection, statement)) return;
  notePrepared(connection, statement);
  // The statement before it has succeeded, whatever becomes of this one.
  const isPrepared = await connection.query({ ...statement, values }).then(
    () => true,
    () => false,
  );
  if (isPrepared) noteReady(connection, statement);
}
