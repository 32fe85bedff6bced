/**
 * The only door to PostgreSQL. A Session runs single statements for one account, each its own transaction; a Tx runs
 * several in one. Both put the account first among the values and into the setting that row-level security reads,
 * so no statement can reach another account's rows, nor run without an account.
 */
import pg from 'pg';
import { connectionConfig, watchClient } from './connection.ts';
import { failureOf, isConnectionLost, type Outcome, UnavailableError } from './errors.ts';
import { gathering, type Identified } from './gathering.ts';
import { type Statement, statement } from './statement.ts';
import { learn, textColumns, textQuery } from './text-query.ts';
import type { FromDatabase } from './texts.ts';
import type { Vault } from './vault.ts';

export interface Session {
  readonly accountId: string;
  /** One moment for the whole unit of work, by the clock of the account: that of a sandbox can be moved. */
  readonly now: Date;
  /** The same moment by the clock of the machine, which credentials, leases and waits go by. */
  readonly machineNow: Date;
  /** For what must be unreadable in the database. */
  readonly vault: Vault;
  run<Row>(statement: Statement, values?: readonly unknown[]): Promise<FromDatabase<Row>[]>;
  /**
   * Finds one row by a statement that looks for all ids of a list, its only value: together with whoever looks for
   * others at this moment. Not in a transaction, which no one shares.
   */
  gather?<Row extends Identified>(statement: Statement, id: string): Promise<FromDatabase<Row> | null>;
}

/** A function that takes a Tx makes changes that stand or fall together. */
export interface Tx extends Session {
  /** Undoes what `work` wrote when it fails, and nothing else; the transaction goes on. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
}

export interface Database {
  readonly vault: Vault;
  session(accountId: string): Session;
  /** `work` may run again, when the first time was undone: it changes nothing but the database. */
  transaction<T>(accountId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Whatever is read inside is as it was at one moment, however long it takes and whoever writes meanwhile. */
  snapshot<T>(accountId: string, work: (session: Session) => Promise<T>): Promise<T>;
  /** For tables that belong to no account: accounts, credentials, the outbox. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<FromDatabase<Row>[]>;
  /** The same, in one transaction. */
  together<T>(work: (query: Database['query']) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly connectionsMax: number;
  readonly statementMs: number;
  /** The longest wait for a lock, and how long PostgreSQL waits for a silent transaction; see connection.ts. */
  readonly lockMs?: number;
  readonly silenceMs?: number;
  readonly now: () => Date;
  /** How far the clocks of accounts are ahead of that; none is, unless it is said. */
  readonly aheadMs?: (accountId: string) => number;
  readonly vault: Vault;
  readonly onError: (error: Error) => void;
  /** Learns of each statement that failed because the database could not do its work. */
  readonly onUnavailable?: (error: UnavailableError) => void;
}

/** Which account a pooled connection is set to; a connection that stays with one account pays nothing for it. */
const accountOf = new WeakMap<pg.PoolClient, string>();

function openPool(options: DatabaseOptions): pg.Pool {
  return new pg.Pool({
    // Plans are made once per statement and connection: every statement here is short, and planning one again
    // costs more than running it. UTC and ISO dates let SQL write timestamps and dates as they are answered.
    ...connectionConfig({
      ...options,
      name: 'muster',
      settings: { plan_cache_mode: 'force_generic_plan', timezone: 'UTC', datestyle: 'ISO' },
    }),
    max: options.connectionsMax,
    onConnect: watchClient,
  });
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options);
  const failed = (error: unknown, outcome: Outcome): unknown => {
    const failure = failureOf(error, outcome);
    if (failure instanceof UnavailableError) options.onUnavailable?.(failure);
    return failure;
  };
  let isClosing = false;
  surviveLosses(pool, (error) => {
    if (!isClosing) options.onError(error);
  });

  async function withConnection<T>(
    accountId: string | null,
    work: (connection: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    const connection = await pool.connect().catch((error: unknown) => {
      throw failed(new UnavailableError(error, 'undone'), 'undone');
    });
    let lost: Error | undefined;
    try {
      if (accountId !== null && accountOf.get(connection) !== accountId) {
        await connection.query(setAccount, [accountId]);
        accountOf.set(connection, accountId);
      }
      return await work(connection);
    } catch (error) {
      if (isConnectionLost(error)) lost = error as Error;
      throw error;
    } finally {
      // A connection that was lost must not be lent to anybody else.
      connection.release(lost);
    }
  }

  async function inTransaction<T>(
    accountId: string | null,
    work: (connection: pg.PoolClient) => Promise<T>,
    begin = 'begin',
  ): Promise<T> {
    return withConnection(accountId, async (connection) => {
      // PostgreSQL undoes what is not committed; only a connection lost during the commit leaves that open.
      let outcome: Outcome = 'undone';
      try {
        await connection.query(begin);
        const result = await work(connection);
        outcome = 'unknown';
        const { command } = await connection.query('commit');
        if (command !== 'COMMIT') throw new Error('The transaction had failed, and nothing of it was kept.');
        return result;
      } catch (error) {
        // Of a lost connection the transaction is gone; a rollback that fails says the same.
        if (!isConnectionLost(error)) await connection.query('rollback').catch(options.onError);
        throw failed(error, outcome);
      }
    });
  }

  const run = <Row>(accountId: string, statement: Statement, values: readonly unknown[]) =>
    runAlone<Row>(pool, accountId, statement, values, failed);
  const findTogether = gathering((accountId, statement, ids) => run(accountId, statement, [arrayOf(ids)]));

  const session = (accountId: string): Session => ({
    accountId,
    ...momentIn(accountId, options),
    vault: options.vault,
    run: (statement, values = []) => run(accountId, statement, values),
    gather: <Row extends Identified>(statement: Statement, id: string) =>
      findTogether<Row & FromDatabase<Row>>(accountId, statement, id),
  });

  return {
    vault: options.vault,
    session,
    transaction: (accountId, work) =>
      givingWay(() => inTransaction(accountId, (connection) => work(txOn(connection, accountId, options)))),
    snapshot: (accountId, work) =>
      inTransaction(accountId, (connection) => work(txOn(connection, accountId, options)), beginSnapshot),
    query: (text, values = []) =>
      withConnection(null, (connection) =>
        rowsOf(connection, statement(text), values).catch((error: unknown) => {
          throw failed(error, 'unknown');
        }),
      ) as Promise<never>,
    together: (work) =>
      inTransaction(null, (connection) => work((text, values = []) => rowsOf(connection, statement(text), values))),
    close: () => {
      isClosing = true;
      return pool.end();
    },
  };
}

/**
 * Whoever reads a snapshot writes it somewhere, which may be slow: nobody waits for the locks of one who only reads, but
 * for a change of the tables themselves.
 */
const snapshotSilenceMs = 60_000;
const beginSnapshot = `begin isolation level repeatable read, read only;
set local idle_in_transaction_session_timeout = ${snapshotSilenceMs}`;

const attemptsMax = 5;

/** Of two transactions that wait for each other the database ends one, which is then begun anew, from nothing. */
async function givingWay<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      const isDeadlock = (error as { code?: string } | null)?.code === '40P01';
      if (!isDeadlock || attempt === attemptsMax) throw error;
    }
  }
}

