/**
 * Exports that are to be made, shared by the workers of all nodes. A worker leases an export and renews the lease while it
 * works: one that has lost its lease stores nothing.
 */
import { isOpenAccount } from '../platform/database/closed-accounts.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

export interface ExportClaim {
  readonly accountId: string;
  readonly exportId: string;
  /** How often it was begun. */
  readonly attempts: number;
}

/** A node that was killed is replaced after this time. */
const leaseSeconds = 15;
export const renewedEveryMs = 5000;

const queued = statement('insert into subject_export_queue (account_id, export_id) values ($1, $2)');

/** In the transaction that creates the export. */
export async function enqueue(tx: Tx, exportId: string): Promise<void> {
  await tx.run(queued, [exportId]);
}

const claimed = `
update subject_export_queue as queue set leased_by = $1, leased_until = now() + interval '${leaseSeconds} seconds',
  attempts = attempts + 1
from (
  select account_id, export_id from subject_export_queue
  where (leased_until is null or leased_until < now()) and ${isOpenAccount('account_id')}
  order by leased_until nulls first, export_id limit 1 for update skip locked
) as due
where queue.account_id = due.account_id and queue.export_id = due.export_id
returning queue.account_id::text as "accountId", queue.export_id::text as "exportId", queue.attempts`;

export async function claimOne(database: Database, nodeId: string): Promise<ExportClaim | null> {
  const [claim] = await database.query<ExportClaim>(claimed, [nodeId]);
  return claim ?? null;
}

const renewal = `
update subject_export_queue set leased_until = now() + interval '${leaseSeconds} seconds'
where account_id = $1 and export_id = $2 and leased_by = $3 and leased_until > now() returning 1`;

/** False: another worker may have taken it over. */
export const renew = async (
  database: Database,
  { accountId, exportId }: ExportClaim,
  nodeId: string,
): Promise<boolean> => (await database.query(renewal, [accountId, exportId, nodeId])).length > 0;

const held = statement(`
select 1 from subject_export_queue where account_id = $1 and export_id = $2 and leased_by = $3 and leased_until > now()
for update`);

/** The same inside the transaction that stores a result. */
export const isStillLeased = async (tx: Tx, exportId: string, nodeId: string): Promise<boolean> =>
  (await tx.run(held, [exportId, nodeId])).length > 0;

/** Another worker, or this one, tries again. */
export async function release(
  database: Database,
  { accountId, exportId }: ExportClaim,
  nodeId: string,
  { afterSeconds, isCounted }: { readonly afterSeconds: number; readonly isCounted: boolean },
): Promise<void> {
  await database.query(
    `update subject_export_queue set leased_by = null, leased_until = now() + make_interval(secs => $4),
       attempts = greatest(attempts - $5, 0)
     where account_id = $1 and export_id = $2 and leased_by = $3`,
    [accountId, exportId, nodeId, afterSeconds, isCounted ? 0 : 1],
  );
}

/** There is nothing left to do. */
export async function dequeue(database: Database, { accountId, exportId }: ExportClaim): Promise<void> {
  await database.query('delete from subject_export_queue where account_id = $1 and export_id = $2', [
    accountId,
    exportId,
  ]);
}
