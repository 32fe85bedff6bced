/**
 * Erasures with something to do, shared by the workers of all nodes. A worker leases an erasure and checks the lease in
 * the transaction of every step: a worker that has lost its lease commits nothing.
 */
import type { Database, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

export interface Claim {
  readonly accountId: string;
  readonly erasureId: string;
}

/** A node that was killed is replaced after this time. */
const leaseSeconds = 15;
export const renewedEveryMs = 5000;

const queued = statement('insert into erasure_queue (account_id, erasure_id) values ($1, $2) on conflict do nothing');

/** In the transaction that approves the erasure. */
export async function enqueue(tx: Tx, erasureId: string): Promise<void> {
  await tx.run(queued, [erasureId]);
}

/** Those that are run together share the work that is done once for the whole database. */
const claimedMax = 50;

const claimed = `
update erasure_queue as queue set leased_by = $1, leased_until = now() + interval '${leaseSeconds} seconds'
from (
  select account_id, erasure_id from erasure_queue
  where (leased_until is null or leased_until < now())
    and ($2::bigint[] is null or (account_id, erasure_id) in (select * from unnest($2, $3::bigint[])))
  order by leased_until nulls first, erasure_id limit ${claimedMax} for update skip locked
) as due
where queue.account_id = due.account_id and queue.erasure_id = due.erasure_id
returning queue.account_id::text as "accountId", queue.erasure_id::text as "erasureId"`;

/** Some of those that wait, or of these. */
export async function claimDue(
  database: Database,
  nodeId: string,
  wanted: readonly Claim[] | null = null,
): Promise<Claim[]> {
  return database.query<Claim>(claimed, [nodeId, ...(wanted ? columns(wanted) : [null, null])]);
}

const columns = (claims: readonly Claim[]): [string[], string[]] => [
  claims.map(({ accountId }) => accountId),
  claims.map(({ erasureId }) => erasureId),
];

export async function renewAll(database: Database, nodeId: string, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  await database.query(
    `update erasure_queue set leased_until = now() + interval '${leaseSeconds} seconds'
     where leased_by = $1 and leased_until > now()
       and (account_id, erasure_id) in (select * from unnest($2::bigint[], $3::bigint[]))`,
    [nodeId, ...columns(claims)],
  );
}

/** Another worker has taken the erasure over. */
export class LeaseLost extends Error {}

const renewed = statement(`
update erasure_queue set leased_until = clock_timestamp() + interval '${leaseSeconds} seconds'
where account_id = $1 and erasure_id = $2 and leased_by = $3 and leased_until > now() returning 1`);

export async function keepLease(tx: Tx, erasureId: string, nodeId: string): Promise<void> {
  if ((await tx.run(renewed, [erasureId, nodeId])).length === 0) throw new LeaseLost();
}

/** Another worker, or this one, goes on with it. */
export async function release(
  database: Database,
  nodeId: string,
  { accountId, erasureId }: Claim,
  afterSeconds: number,
): Promise<void> {
  await database.query(
    `update erasure_queue set leased_by = null, leased_until = now() + make_interval(secs => $4)
     where account_id = $1 and erasure_id = $2 and leased_by = $3`,
    [accountId, erasureId, nodeId, afterSeconds],
  );
}

const finished = statement('delete from erasure_queue where account_id = $1 and erasure_id = $2');

/** There is nothing left to do. */
export async function dequeue(tx: Tx, erasureId: string): Promise<void> {
  await tx.run(finished, [erasureId]);
}
