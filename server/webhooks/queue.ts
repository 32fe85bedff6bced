/**
 * The to-do list that workers share: one row per endpoint that ever had a delivery. A worker leases an endpoint as a
 * whole, so how much it is asked at once, and whether it fails, is known in one place. A lease that is not renewed
 * ends, and another worker takes over.
 *
 * Taking a lease sets `due_at` to infinity; whoever plans a delivery lowers it again, and a release never raises it.
 * So what is planned while the endpoint is leased is noticed, whichever of the two comes first.
 */
import type { Database } from '../database/database.ts';

export interface Lease {
  readonly accountId: string;
  readonly endpointId: string;
  readonly failuresInARow: number;
  readonly redeliveryId: string | null;
}

/** A worker that died is missed after this time; renewed several times in between. */
export const leaseMs = 10_000;

const readiness = 'coalesce(leased_until, greatest(due_at, rests_until))';

/** Those that have waited longest first. `isFailing`: of those that failed at least so often in a row, else less often. */
export function leaseReady(
  database: Database,
  worker: string,
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
  failures_count as "failuresInARow", redelivery_id::text as "redeliveryId"`,
    [now, new Date(now.getTime() + leaseMs), worker, failingAfter, max],
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

type Named = Pick<Lease, 'accountId' | 'endpointId'>;

/** Returns those that are still held, by account and endpoint, and whether something was planned for them since. */
export function renewLeases(
  database: Database,
  worker: string,
  now: Date,
  leases: readonly Named[],
): Promise<(Named & { readonly hasNews: boolean })[]> {
  return database.query(
    `update webhook_queues set leased_until = $2
from unnest($3::bigint[], $4::bigint[]) as held (account, endpoint)
where leased_by = $1 and account_id = account and webhook_endpoint_id = endpoint
returning account_id::text as "accountId", webhook_endpoint_id::text as "endpointId", due_at < 'infinity' as "hasNews"`,
    [
      worker,
      new Date(now.getTime() + leaseMs),
      leases.map(({ accountId }) => accountId),
      leases.map(({ endpointId }) => endpointId),
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

export async function release(database: Database, worker: string, given: Release): Promise<void> {
  await database.query(
    `update webhook_queues set due_at = least(due_at, $4), failures_count = $5, rests_until = $6,
  redelivery_id = case when redelivery_id is distinct from $7 then redelivery_id end,
  leased_until = null, leased_by = null
where account_id = $1 and webhook_endpoint_id = $2 and leased_by = $3`,
    [
      given.accountId,
      given.endpointId,
      worker,
      given.dueAt ?? 'infinity',
      given.failuresInARow,
      given.restsUntil,
      given.plannedRedeliveryId,
    ],
  );
}

/** There is no such endpoint any more. */
export async function forgetQueue(database: Database, { accountId, endpointId }: Named): Promise<void> {
  await database.query('delete from webhook_queues where account_id = $1 and webhook_endpoint_id = $2', [
    accountId,
    endpointId,
  ]);
}
