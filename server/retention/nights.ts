/** The accounts with rules, and which node does their night. */
import type { Database } from '../platform/database/database.ts';

/** A node that was killed is replaced after this time. */
const leaseSeconds = 30;

export interface Waiting {
  readonly accountId: string;
  /** The last day that was done; null: none. */
  readonly doneOn: string | null;
}

/** All accounts with rules that no node works on. Their clocks decide whether a day has begun. */
export const waitingAccounts = (database: Database): Promise<Waiting[]> =>
  database.query<Waiting>(`
select account_id::text as "accountId", to_char(done_on, 'YYYY-MM-DD') as "doneOn" from retention_nights
where leased_until is null or leased_until < now() order by account_id`);

export const claimNight = async (
  database: Database,
  accountId: string,
  nodeId: string,
  today: string,
): Promise<boolean> =>
  (
    await database.query(
      `update retention_nights set leased_by = $2, leased_until = now() + interval '${leaseSeconds} seconds'
       where account_id = $1 and (leased_until is null or leased_until < now()) and done_on is distinct from $3::date
       returning 1`,
      [accountId, nodeId, today],
    )
  ).length > 0;

/** False: another node may have taken it over. */
export const renewNight = async (database: Database, accountId: string, nodeId: string): Promise<boolean> =>
  (
    await database.query(
      `update retention_nights set leased_until = now() + interval '${leaseSeconds} seconds'
       where account_id = $1 and leased_by = $2 and leased_until > now() returning 1`,
      [accountId, nodeId],
    )
  ).length > 0;

export async function endNight(
  database: Database,
  accountId: string,
  nodeId: string,
  doneOn: string | null,
): Promise<void> {
  await database.query(
    `update retention_nights set leased_by = null, leased_until = null, done_on = coalesce($3::date, done_on)
     where account_id = $1 and leased_by = $2`,
    [accountId, nodeId, doneOn],
  );
}
