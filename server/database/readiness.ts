/**
 * Whether the database can do its work now, for whoever decides where requests are sent. Asked often, so the answer is
 * kept for a moment, and nothing is written to find it out. That a disk is full shows in statements of real requests;
 * afterwards a sort that needs room on the disk tells when there is some again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { UnavailableError } from './errors.ts';
import { pendingMigrations } from './migrate.ts';

export interface Readiness {
  /** Takes note of a statement that failed. */
  onUnavailable(error: UnavailableError): void;
  /** What keeps the service from answering, or null. */
  reason(database: Database): Promise<string | null>;
}

/** How long an answer is kept: many who ask cost one statement a second. */
const keptMs = 1000;
/** Who does not answer within this time is as good as away for whoever asks. */
const answerMs = 2000;
/** A statement that found no room leaves some behind: one success alone does not say that the trouble is over. */
const troubleMs = 3000;
/** Applied migrations stay applied, unless somebody restores an older copy. */
const migrationsMs = 60_000;

const isExhausted = /^(53|58)/;

export function readiness(): Readiness {
  let trouble: { readonly reason: string; readonly atMs: number } | null = null;
  let migratedAtMs = Number.NEGATIVE_INFINITY;
  let kept: { readonly reason: Promise<string | null>; readonly atMs: number } | null = null;

  async function dueMigrations(database: Database): Promise<string | null> {
    if (performance.now() - migratedAtMs < migrationsMs) return null;
    const pending = await pendingMigrations(database.query);
    if (pending.length > 0) return `migrations are due: ${pending.join(', ')}`;
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

/** A sort of about two megabytes that may use 64 kilobytes of memory is written to the disk. */
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
