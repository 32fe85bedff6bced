/**
 * Migrates the database to the version of this code: applies migrations/*.sql in order, each in its own transaction,
 * under a lock so that several nodes may start at once. An applied file must not change. Migrations that would take
 * something from nodes of the former release wait until somebody ends the upgrade (migration-files.ts). A file that begins
 * with the words below commits step by step itself; it is one statement and may run again after a crash.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Pooling } from '../../settings/database-servers.ts';
import { advisoryLocks } from './advisory-locks.ts';
import { connected, standardSilenceMs } from './connection.ts';
import { isConnectionLost, isLockTimeout } from './errors.ts';
import { isLive } from './live-nodes.ts';
import { appliedMigrations, type Migration, migrationFiles, misfitOf } from './migration-files.ts';
import { beginPooled, isPooledConnection } from './pooled.ts';

const stepByStep = '-- Runs outside a transaction';

export interface MigrationOptions {
  /** Called with what a migration waits for. */
  readonly onWait?: (sentence: string) => void;
  /** How long PostgreSQL keeps the lock of a silent process. */
  readonly silenceMs?: number;
  readonly pooling?: Pooling | undefined;
  /** Whether the upgrade ends: then what only the former release needs is removed as well. */
  readonly isFinishing?: boolean;
}

const lookEveryMs = 250;
/** A longer wait is reported, and repeated from time to time. */
const tellAfterMs = 1000;
const tellEveryMs = 10_000;
/** So is a migration that runs longer. */
const longMs = 5000;
/** A pending schema change blocks all later statements on a table in use, so it gives up and tries again. */
const tableLockMs = 3000;
const giveWayMs = 1000;
const giveWayMax = 100;
/** A lost session, for example after a freeze, is started again. */
const sessionsMax = 5;

/** Returns the names of the migrations applied now. */
export async function migrate(url: string, now: Date, given: MigrationOptions = {}): Promise<string[]> {
  const { silenceMs = standardSilenceMs, onWait = () => undefined, isFinishing = false, pooling } = given;
  const done: string[] = [];
  for (let session = 1; ; session += 1) {
    const limits = { statementMs: 0, lockMs: tableLockMs, silenceMs, idleMs: silenceMs };
    const options = { url, name: 'muster migrate', pooling, ...limits };
    const connection = await connected(options);
    // Behind a pooler a lock lasts as long as a transaction, which waits on a connection of its own.
    const holding = isPooledConnection(connection) ? await connected(options) : connection;
    const held = holding === connection ? null : heldBy(holding, silenceMs);
    try {
      await takeLock(holding, onWait);
      held?.begin();
      const refuseIfLost = async () => held?.say();
      await applyDue(connection, now, { onWait, isFinishing, refuseIfLost, onDone: (name) => done.push(name) });
      return done;
    } catch (error) {
      if (!isConnectionLost(error) || session === sessionsMax) throw error;
      onWait(`The session of the migration was lost and is begun again: ${(error as Error).message}`);
      await pause(giveWayMs);
    } finally {
      held?.end();
      for (const one of new Set([holding, connection])) await one.end().catch(() => undefined);
    }
  }
}

/**
 * The transaction that holds the lock behind a pooler says something from time to time: PostgreSQL ends it, and the lock
 * with it, when the process has frozen. A process that wakes up must not commit without the lock.
 */
function heldBy(holding: pg.Client, silenceMs: number) {
  let said: Promise<unknown> = Promise.resolve();
  let saying: NodeJS.Timeout | undefined;
  const say = (): Promise<unknown> => {
    said = said.then(() => holding.query('select 1'));
    return said;
  };
  return {
    say,
    begin() {
      // A failure also fails whatever is said later.
      saying = setInterval(() => say().catch(() => undefined), silenceMs / 4);
    },
    end: () => clearInterval(saying),
  };
}

const beginningOf = (connection: pg.Client): string =>
  isPooledConnection(connection) ? beginPooled(connection, null, { begin: 'begin' }) : 'begin';

/** Polls for the lock: a wait inside PostgreSQL could not report who holds it. */
async function takeLock(connection: pg.Client, onWait: (sentence: string) => void): Promise<void> {
  const startedMs = performance.now();
  let tellAtMs = startedMs + tellAfterMs;
  const isPooled = isPooledConnection(connection);
  if (isPooled) await connection.query(beginningOf(connection));
  const taking = isPooled ? 'pg_try_advisory_xact_lock' : 'pg_try_advisory_lock';
  const isTaken = async () => {
    const { rows } = await connection.query<{ taken: boolean }>(`select ${taking}($1) as taken`, [
      advisoryLocks.migration,
    ]);
    return rows[0]?.taken === true;
  };
  while (!(await isTaken())) {
    if (performance.now() >= tellAtMs) {
      tellAtMs += tellEveryMs;
      onWait(`The migration waits for ${await holder(connection)}.`);
    }
    await pause(lookEveryMs);
  }
  if (tellAtMs > startedMs + tellAfterMs) onWait('The migration goes on.');
}

