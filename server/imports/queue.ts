/**
 * Imports with something to do, shared by the workers of all nodes. A worker leases an import and renews the lease with
 * every batch, in the transaction of the batch: a worker that has lost its lease commits nothing.
 */
import { isOpenAccount } from '../platform/database/closed-accounts.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

export interface Claim {
  readonly accountId: string;
  readonly importId: string;
  /** How often it was begun since its last batch. */
  readonly attempts: number;
}

/** Longer than the longest batch. A node that was killed is replaced after this time. */
const leaseSeconds = 15;
export const renewedEveryMs = 5000;

const queued = statement('insert into import_queue (account_id, import_id) values ($1, $2)');

/** In the transaction that creates the import. */
export async function enqueue(tx: Tx, importId: string): Promise<void> {
  await tx.run(queued, [importId]);
}

/** The oldest import of each account: one of an account runs at a time. */
const claimed = `
update import_queue as queue set leased_by = $1, leased_until = now() + interval '${leaseSeconds} seconds',
  attempts = attempts + 1
from (
  select account_id, import_id from import_queue as waiting
  where (leased_until is null or leased_until < now()) and ${isOpenAccount('account_id')} and not exists (
    select from import_queue as earlier
    where earlier.account_id = waiting.account_id and earlier.import_id < waiting.import_id)
  order by leased_until nulls first, import_id limit $2 for update skip locked
) as due
where queue.account_id = due.account_id and queue.import_id = due.import_id
returning queue.account_id::text as "accountId", queue.import_id::text as "importId", queue.attempts`;

export const claimSome = (database: Database, nodeId: string, countMax: number): Promise<Claim[]> =>
  database.query<Claim>(claimed, [nodeId, countMax]);

/** While batches wait for their turn. */
export async function renewAll(database: Database, nodeId: string): Promise<void> {
  await database.query(
    `update import_queue set leased_until = now() + interval '${leaseSeconds} seconds'
     where leased_by = $1 and leased_until > now()`,
    [nodeId],
  );
}

const renewed = statement(`
update import_queue set leased_until = clock_timestamp() + interval '${leaseSeconds} seconds', attempts = 0
where account_id = $1 and import_id = $2 and leased_by = $3 and leased_until > now() returning 1`);

/** False: another worker may have taken it over. */
export const isStillLeased = async (tx: Tx, importId: string, nodeId: string): Promise<boolean> =>
  (await tx.run(renewed, [importId, nodeId])).length > 0;

/** Another worker, or this one, goes on with it. `isCounted`: what stopped it may be in the import itself. */
export async function release(
  database: Database,
  nodeId: string,
  { accountId, importId }: Claim,
  { afterSeconds, isCounted }: { readonly afterSeconds: number; readonly isCounted: boolean },
): Promise<void> {
  await database.query(
    `update import_queue set leased_by = null, leased_until = now() + make_interval(secs => $4),
       attempts = greatest(attempts - $5, 0)
     where account_id = $1 and import_id = $2 and leased_by = $3`,
    [accountId, importId, nodeId, afterSeconds, isCounted ? 0 : 1],
  );
}

/** There is nothing left to do. */
export async function dequeue(database: Database, { accountId, importId }: Claim): Promise<void> {
  await database.query('delete from import_queue where account_id = $1 and import_id = $2', [accountId, importId]);
}
