/** Counts leaves again where a calendar or an arrangement has changed, whichever node it was changed on. */
import { recountBatch } from '../leaves/recounts.ts';
import { isOpenAccount } from '../platform/database/closed-accounts.ts';
import type { Database } from '../platform/database/database.ts';
import { repeat } from '../repeat.ts';
import type { WaitingWork } from './waiting-work.ts';

export interface LeaveRecounts {
  stop(): Promise<void>;
}

const everyMs = 500;

export function startLeaveRecounts(options: {
  readonly database: Database;
  /** Whether there is something to claim. */
  readonly waiting: WaitingWork;
  /** There are new events. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}): LeaveRecounts {
  const { database, waiting, onChange, onError } = options;
  let isStopping = false;
  const recount = async () => {
    if (!(await waiting.has('leaveRecounts'))) return;
    const accounts = await database.query<{ id: string }>(
      `select id::text as id from accounts where leave_recount_at <= now() and ${isOpenAccount('id')}
order by leave_recount_at`,
    );
    for (const { id } of accounts) {
      while (!isStopping && (await database.transaction(id, recountBatch))) onChange();
    }
  };
  const repeated = repeat(everyMs, recount, onError);
  return {
    stop() {
      isStopping = true;
      return repeated.stop();
    },
  };
}