/** An account whose clock was not moved has one moment. */
function momentIn(accountId: string, { now, aheadMs }: DatabaseOptions): Pick<Session, 'now' | 'machineNow'> {
  const machineNow = now();
  const ahead = aheadMs?.(accountId) ?? 0;
  return { machineNow, now: ahead === 0 ? machineNow : new Date(machineNow.getTime() + ahead) };
}

const txOn = (connection: pg.PoolClient, accountId: string, options: DatabaseOptions): Tx => ({
  accountId,
  ...momentIn(accountId, options),
  vault: options.vault,
  attempt: (work) => withSavepoint(connection, work),
  run: (statement, values = []) => rowsOf(connection, statement, [accountId, ...values]),
});

/**
 * A connection that dies while idle is replaced by the pool, and one that dies while lent out fails its statement or
 * the next one. Both also say so by themselves, and without a listener that would end the process. The pool does not
 * wait for its last goodbyes, which a server that stops right after may interrupt: that is no error.
 */
function surviveLosses(pool: pg.Pool, onIdleLoss: (error: Error) => void): void {
  pool.on('error', onIdleLoss);
  pool.on('connect', (connection) => connection.on('error', () => undefined));
}

/** The path of nearly every request, so it is written with the driver's callbacks: one promise instead of six. */
function runAlone<Row>(
  pool: pg.Pool,
  accountId: string,
  statement: Statement,
  values: readonly unknown[],
  failed: (error: unknown, outcome: Outcome) => unknown,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    pool.connect((failure, connection, release) => {
      if (failure || !connection) return reject(failed(new UnavailableError(failure, 'undone'), 'undone'));
      const fail = (error: Error, outcome: Outcome) => {
        release(isConnectionLost(error) ? error : undefined);
        reject(failed(error, outcome));
      };
      const query = () => {
        const all = [accountId, ...values];
        const columns = textColumns(connection, statement, all);
        const settle = (error: Error | null | undefined, rows: Row[]) => {
          if (error) return fail(error, 'unknown');
          release();
          resolve(rows);
        };
        if (columns) return void connection.query(textQuery<Row>(statement, columns, all, settle));
        connection.query({ ...statement, values: all }, (error, result) => {
          if (!error) learn(statement, result.fields);
          settle(error, error ? [] : (result.rows as Row[]));
        });
      };
      if (accountOf.get(connection) === accountId) return query();
      connection.query(setAccount, [accountId], (error) => {
        if (error) return fail(error, 'undone');
        accountOf.set(connection, accountId);
        query();
      });
    });
  });
}

async function withSavepoint<T>(connection: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await connection.query('savepoint attempt');
  try {
    return await work();
  } catch (error) {
    if (!isConnectionLost(error)) await connection.query('rollback to savepoint attempt');
    throw error;
  }
}

const setAccount = `select set_config('muster.account_id', $1, false)`;

/** As PostgreSQL writes lists; ids hold nothing that would need more than quotes. */
const arrayOf = (ids: readonly string[]): string => `{"${ids.join('","')}"}`;

async function rowsOf<Row>(
  connection: pg.PoolClient,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await connection.query({ ...statement, values: values as unknown[] });
  return rows as Row[];
}
