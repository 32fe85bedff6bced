// Owns what is known of a client application right now. A record is at most 800 ms old, so that a withdrawn scope,
// an ended secret, a revoked token or a disabled client is refused within one second on every node, without a
// listener that could silently stop listening.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { AccountAddress } from '../accounts/addresses.ts';
import type { Database } from '../database/database.ts';

export interface LiveSecret {
  readonly digest: Buffer;
  /** null: until it is replaced. */
  readonly expiresAt: Date | null;
}

export interface ClientRecord {
  readonly id: string;
  readonly clientId: string;
  readonly accountId: string;
  readonly account: AccountAddress;
  readonly requestsPerMinute: number | null;
  readonly scopes: ReadonlySet<string>;
  /** null: all, present and future. */
  readonly establishments: readonly string[] | null;
  readonly isDisabled: boolean;
  readonly secrets: readonly LiveSecret[];
  readonly revokedTokens: ReadonlySet<string>;
}

export interface Clients {
  /** Without waiting; undefined when it would have to be read. */
  fresh(clientId: string): ClientRecord | undefined;
  /** null: there is no such client. */
  load(clientId: string): Promise<ClientRecord | null>;
  /** As it is now, for a caller whom a record up to 800 ms old would wrong: somebody who uses a new secret at once. */
  reload(clientId: string): Promise<ClientRecord | null>;
  /** After a change made by this node. */
  forget(clientId: string): void;
}

const freshMs = 800;
const recordsMax = 10_000;

interface Entry {
  /** Before the statement is sent: what it returns is not older than that. */
  readonly since: number;
  readonly loading: Promise<ClientRecord | null>;
  record: ClientRecord | undefined;
}

export function liveClients({ database, now }: { readonly database: Database; readonly now: () => Date }): Clients {
  const entries = new Map<string, Entry>();
  const read = recordReader(database, now);

  function current(clientId: string): Entry | undefined {
    const entry = entries.get(clientId);
    if (entry === undefined) return undefined;
    const ageMs = now().getTime() - entry.since;
    // A clock that was set back must not keep a record alive.
    return ageMs >= 0 && ageMs < freshMs ? entry : undefined;
  }

  function reload(clientId: string): Promise<ClientRecord | null> {
    const loading = read(clientId);
    const entry: Entry = { since: now().getTime(), loading, record: undefined };
    entries.delete(clientId);
    entries.set(clientId, entry);
    if (entries.size > recordsMax) dropOldest(entries);
    loading.then(
      (record) => {
        if (record !== null) entry.record = record;
        // Made-up client ids must not displace real ones.
        else if (entries.get(clientId) === entry) entries.delete(clientId);
      },
      () => {
        if (entries.get(clientId) === entry) entries.delete(clientId);
      },
    );
    return loading;
  }

  return {
    fresh: (clientId) => current(clientId)?.record,
    load: (clientId) => current(clientId)?.loading ?? reload(clientId),
    reload,
    forget: (clientId) => {
      entries.delete(clientId);
    },
  };
}

/** A map keeps the order of insertion, and every load inserts anew. */
function dropOldest(entries: Map<string, Entry>): void {
  const [oldest] = entries.keys();
  if (oldest !== undefined) entries.delete(oldest);
}

/** Clients asked for in the same turn are read by one statement: planning one costs more than finding its rows. */
function recordReader(database: Database, now: () => Date): (clientId: string) => Promise<ClientRecord | null> {
  let asked = new Set<string>();
  let batch: Promise<ReadonlyMap<string, ClientRecord>> | undefined;

  async function readAsked(): Promise<ReadonlyMap<string, ClientRecord>> {
    await endOfTurn();
    const clientIds = [...asked];
    asked = new Set();
    batch = undefined;
    return readClients(database, clientIds, now());
  }

  return async (clientId) => {
    asked.add(clientId);
    batch ??= readAsked();
    return (await batch).get(clientId) ?? null;
  };
}

interface Row {
  client_id: string;
  id: string;
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

const clientsText = `
  select c.client_id, c.id, c.account_id, a.name, a.environment, a.sandbox, a.requests_per_minute,
    c.scopes, c.establishments::text[] as establishments, c.is_disabled, s.digests, s.expiries, r.revoked
  from client_applications c
  join accounts a on a.id = c.account_id
  cross join lateral (
    select coalesce(array_agg(digest order by id), '{}') as digests, coalesce(array_agg(expires_at order by id), '{}') as expiries
    from client_secrets where client_application_id = c.id and (expires_at is null or expires_at > $2)
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