async function holder(connection: pg.Client): Promise<string> {
  const { rows } = await connection.query<{ words: string }>(
    `select format('process %s of PostgreSQL, %s at %s, %s for %s s', pid, coalesce(nullif(application_name, ''), 'unnamed'),
  coalesce(host(client_addr), 'this machine'), coalesce(state, 'in an unknown state'),
  extract(epoch from clock_timestamp() - state_change)::integer) as words
from pg_locks join pg_stat_activity using (pid)
where locktype = 'advisory' and granted and objsubid = 1 and (classid::bigint << 32 | objid::bigint) = $1
  and database = (select oid from pg_database where datname = current_database())`,
    [advisoryLocks.migration],
  );
  const held = rows[0]?.words;
  return held === undefined ? 'another one, which has just ended' : `another one, whose lock is held by ${held}`;
}

interface Applying {
  readonly onWait: (sentence: string) => void;
  readonly onDone: (name: string) => void;
  readonly isFinishing: boolean;
  /** Before each commit: fails if the lock is gone. */
  readonly refuseIfLost: () => Promise<unknown>;
}

async function applyDue(connection: pg.Client, now: Date, applying: Applying): Promise<void> {
  const { onWait, onDone, isFinishing } = applying;
  const applied = await appliedMigrations(async (text) => (await connection.query(text)).rows);
  await keepRecords(connection);
  const known = await migrationFiles();
  const misfit = isFinishing ? misfitOf(known, applied, []) : misfitOf(known, applied);
  if (misfit) throw new Error(`${misfit.finding} ${misfit.mend}`);
  // No node uses an empty database: it gets everything in order.
  const isEmpty = applied.size === 0;
  for (const migration of known) {
    const { name, digest, kind } = migration;
    const before = applied.get(name)?.digest;
    if (before !== undefined && before !== digest) {
      throw new Error(`Migration ${name} has changed since it was applied. Restore it and add a new one.`);
    }
    if (before !== undefined || (kind === 'contract' && !isFinishing && !isEmpty)) continue;
    if (kind === 'contract' && !isEmpty) await refuseWhileNeeded(connection, name);
    const startedMs = performance.now();
    const telling = setInterval(() => {
      onWait(`Migration ${name} has run for ${Math.round((performance.now() - startedMs) / 1000)} s.`);
    }, longMs);
    await applyOne(connection, migration, now, applying).finally(() => clearInterval(telling));
    onDone(name);
  }
}

/** A process of the former release would fail without what a contract migration removes. */
async function refuseWhileNeeded(connection: pg.Client, name: string): Promise<void> {
  const { rows } = await connection.query<{ host: string; process: number }>(
    `select host, process from nodes where ${isLive} and coalesce(last_migration, '') < $1 order by seen_at desc limit 1`,
    [name],
  );
  const [former] = rows;
  if (!former) return;
  throw new Error(
    `Process ${former.process} on ${former.host} runs a release that needs what the migration ${name} removes. Stop it, wait a minute, and run "muster migrate --finish" again.`,
  );
}

/** A database of an earlier release has no kinds; looked up first, because a change of the table waits for its readers. */
async function keepRecords(connection: pg.Client): Promise<void> {
  await connection.query(
    `create table if not exists migrations (name text primary key, digest text not null, applied_at timestamptz not null,
  kind text not null default 'expand' check (kind in ('expand', 'contract')))`,
  );
  const { rowCount } = await connection.query(
    `select from pg_attribute where attrelid = to_regclass('migrations') and attname = 'kind'`,
  );
  if (rowCount === 0) {
    await connection.query(
      `alter table migrations add column kind text not null default 'expand' check (kind in ('expand', 'contract'))`,
    );
  }
}

async function applyOne(
  connection: pg.Client,
  { name, kind, text, digest }: Migration,
  now: Date,
  { onWait, refuseIfLost }: Applying,
): Promise<void> {
  const isStepByStep = text.startsWith(stepByStep);
  const isPooled = isPooledConnection(connection);
  if (isStepByStep) {
    // Its committed steps stay, so it waits as long as necessary instead of starting again. A pooled session has no limit.
    if (!isPooled) await connection.query('set lock_timeout = 0');
    await connection.query(text);
    if (!isPooled) await connection.query(`set lock_timeout = ${tableLockMs}`);
  }
  for (let tries = 1; ; tries += 1) {
    try {
      await connection.query(beginningOf(connection));
      if (!isStepByStep) await connection.query(text);
      await connection.query('insert into migrations (name, digest, applied_at, kind) values ($1, $2, $3, $4)', [
        name,
        digest,
        now,
        kind,
      ]);
      await refuseIfLost();
      await connection.query('commit');
      return;
    } catch (error) {
      if (!isLockTimeout(error) || tries === giveWayMax) throw error;
      await connection.query('rollback');
      onWait(`Migration ${name} gives way to others who use its tables, and tries again.`);
      await pause(giveWayMs);
    }
  }
}
