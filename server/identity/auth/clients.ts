// The current record of a client application: a withdrawn scope, an ended secret, a revoked token or a disabled client
// is refused within one second on every node.

import type { Database } from '../../platform/database/database.ts';
import type { AccountAddress } from '../accounts/addresses.ts';
import { type LiveRecords, liveRecords } from './live-records.ts';

export interface LiveSecret {
  readonly digest: Buffer;
  /** null: until it is replaced. */
  readonly expiresAt: Date | null;
}

export interface ClientRecord {
  readonly id: string;
  readonly clientId: string;
  /** What administrators call it. */
  readonly name: string;
  readonly accountId: string;
  readonly account: AccountAddress;
  readonly requestsPerMinute: number | null;
  readonly scopes: ReadonlySet<string>;
  /** null: all, including future ones. */
  readonly establishments: readonly string[] | null;
  readonly isDisabled: boolean;
  readonly secrets: readonly LiveSecret[];
  readonly revokedTokens: ReadonlySet<string>;
}

/** Who may write may ask for a token that only reads. */
export const isGranted = ({ scopes }: ClientRecord, scope: string): boolean =>
  scopes.has(scope) || scopes.has(scope.replace(/\.readonly$/, '.readwrite'));

export type Clients = LiveRecords<ClientRecord>;

/** By client id. */
export const liveClients = ({ database, now }: { readonly database: Database; readonly now: () => Date }): Clients =>
  liveRecords((clientIds, moment) => readClients(database, clientIds, moment), now);

interface Row {
  client_id: string;
  id: string;
  application_name: string;
  account_id: string;
  name: string;
  environment: AccountAddress['environment'];
  sandbox: string | null;
  requests_per_minute: number | null;
  scopes: string[];
  establishments: string[] | null;
  is_disabled: boolean;
  digests: Buffer[];
  expiries: (Date | null)[];
  revoked: string[];
}

/** SQL: how far the clock of an account is ahead. Secrets expire by that clock, which is compared as time of the machine. */
export const clockOffset = (account: string): string => `${account}.clock_offset_ms * interval '1 millisecond'`;

const clientsText = `
  select c.client_id, c.id, c.name as application_name, c.account_id, a.name, a.environment, a.sandbox, a.requests_per_minute,
    c.scopes, c.business_establishments_id::text[] as establishments, c.is_disabled, s.digests, s.expiries, r.revoked
  from client_applications c
  join accounts a on a.id = c.account_id and a.state = 'ready'
  cross join lateral (
    select coalesce(array_agg(digest order by id), '{}') as digests, coalesce(array_agg(ends_at order by id), '{}') as expiries
    from (select id, digest, expires_at - ${clockOffset('a')} as ends_at
      from client_application_secrets where client_application_id = c.id) as secret
    where ends_at is null or ends_at > $2
  ) s
  cross join lateral (
    select coalesce(array_agg(token_id), '{}') as revoked
    from revoked_tokens where client_application_id = c.id and expires_at > $2
  ) r
  where c.client_id = any($1)`;

async function readClients(
  database: Database,
  clientIds: readonly string[],
  moment: Date,
): Promise<ReadonlyMap<string, ClientRecord>> {
  const rows = await database.query<Row>(clientsText, [clientIds, moment]);
  return new Map(rows.map((row) => [row.client_id, recordOf(row)]));
}

function recordOf(row: Row): ClientRecord {
  return Object.freeze({
    id: row.id,
    clientId: row.client_id,
    name: row.application_name,
    accountId: row.account_id,
    account: { name: row.name, environment: row.environment, sandbox: row.sandbox },
    requestsPerMinute: row.requests_per_minute,
    scopes: new Set(row.scopes),
    establishments: row.establishments,
    isDisabled: row.is_disabled,
    secrets: row.digests.map((digest, index) => ({ digest, expiresAt: row.expiries[index] ?? null })),
    revokedTokens: new Set(row.revoked),
  });
}
