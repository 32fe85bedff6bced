/**
 * Erasures with something to do, shared by the workers of all nodes. A worker leases an erasure and checks the lease in
 * the transaction of every step: a worker that has lost its lease commits nothing. Steps that are done are stored with the
 * erasure, so that a worker that takes over goes on with the next one.
 */
import type { Database, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';

export interface QueuedErasure {
  readonly accountId: string;
  readonly erasureId: string;
}

export interface Claim extends QueuedErasure {
  /** Those that were done when it was claimed. */
  readonly steps: readonly string[];
}

/**
 * A node that was killed is replaced after this time. It may be short: who loses an erasure to a slow renewal has lost no
 * step. That the session of a node has ended says nothing, because behind PgBouncer nodes share sessions.
 */
const leaseSeconds = 6;
export const renewedEveryMs = 2000;

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
  where (leased_until is null or leased_until < now() or leased_by = $1)
    and ($2::bigint[] is null or (account_id, erasure_id) in (select * from unnest($2, $3::bigint[])))
  order by leased_until nulls first, erasure_id limit ${claimedMax} for update skip locked
) as due
where queue.account_id = due.account_id and queue.erasure_id = due.erasure_id
returning queue.account_id::text as "accountId", queue.erasure_id::text as "erasureId", queue.steps`;

/**
 * Some of those that wait, or of these. Also what this node has leased already: it works on nothing now, and did not get
 * the answer to an earlier claim or release.
 */
export async function claimDue(
  database: Database,
  nodeId: string,
  wanted: readonly QueuedErasure[] | null = null,
): Promise<Claim[]> {
  return database.query<Claim>(claimed, [nodeId, ...(wanted ? columns(wanted) : [null, null])]);
}

const columns = (claims: readonly QueuedErasure[]): [string[], string[]] => [
  claims.map(({ accountId }) => accountId),
  claims.map(({ erasureId }) => erasureId),
];

/** One whose step is under way is locked: the step renews its lease. */
export async function renewAll(database: Database, nodeId: string, claims: readonly QueuedErasure[]): Promise<void> {
  if (claims.length === 0) return;
  await database.query(
    `update erasure_queue as queue set leased_until = now() + interval '${leaseSeconds} seconds'
     from (
       select account_id, erasure_id from erasure_queue
       where leased_by = $1 and (account_id, erasure_id) in (select * from unnest($2::bigint[], $3::bigint[]))
       for update skip locked
     ) as free
     where queue.account_id = free.account_id and queue.erasure_id = free.erasure_id`,
    [nodeId, ...columns(claims)],
  );
}

/** Another worker has taken the erasure over. */
export class LeaseLost extends Error {}

/** Also after its time, if nobody has taken it over: its row stays locked until the end of the transaction. */
const renewed = statement(`
update erasure_queue set leased_until = clock_timestamp() + interval '${leaseSeconds} seconds'
where account_id = $1 and erasure_id = $2 and leased_by = $3 returning steps`);

/** Returns the steps that are done. */
export async function keepLease(tx: Tx, erasureId: string, nodeId: string): Promise<readonly string[]> {
  const [row] = await tx.run<{ steps: string[] }>(renewed, [erasureId, nodeId]);
  if (!row) throw new LeaseLost();
  return row.steps;
}

const noted = statement(`
update erasure_queue set steps = array_append(steps, $3), leased_until = clock_timestamp() + interval '${leaseSeconds} seconds'
where account_id = $1 and erasure_id = $2 and not $3 = any(steps)`);

/** In the transaction of the step, at its end. Steps may take longer than a lease. */
export async function noteStep(tx: Tx, erasureId: string, step: string): Promise<void> {
  await tx.run(noted, [erasureId, step]);
}

/** Steps of several erasures. Returns how many of these the node still has. */
export async function noteSteps(
  database: Database,
  nodeId: string,
  claims: readonly QueuedErasure[],
  steps: readonly string[],
): Promise<number> {
  const rows = await database.query(
    `update erasure_queue set steps = array(select unnest(steps) union select unnest($4::text[]))
     where leased_by = $1 and (account_id, erasure_id) in (select * from unnest($2::bigint[], $3::bigint[])) returning 1`,
    [nodeId, ...columns(claims), steps],
  );
  return rows.length;
}

const undone = statement(`
update erasure_queue set steps = array(select step from unnest(steps) as step where not starts_with(step, $3))
where account_id = $1 and erasure_id = $2`);

/** Steps whose name begins so are to be run again. */
export async function forgetSteps(tx: Tx, erasureId: string, beginning: string): Promise<void> {
  await tx.run(undone, [erasureId, beginning]);
}

/** Another worker, or this one, goes on with it. */
export async function release(
  database: Database,
  nodeId: string,
  { accountId, erasureId }: QueuedErasure,
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
