/**
 * The only access to PostgreSQL. A Session runs single statements for one account, each in its own transaction; a Tx
 * runs several in one. Both pass the account as the first parameter and in the setting that row-level security reads,
 * so no statement can reach rows of another account or run without an account.
 */

import { type InstallationBounds, standardBounds } from '@muster/contract/administration/installation-bounds.ts';
import type { Author } from '@muster/contract/author.ts';
import type { ReplicaState } from '../../observer.ts';
import { isDeadlock } from './errors.ts';
import { type Leasing, refusalOf } from './leased-connection.ts';
import { type LeasingOptions, openLeasing } from './open-leasing.ts';
import type { Begin } from './pooled.ts';
import { type FindOne, type Identified, readBatcher } from './read-batcher.ts';
import { openReplicas, type ReplicaOptions } from './replicas.ts';
import type { RequestDeadline } from './request-deadline.ts';
import { savepoints } from './savepoints.ts';
import type { Requester } from './scheduler.ts';
import { type RunStatement, runAlone } from './single-statement.ts';
import { type Statement, statement } from './statement.ts';
import type { FromDatabase } from './texts.ts';
import { inTransaction, type Run } from './transaction.ts';
import type { Vault } from './vault.ts';

export interface Session {
  readonly accountId: string;
  /** One time for the whole unit of work, by the clock of the account: that of a sandbox can be moved. */
  readonly now: Date;
  /** The same time by the clock of the machine, for credentials, leases and waits. */
  readonly machineNow: Date;
  /** Whom the changes are recorded for. */
  readonly author: Author;
  /** Encrypts and decrypts confidential values. */
  readonly vault: Vault;
  /** The limits on account settings. */
  readonly bounds: InstallationBounds;
  run<Row>(statement: Statement, values?: readonly unknown[]): Promise<FromDatabase<Row>[]>;
  /**
   * Finds one row with a statement that takes a list of ids: together with other concurrent look-ups. Not available in
   * a transaction.
   */
  gather?<Row extends Identified>(statement: Statement, id: string): Promise<FromDatabase<Row> | null>;
}

/** What decides whether something has expired. */
export type AccountTime = Pick<Session, 'now' | 'machineNow' | 'bounds'>;

