/** How far a follower has come in each account, and the lease that lets one process follow at a time. */
import type { Database } from '../platform/database/database.ts';
import type { CompleteIds } from './complete-ids.ts';

export interface Position {
  readonly accountId: string;
  readonly auditId: string;
  readonly readId: string;
  readonly eventId: string;
}

/** Longer than a batch may take to be sent. */
const leaseSeconds = 30;

const leaseText = `
insert into trail_leases (follower, holder, leased_until) values ($1, $2, clock_timestamp() + interval '${leaseSeconds} seconds')
on conflict (follower) do update set holder = $2, leased_until = excluded.leased_until
where trail_leases.holder = $2 or trail_leases.leased_until < clock_timestamp()
returning 1`;

/** Whether this process may follow. Called before each batch. */
export const takeLease = async (database: Database, follower: string, holder: string): Promise<boolean> =>
  (await database.query(leaseText, [follower, holder])).length > 0;

export const endLease = (database: Database, follower: string, holder: string): Promise<unknown> =>
  database.query('delete from trail_leases where follower = $1 and holder = $2', [follower, holder]);

const newsText = `
select account_id::text as "accountId", audit_id::text as "auditId", read_id::text as "readId", event_id::text as "eventId"
from trail_news($1, $2, $3)`;

/** The positions of accounts with something to send. */
export const findNews = (database: Database, follower: string, { auditId, readId }: CompleteIds): Promise<Position[]> =>
  database.query<Position>(newsText, [follower, auditId, readId]);

const savedText = `
insert into trail_positions (follower, of_account, audit_id, read_id, event_id)
select $1, account_id, audit_id, read_id, event_id
from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[]) as sent (account_id, audit_id, read_id, event_id)
where exists (select from trail_leases where follower = $1 and holder = $2)
on conflict (follower, of_account) do update
set audit_id = excluded.audit_id, read_id = excluded.read_id, event_id = excluded.event_id`;

/** Nothing is saved by a process that has lost its lease. */
export const savePositions = (
  database: Database,
  follower: string,
  holder: string,
  positions: readonly Position[],
): Promise<unknown> =>
  database.query(savedText, [
    follower,
    holder,
    positions.map(({ accountId }) => accountId),
    positions.map(({ auditId }) => auditId),
    positions.map(({ readId }) => readId),
    positions.map(({ eventId }) => eventId),
  ]);

/** The row of no account says that a follower has begun, also where there was no account then. */
const markText = `
insert into trail_positions (follower, of_account, audit_id, read_id, event_id) values ($1, 0, 0, 0, 0)
on conflict do nothing returning 1`;

/**
 * A new follower begins with what happens from now on. A later account has no position: all of it is new. Joined with the row of
 * the beginning, because Citus takes no condition without columns next to an outer join.
 */
const begunText = `
with begun as (${markText})
insert into trail_positions (follower, of_account, audit_id, read_id, event_id)
select $1, accounts.id, $2::bigint, $3::bigint, coalesce(published.last_id, 0)
from begun cross join accounts left join published on published.account_id = accounts.id`;

export const beginNow = (database: Database, follower: string, { auditId, readId }: CompleteIds): Promise<unknown> =>
  database.query(begunText, [follower, auditId, readId]);

export async function beginAgain(database: Database, follower: string): Promise<void> {
  await database.query(markText, [follower]);
  await database.query('delete from trail_positions where follower = $1 and of_account <> 0', [follower]);
}
