/**
 * Counts who still calls which part of the legacy API. Counted in memory, so that a request costs no write, and added
 * to the table every few seconds and at the end with one statement; a crash loses those seconds. The counts of nodes
 * add up.
 */
import type { AccountAddress } from '../identity/accounts/addresses.ts';
import { v2EndOf } from '../identity/accounts/legacy-end.ts';
import type { Database } from '../platform/database/database.ts';
import { UnavailableError } from '../platform/database/errors.ts';
import { repeat } from '../repeat.ts';

export interface UsageCounter {
  /** A path as it is documented, such as /api/v3/leaves/{id}. */
  count(apiKeyId: string, path: string, at: Date): void;
  /** Adds the pending counts to the table. */
  flush(): Promise<void>;
  /** Includes the last flush. */
  stop(): Promise<void>;
}

export interface UsageOptions {
  readonly database: Database;
  readonly onError: (error: unknown) => void;
}

const everyMs = 3000;

interface Counted {
  readonly apiKeyId: string;
  readonly path: string;
  readonly firstAt: Date;
  lastAt: Date;
  requests: number;
}

export function usageCounter({ database, onError }: UsageOptions): UsageCounter {
  let counts = new Map<string, Counted>();
  let flushing: Promise<void> = Promise.resolve();

  function add(counted: Counted): void {
    const key = `${counted.apiKeyId} ${counted.path}`;
    const before = counts.get(key);
    if (before === undefined) return void counts.set(key, counted);
    before.requests += counted.requests;
    if (counted.lastAt > before.lastAt) before.lastAt = counted.lastAt;
  }

  async function write(): Promise<void> {
    if (counts.size === 0) return;
    const taken = [...counts.values()];
    counts = new Map();
    try {
      await addUp(database, taken);
    } catch (error) {
      // A failed write is repeated with the next; if the outcome is unknown, it is not counted twice.
      const isUnknown = error instanceof UnavailableError && error.outcome === 'unknown';
      if (!isUnknown) for (const counted of taken) add(counted);
      onError(error);
    }
  }

  /** One after the other: failed counts are restored before the next begins. */
  function flush(): Promise<void> {
    flushing = flushing.then(write);
    return flushing;
  }

  const repeated = repeat(everyMs, flush, onError);
  return {
    count: (apiKeyId, path, at) => add({ apiKeyId, path, firstAt: at, lastAt: at, requests: 1 }),
    flush,
    async stop() {
      await repeated.stop();
      await flush();
    },
  };
}

/** In the same order on every node, so that there is no deadlock. */
async function addUp(database: Database, counts: readonly Counted[]): Promise<void> {
  await database.query(
    `insert into legacy_usage as before (api_key_id, path, requests, first_at, last_at)
     select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::timestamptz[], $5::timestamptz[])
       as counted (api_key_id, path, requests, first_at, last_at)
     where exists (select from api_keys where id = counted.api_key_id)
     order by api_key_id, path
     on conflict (api_key_id, path) do update set requests = before.requests + excluded.requests,
       first_at = least(before.first_at, excluded.first_at), last_at = greatest(before.last_at, excluded.last_at)`,
    [
      counts.map(({ apiKeyId }) => apiKeyId),
      counts.map(({ path }) => path),
      counts.map(({ requests }) => requests),
      counts.map(({ firstAt }) => firstAt),
      counts.map(({ lastAt }) => lastAt),
    ],
  );
}

export interface LegacyUse {
  readonly account: string;
  readonly environment: AccountAddress['environment'];
  readonly sandbox: string | null;
  readonly apiKey: string;
  readonly technicalContact: string | null;
  readonly revokedAt: Date | null;
  readonly path: string;
  /** When the path ends; null: no end is announced. */
  readonly endsAt: Date | null;
  readonly requests: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Of all accounts, or of one: those that end first, then the latest callers. */
export async function legacyUse(database: Database, accountId: string | null): Promise<LegacyUse[]> {
  type Row = Omit<LegacyUse, 'requests' | 'endsAt'> & { readonly requests: string; readonly v2Until: Date | null };
  const rows = await database.query<Row>(
    `select account.name as account, account.environment, account.sandbox, key.name as "apiKey",
       key.technical_contact as "technicalContact", key.revoked_at as "revokedAt", use.path, use.requests,
       use.first_at as "firstAt", use.last_at as "lastAt", account.legacy_v2_until as "v2Until"
     from legacy_usage as use
     join api_keys as key on key.id = use.api_key_id
     join accounts as account on account.id = key.account_id
     where $1::bigint is null or account.id = $1
     order by use.last_at desc, key.id, use.path`,
    [accountId],
  );
  const used = rows.map(({ v2Until, requests, ...use }) => ({
    ...use,
    endsAt: isEnding(use.path) ? v2EndOf(v2Until) : null,
    requests: Number(requests),
  }));
  return [...used.filter(({ endsAt }) => endsAt !== null), ...used.filter(({ endsAt }) => endsAt === null)];
}

const isEnding = (path: string): boolean => path.startsWith('/api/') && !path.startsWith('/api/v3/');
