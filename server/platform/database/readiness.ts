/**
 * Whether the database can be used now, for load balancers. The result is cached for a moment, because it is requested
 * often, and nothing is written to find it out. A full disk shows in statements of real requests; after that, a sort
 * that needs disk space shows when there is space again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { UnavailableError } from './errors.ts';
import { pendingMigrations, schemaMisfit } from './migration-files.ts';

export interface Readiness {
  /** Records a failed statement. */
  onUnavailable(error: UnavailableError): void;
  /** The reason why the service cannot serve requests, or null. */
  reason(database: Database): Promise<string | null>;
}

/** How long a result is cached: any number of checks cost one statement a second. */
const keptMs = 1000;
/** A database that does not respond within this time counts as unavailable. */
const answerMs = 2000;
/** A statement that failed for lack of space frees some: one success alone does not mean that the problem is over. */
const troubleMs = 3000;
/** Applied migrations stay applied, and the key stays the same, unless another copy is restored. */
const migrationsMs = 60_000;

const isExhausted = /^(53|58)/;

/** `isOwnKey`: whether a check value is that of a key of this process. */
export function readiness(isOwnKey: (check: string) => boolean): Readiness {
  let trouble: { readonly reason: string; readonly atMs: number } | null = null;
  let migratedAtMs = Number.NEGATIVE_INFINITY;
  let kept: { readonly reason: Promise<string | null>; readonly atMs: number } | null = null;

  async function dueMigrations(database: Database): Promise<string | null> {
    if (performance.now() - migratedAtMs < migrationsMs) return null;
    const pending = await pendingMigrations(database.query);
    if (pending.length > 0) return `migrations are due: ${pending.join(', ')}`;
    const misfit = await schemaMisfit(database.query);
    if (misfit) return misfit.finding;
    const [found] = await database.query<{ key: string }>('select key_check as key from installation');
    if (found && !isOwnKey(found.key)) return 'the database was set up with another encryption key';
    migratedAtMs = performance.now();
    return null;
  }

  async function exhaustion(database: Database): Promise<string | null> {
    if (trouble === null) return null;
    const { reason } = trouble;
    if (performance.now() - trouble.atMs < troubleMs) return reason;
    if (!(await hasRoom(database))) return reason;
    trouble = null;
    return null;
  }

  async function ask(database: Database): Promise<string | null> {
    try {
      return (await refusedChanges(database)) ?? (await exhaustion(database)) ?? (await dueMigrations(database));
    } catch {
      return 'the database does not answer';
    }
  }

  return {
    onUnavailable({ code = '' }) {
      kept = null;
      if (!isExhausted.test(code)) return;
      const reason =
        code === '53100' ? 'the disk of the database is full' : `the database is out of resources (${code})`;
      trouble = { reason, atMs: performance.now() };
    },
    reason(database) {
      if (kept === null || performance.now() - kept.atMs > keptMs) {
        const late = pause(answerMs, 'the database does not answer', { ref: false });
        kept = { reason: Promise.race([ask(database), late]), atMs: performance.now() };
      }
      return kept.reason;
    },
  };
}

async function refusedChanges(database: Database): Promise<string | null> {
  const [state] = await database.query<{ isStandby: boolean; isReadOnly: boolean }>(
    `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  );
  if (state?.isStandby) return 'the database is a standby and takes no changes';
  return state?.isReadOnly ? 'the database takes no changes' : null;
}

/** A sort of about two megabytes with 64 kilobytes of memory is written to disk. */
async function hasRoom(database: Database): Promise<boolean> {
  try {
    await database.together(async (query) => {
      await query(`set local work_mem = '64kB'`);
      await query('select count(distinct md5(number::text)) from generate_series(1, 30000) as number');
    });
    return true;
  } catch {
    return false;
  }
}