/** A function that takes a Tx makes changes that succeed or fail together. */
export interface Tx extends Session {
  /** Undoes what `work` wrote when it fails, and nothing else; the transaction goes on. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
}

export interface Database {
  readonly vault: Vault;
  /** Of the changes in its sessions and transactions. */
  readonly author: Author;
  /** The same, for the changes of this author. */
  by(author: Author): Database;
  /** The same, for one request: within its time, with the share of its caller, and for the changes of that caller. */
  withDeadline(deadline: RequestDeadline, author: Author): Database;
  /** For a part of the service with its own share of connections: no part can block another. */
  ofPart(part: string): Database;
  readonly bounds: InstallationBounds;
  /** Why statements would be refused at once because the caller has too many already; null: they would not. */
  refusal(accountId: string): unknown;
  session(accountId: string): Session;
  /** `work` may run again after a rollback: it must not change anything but the database. */
  transaction<T>(accountId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same, but not again after a deadlock, and without a long wait for what others have locked: for work that is done in
   * smaller parts if it fails.
   */
  tryTransaction<T>(accountId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** All reads inside see the same snapshot, however long it takes. */
  snapshot<T>(accountId: string, work: (session: Session) => Promise<T>): Promise<T>;
  /** For tables that belong to no account: accounts, credentials, the outbox. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<FromDatabase<Row>[]>;
  /** Whether Citus has spread the rows of accounts over several servers: it refuses some statements across accounts. */
  isDistributed(): Promise<boolean>;
  /** The same, in one transaction. */
  together<T>(work: (query: Database['query']) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions extends LeasingOptions {
  readonly now: () => Date;
  /** How far the clocks of accounts are ahead of the machine; none by default. */
  readonly aheadMs?: (accountId: string) => number;
  readonly vault: Vault;
  /** Of changes that are not made for a request. */
  readonly author: Author;
  /** The standard limits by default. */
  readonly bounds?: InstallationBounds | undefined;
  /** Servers that may answer reads of requests; none by default. */
  readonly replicas?: ReplicaOptions | undefined;
}

/** The whole of a pool, which its parts cannot close. */
export interface OpenDatabase extends Database {
  /** For how long statements have waited for a connection while none was answered; 0: none waits. */
  stuckMs(): number;
  replicas(): readonly ReplicaState[];
}

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { leasing, stuckMs, close } = openLeasing(options);
  const { replicas } = options;
  const reading = replicas && replicas.urls.length > 0 ? openReplicas(options, replicas, leasing) : null;
  const run: RunStatement = reading?.run ?? ((requester, asked, values) => runAlone(leasing, requester, asked, values));
  const whole = { deadline: null, part: '' };
  return {
    ...databaseOf({ leasing, run, find: readBatcher(run), isDistributed: once(run) }, options, options.author, whole),
    stuckMs,
    replicas: () => reading?.states() ?? [],
    async close() {
      await reading?.close();
      await close();
    },
  };
}

/** How the statements of a database run. */
interface Running {
  readonly leasing: Leasing;
  /** Single statements. */
  readonly run: RunStatement;
  readonly find: FindOne;
  readonly isDistributed: () => Promise<boolean>;
}

const distribution = statement(`select exists (select from pg_extension where extname = 'citus') as "isDistributed"`);

/** Asked once: a database never changes to the other kind. */
function once(run: RunStatement): () => Promise<boolean> {
  let known: boolean | undefined;
  return async () => {
    if (known === undefined) {
      const nobody = { accountId: null, deadline: null, part: '' };
      const [row] = await run<{ isDistributed: boolean }>(nobody, distribution, []);
      known = row?.isDistributed === true;
    }
    return known;
  };
}

function databaseOf(
  running: Running,
  options: DatabaseOptions,
  author: Author,
  requester: Pick<Requester, 'deadline' | 'part'>,
): Database {
  const { leasing, run, find, isDistributed } = running;
  const { vault, bounds = standardBounds } = options;
  const transaction = <T>(accountId: string, work: (tx: Tx) => Promise<T>, begin?: Begin) =>
    inTransaction(
      leasing,
      { accountId, ...requester },
      (inside) => work(txOn(inside, accountId, options, author)),
      begin,
    );
  return {
    vault,
    bounds,
    author,
    by: (other) => databaseOf(running, options, other, requester),
    withDeadline: (deadline, caller) => databaseOf(running, options, caller, { deadline, part: '' }),
    ofPart: (part) => databaseOf(running, options, author, { deadline: null, part }),
    refusal: (accountId) => refusalOf(leasing, { accountId, ...requester }),
    session: (accountId) => ({
      accountId,
      ...momentIn(accountId, options),
      author,
      vault,
      bounds,
      run: (statement, values = []) => run({ accountId, ...requester }, statement, values),
      gather: <Row extends Identified>(statement: Statement, id: string) =>
        find<Row & FromDatabase<Row>>({ accountId, ...requester }, statement, id),
    }),
    transaction: (accountId, work) => givingWay(() => transaction(accountId, work)),
    tryTransaction: (accountId, work) => transaction(accountId, work, beginWithoutWaiting),
    snapshot: (accountId, work) => transaction(accountId, work, beginSnapshot),
    query: (text, values = []) => run({ accountId: null, ...requester }, statement(text), values),
    isDistributed,
    together: (work) =>
      inTransaction(leasing, { accountId: null, ...requester }, (inside) =>
        work((text, values = []) => inside(statement(text), values)),
      ),
    // A single request closes nothing.
    close: async () => undefined,
  };
}

/**
 * The reader of a snapshot writes it to a possibly slow target. Nothing waits for the locks of a reader except changes
 * of the schema.
 */
const snapshotSilenceMs = 60_000;
const beginSnapshot: Begin = {
  begin: 'begin isolation level repeatable read, read only',
  settings: `set local idle_in_transaction_session_timeout = ${snapshotSilenceMs}`,
};

/** Longer than changes of a single row usually take on a busy machine. */
const briefLockMs = 100;
const beginWithoutWaiting: Begin = { begin: 'begin', settings: `set local lock_timeout = ${briefLockMs}` };

const attemptsMax = 5;

/** After a deadlock, the database ends one of the transactions, which then starts again. */
async function givingWay<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isDeadlock(error) || attempt === attemptsMax) throw error;
    }
  }
}

/** An account whose clock was not moved has one time. */
function momentIn(accountId: string, { now, aheadMs }: DatabaseOptions): Pick<Session, 'now' | 'machineNow'> {
  const machineNow = now();
  const ahead = aheadMs?.(accountId) ?? 0;
  return { machineNow, now: ahead === 0 ? machineNow : new Date(machineNow.getTime() + ahead) };
}

function txOn(run: Run, accountId: string, options: DatabaseOptions, author: Author): Tx {
  const attempt = savepoints((text) => run({ text }, []));
  return {
    accountId,
    ...momentIn(accountId, options),
    author,
    vault: options.vault,
    bounds: options.bounds ?? standardBounds,
    attempt,
    run: (statement, values = []) => run(statement, [accountId, ...values]),
  };
}
