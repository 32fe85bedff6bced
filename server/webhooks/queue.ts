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

interface Wanted {
  readonly failingAfter: number;
  readonly isFailing: boolean;
  readonly max: number;
}

/**
 * Longest waiting first. `isFailing`: only those with at least so many failures in a row, otherwise only those with
 * fewer.
 */
export async function leaseReady(database: Database, token: string, now: Date, wanted: Wanted): Promise<Lease[]> {
  const { failingAfter, max } = wanted;
  const until = new Date(now.getTime() + leaseMs);
  if (!(await database.isDistributed())) {
    return database.query<Lease>(leasing(found(wanted, '$5', 'for update skip locked')), [
      now,
      until,
      token,
      failingAfter,
      max,
    ]);
  }
  // Citus locks rows of one account at a time: found among all accounts, then leased in each if still ready.
  const ready = await database.query<{ account: string }>(
    `select distinct account_id::text as account from (${found(wanted, '$3', '', '$2')}) as ready`,
    [now, failingAfter, max],
  );
  const leased = await Promise.all(
    ready.map(({ account }) =>
      database.query<Lease>(leasing(found(wanted, '$6', 'for update skip locked', '$4', '$5::bigint'), '$5::bigint'), [
        now,
        until,
        token,
        failingAfter,
        account,
        max,
      ]),
    ),
  );
  return leased.flat();
}

/** SQL of the rows that are ready: of all accounts, or of one. */
const found = ({ isFailing }: Wanted, max: string, lock: string, failures = '$4', account?: string): string => `
  select account_id, webhook_endpoint_id from webhook_queues
  where ${readiness} <= $1 and failures_count ${isFailing ? '>=' : '<'} ${failures} and ${account ? `account_id = ${account}` : isOpenAccount('account_id')}
  order by ${readiness} limit ${max} ${lock}`;

const leasing = (chosen: string, account?: string): string => `
update webhook_queues as queue set due_at = 'infinity', leased_until = $2, leased_by = $3
from (${chosen}
) as chosen
where queue.account_id = chosen.account_id and queue.webhook_endpoint_id = chosen.webhook_endpoint_id${account ? ` and queue.account_id = ${account}` : ''}
returning queue.account_id::text as "accountId", queue.webhook_endpoint_id::text as "endpointId",
  leased_by::text as token, failures_count as "failuresInARow", redelivery_id::text as "redeliveryId"`;

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

type LeaseKey = Pick<Lease, 'accountId' | 'endpointId' | 'token'>;

type Held = LeaseKey & { readonly hasNews: boolean };

/**
 * Returns the leases that are still held, by account and endpoint, and whether deliveries were created for them since.
 */
export async function renewLeases(database: Database, now: Date, leases: readonly LeaseKey[]): Promise<Held[]> {
  const until = new Date(now.getTime() + leaseMs);
  if (await database.isDistributed()) {
    const held = leases.map(({ accountId, endpointId, token }) =>
      database.query<Held>(
        `update webhook_queues set leased_until = $1
where leased_by = $4 and account_id = $2 and webhook_endpoint_id = $3 returning ${heldColumns}`,
        [until, accountId, endpointId, token],
      ),
    );
    return (await Promise.all(held)).flat();
  }
  return database.query(
    `update webhook_queues set leased_until = $1
from unnest($2::bigint[], $3::bigint[], $4::uuid[]) as held (account, endpoint, token)
where leased_by = token and account_id = account and webhook_endpoint_id = endpoint
returning ${heldColumns}`,
    [
      until,
      leases.map(({ accountId }) => accountId),
      leases.map(({ endpointId }) => endpointId),
      leases.map(({ token }) => token),
    ],
  );
}

const heldColumns = `account_id::text as "accountId", webhook_endpoint_id::text as "endpointId", leased_by::text as token,
  due_at < 'infinity' as "hasNews"`;

export interface Release extends LeaseKey {
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
export async function forgetQueue(database: Database, { accountId, endpointId, token }: LeaseKey): Promise<void> {
  await database.query(
    'delete from webhook_queues where account_id = $1 and webhook_endpoint_id = $2 and leased_by = $3',
    [accountId, endpointId, token],
  );
}
