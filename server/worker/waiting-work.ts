/**
 * Whether something waits for the workers of a node: one statement for all of them. Each claims its own work only if this
 * says that there is some, so that a service that nobody asks does not search six queues twice a second.
 */
import type { Database } from '../platform/database/database.ts';

const isFree = 'leased_until is null or leased_until < now()';

/**
 * Rows that may be work; $1 is the time of the machine. Wider than what a worker claims: one that finds nothing has lost a
 * statement, and what is not seen here is never done.
 */
const waiting = {
  imports: `import_queue where ${isFree}`,
  subjectExports: `subject_export_queue where ${isFree}`,
  erasures: `erasure_queue where ${isFree}`,
  leaveRecounts: 'accounts where leave_recount_at <= now()',
  accounts: `accounts where state in ('copying', 'dropping') or (state = 'closed' and removal_due_at <= $1)`,
  keyRotation: `encryption_keys where state = 'retiring'`,
} as const;

export type WorkKind = keyof typeof waiting;

export interface WaitingWork {
  has(kind: WorkKind): Promise<boolean>;
}

const seen = `select ${Object.entries(waiting)
  .map(([kind, rows]) => `exists (select from ${rows}) as "${kind}"`)
  .join(', ')}`;

/**
 * Shorter than the pauses of the workers, so that what came in a pause is seen at its end or at the next one. While nothing
 * has waited for a while, every second of their looks is spared.
 */
const freshMs = { busy: 400, idle: 900 };
const idleAfterMs = 5000;

export function waitingWork(database: Pick<Database, 'query'>, now: () => Date): WaitingWork {
  let found: Promise<Readonly<Record<WorkKind, boolean>>> | undefined;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let workedAtMs = performance.now();
  const lastsMs = () => (performance.now() - workedAtMs > idleAfterMs ? freshMs.idle : freshMs.busy);

  async function look(): Promise<Readonly<Record<WorkKind, boolean>>> {
    const [row] = await database.query<Record<WorkKind, boolean>>(seen, [now()]);
    if (!row) throw new Error('The database has not said what waits.');
    if (Object.values(row).includes(true)) workedAtMs = performance.now();
    return row;
  }

  return {
    async has(kind) {
      if (found === undefined || performance.now() - askedAtMs >= lastsMs()) {
        askedAtMs = performance.now();
        found = look();
        // Every worker that has waited for it reports it; the next one asks again.
        found.catch(() => {
          found = undefined;
        });
      }
      return (await found)[kind];
    },
  };
}
