/**
 * Closes an account that is to be deleted: its callers are refused at once, and its rows stay until the end of the grace
 * time, so that it can be opened again.
 */
import type { Database, Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { invalid } from '../../problem.ts';

const closed = statement(`
update accounts set state = 'closed', removal_due_at = $2
where id = $1 and state = 'ready' and environment <> 'sandbox' returning id`);

export async function closeAccount(tx: Tx, removalDueAt: Date): Promise<void> {
  const [row] = await tx.run(closed, [removalDueAt]);
  if (!row) throw invalid({ account: ['Only an account that is ready can be deleted, and no sandbox this way.'] });
}

const kept = statement(`
update accounts set state = 'ready', removal_due_at = null where id = $1 and state = 'closed' returning id`);

export async function keepAccount(tx: Tx): Promise<void> {
  const [row] = await tx.run(kept);
  if (!row)
    throw invalid({ account: ['It is not closed: either nobody has deleted it, or its rows are going already.'] });
}

const due = `select id from accounts where state = 'closed' and removal_due_at <= $1`;

/** Accounts whose grace time has ended go, after their sandboxes, which are copies of their people. */
export async function beginRemovals(
  database: Database,
  now: Date,
  isClockTrusted: () => Promise<boolean>,
): Promise<void> {
  const found = await database.query(`${due} limit 1`, [now]);
  if (found.length === 0 || !(await isClockTrusted())) return;
  await database.query(
    `update accounts set state = 'dropping', progress_percent = 0, worked_until = null
where state in ('ready', 'failed') and origin_id in (${due})`,
    [now],
  );
  await database.query(
    `update accounts set state = 'dropping', progress_percent = 0, worked_until = null, removal_due_at = null
where id in (${due}) and not exists (select from accounts as sandbox where sandbox.origin_id = accounts.id)`,
    [now],
  );
}
