/**
 * The queue that workers share: one row per endpoint that ever had a delivery. A worker leases a whole endpoint, so its
 * concurrency and failures are known in one place. A lease that is not renewed ends, and another worker takes over.
 * Each lease has a token: a worker that lost its lease, for example after a freeze, can neither renew it nor release
 * that of the next holder.
 *
 * Taking a lease sets `due_at` to infinity, creating a delivery lowers it, and a release never raises it. A delivery
 * created during a lease is therefore noticed, in any order.
 */
import { isOpenAccount } from '../platform/database/closed-accounts.ts';
import type { Database } from '../platform/database/database.ts';

export interface Lease {
  readonly accountId: string;
  readonly endpointId: string;
  readonly token: string;
  readonly failuresInARow: number;
  readonly redeliveryId: string | null;
}

/** The lease of a crashed worker ends after this time; it is renewed several times in between. */
export const leaseMs = 10_000;

/**
 * The start of a lease or renewal: before the statement was sent, so that it never seems to last longer than it does.
 */
export interface Term {
  readonly steadyMs: number;
  readonly clockMs: number;
}

export const termFromNow = (): Term => ({ steadyMs: performance.now(), clockMs: Date.now() });

/** For machine clocks that differ a little. */
const marginMs = 1000;

/**
 * By both clocks of this machine: the monotonic clock stops while the machine sleeps, the other one may be set back.
 * After this, nothing new starts.
 */
export const isTermOver = ({ steadyMs, clockMs }: Term): boolean =>
  Math.max(performance.now() - steadyMs, Date.now() - clockMs) >= leaseMs - marginMs;

const readiness = 'coalesce(leased_until, greatest(due_at, rests_until))';

/**
 * Longest waiting first. `isFailing`: only those with at least so many failures in a row, otherwise only those with
 * fewer.
 */
export function leaseReady(
  database: Database,
  token: string,
  now: Date,
  { failingAfter, isFailing, max }: { failingAfter: number; isFailing: boolean; max: number },
): Promise<Lease[]> {
  return database.query<Lease>(
    `update webhook_queues as queue set due_at = 'infinity', leased_until = $2, leased_by = $3
from (
  select account_id, webhook_endpoint_id from webhook_queues
  where ${readiness} <= $1 and failures_count ${isFailing ? '>=' : '<'} $4 and ${isOpenAccount('account_id')}
  order by ${readiness} limit $5 for update skip locked
) as chosen
where queue.account_id = chosen.account_id and queue.webhook_endpoint_id = chosen.webhook_endpoint_id
returning queue.account_id::text as "accountId", queue.webhook_endpoint_id::text as "endpointId",
  leased_by::text as token, failures_count as "failuresInARow", redelivery_id::text as "redeliveryId"`,
    [now, new Date(now.getTime() + leaseMs), token, failingAfter, max],
  );
}

/** When the next endpoint is ready; null if none is scheduled. */
export async function nextReadyAt(database: Database): Promise<Date | null> {
  const [row] = await database.query<{ at: Date | null }>(
    `select case when ready < 'infinity' then ready end as at
from (
  select ${readiness} as ready from webhook_queues where ${isOpenAccount('account_id')} order by ${readiness} limit 1
) as first`,
  );
  return row?.at ?? null;
}

type Named = Pick<Lease, 'accountId' | 'endpointId' | 'token'>;

/**
 * Returns the leases that are still held, by account and endpoint, and whether deliveries were created for them since.
 */
export function renewLeases(
  database: Database,
  now: Date,
  leases: readonly Named[],
): Promise<(Named & { readonly hasNews: boolean })[]> {
  return database.query(
    `update webhook_queues set leased_until = $1
from unnest($2::bigint[], $3::bigint[], $4::uuid[]) as held (account, endpoint, token)
where leased_by = token and account_id = account and webhook_endpoint_id = endpoint
returning account_id::text as "accountId", webhook_endpoint_id::text as "endpointId", leased_by::text as token,
  due_at < 'infinity' as "hasNews"`,
    [
      new Date(now.getTime() + leaseMs),
      leases.map(({ accountId }) => accountId),
      leases.map(({ endpointId }) => endpointId),
      leases.map(({ token }) => token),
    ],
  );
}

export interface Release extends Named {
  /** null: nothing is scheduled. */
  readonly dueAt: Date | null;
  readonly failuresInARow: number;
  readonly restsUntil: Date | null;
  /** All deliveries of this redelivery are created. */
  readonly plannedRedeliveryId: string | null;
}

export async function release(database: Database, given: Release): Promise<void> {
  await database.query(
    `update webhook_queues set due_at = least(due_at, $4), failures_count = $5, rests_until = $6,
  redelivery_id = case when redelivery_id is distinct from $7 then redelivery_id end,
  leased_until = null, leased_by = null
where account_id = $1 and webhook_endpoint_id = $2 and leased_by = $3`,
    [
      given.accountId,
      given.endpointId,
      given.token,
      given.dueAt ?? 'infinity',
      given.failuresInARow,
      given.restsUntil,
      given.plannedRedeliveryId,
    ],
  );
}

/** The endpoint no longer exists. */
export async function forgetQueue(database: Database, { accountId, endpointId, token }: Named): Promise<void> {
  await database.query(
    'delete from webhook_queues where account_id = $1 and webhook_endpoint_id = $2 and leased_by = $3',
    [accountId, endpointId, token],
  );
}
