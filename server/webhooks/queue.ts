/**
 * The to-do list that workers share: one row per endpoint that ever had a delivery. A worker leases an endpoint as a
 * whole, so how much it is asked at once, and whether it fails, is known in one place. A lease that is not renewed
 * ends, and another worker takes over. Each lease has a token of its own: who lost one, frozen for a while perhaps, can
 * neither renew it nor release that of the next holder.
 *
 * Taking a lease sets `due_at` to infinity; anyone who plans a delivery lowers it again, and a release never raises it.
 * So what is planned while the endpoint is leased is noticed, whichever of the two comes first.
 */
import type { Database } from '../platform/database/database.ts';

export interface Lease {
  readonly accountId: string;
  readonly endpointId: string;
  readonly token: string;
  readonly failuresInARow: number;
  readonly redeliveryId: string | null;
}

/** A worker that died is missed after this time; renewed several times in between. */
export const leaseMs = 10_000;

/** When a lease was taken or renewed: before the statement was sent, so that it never seems to last longer than it does. */
export interface Term {
  readonly steadyMs: number;
  readonly clockMs: number;
}

export const termFromNow = (): Term => ({ steadyMs: performance.now(), clockMs: Date.now() });

/** For clocks of machines that differ a little. */
const marginMs = 1000;

/**
 * By both clocks of this machine: the steady one stands still while the machine sleeps, the other one may be set back.
 * Nothing is begun any more after this, without asking the database.
 */
export const isTermOver = ({ steadyMs, clockMs }: Term): boolean =>
  Math.max(performance.now() - steadyMs, Date.now() - clockMs) >= leaseMs - marginMs;

const readiness = 'coalesce(leased_until, greatest(due_at, rests_until))';

/** Those that have waited longest first. `isFailing`: of those that failed at least so often in a row, else less often. */
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
  where ${readiness} <= $1 and failures_count ${isFailing ? '>=' : '<'} $4
  order by ${readiness} limit $5 for update skip locked
) as chosen
where queue.account_id = chosen.account_id and queue.webhook_endpoint_id = chosen.webhook_endpoint_id
returning queue.account_id::text as "accountId", queue.webhook_endpoint_id::text as "endpointId",
  leased_by::text as token, failures_count as "failuresInARow", redelivery_id::text as "redeliveryId"`,
    [now, new Date(now.getTime() + leaseMs), token, failingAfter, max],
  );
}

/** When the next endpoint is ready; null when none will be by itself. */
export async function nextReadyAt(database: Database): Promise<Date | null> {
  const [row] = await database.query<{ at: Date | null }>(
    `select case when ready < 'infinity' then ready end as at
from (select ${readiness} as ready from webhook_queues order by ${readiness} limit 1) as first`,
  );
  return row?.at ?? null;
}

type Named = Pick<Lease, 'accountId' | 'endpointId' | 'token'>;

/** Returns those that are still held, by account and endpoint, and whether something was planned for them since. */
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
  /** null: nothing is planned. */
  readonly dueAt: Date | null;
  readonly failuresInARow: number;
  readonly restsUntil: Date | null;
  /** Of this redelivery everything is planned. */
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

/** There is no such endpoint any more. */
export async function forgetQueue(database: Database, { accountId, endpointId, token }: Named): Promise<void> {
  await database.query(
    'delete from webhook_queues where account_id = $1 and webhook_endpoint_id = $2 and leased_by = $3',
    [accountId, endpointId, token],
  );
}
