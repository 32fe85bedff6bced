/**
 * Identifies the caller of the legacy API: from the Authorization header and the host to the key, its account and its
 * role. A revoked key or a changed role takes effect within one second on every node; a known key costs no statement.
 */
import type { KeyObject } from 'node:crypto';
import type { AccountAddress, AddressBook, HostAccount } from '../identity/accounts/addresses.ts';
import { type RoleRights, type RoleRow, rightsOf, roleColumns } from '../identity/accounts/api-key-roles.ts';
import { v2EndOf } from '../identity/accounts/legacy-end.ts';
import { clockOffset } from '../identity/auth/clients.ts';
import { type Guesses, isWait, type Wait } from '../identity/auth/guesses.ts';
import { leastRecentlyUsed } from '../identity/auth/least-recently-used.ts';
import { liveRecords } from '../identity/auth/live-records.ts';
import { digestOf } from '../identity/auth/secrets.ts';
import type { Database } from '../platform/database/database.ts';

export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  readonly account: AccountAddress;
  /** null: the setting of the installation applies. */
  readonly requestsPerMinute: number | null;
  /** The last second in which the account is served the second generation. */
  readonly v2Until: Date;
  readonly rights: RoleRights;
  /** Of a replaced key; null: until it is revoked. */
  readonly endsAt: Date | null;
}

/**
 * Null: no key, an unknown one, a revoked one, or one of another account than that of the host. All are refused in the
 * same way. After too many of these from one address, the caller must wait, unless the key was accepted before.
 */
export type FindKey = (
  authorization: string | undefined,
  at: HostAccount,
  address: string,
) => Promise<KeyRecord | Wait | null>;

export interface KeyOptions {
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly pepper: KeyObject;
  readonly guesses: Guesses;
  readonly now: () => Date;
}

/** Digests of accepted keys, on this node. */
const knownKeysMax = 10_000;

export function keyFinder({ database, addresses, pepper, guesses, now }: KeyOptions): FindKey {
  const keys = liveRecords((digests, moment) => readKeys(database, digests, moment), now);
  const known = leastRecentlyUsed<true>(knownKeysMax);

  async function keyNow(digest: string, at: HostAccount): Promise<KeyRecord | null> {
    const key = keys.fresh(digest) ?? (await keys.load(digest));
    const isLive = key !== null && (key.endsAt === null || now() < key.endsAt);
    return isLive && addresses.mayServe(at, key.account) ? key : null;
  }

  return async (authorization, at, address) => {
    const sent = keyIn(authorization);
    if (sent === null) return null;
    const digest = digestOf(pepper, sent).toString('hex');
    // A key that was accepted before is not counted: it costs no statement.
    const expected = known.get(digest) ? await keyNow(digest, at) : null;
    if (expected) return expected;
    const answer = await guesses.checkThenCount({ kind: 'api-key', name: null, address }, () => keyNow(digest, at));
    if (isWait(answer)) return answer;
    if (answer.result) known.set(digest, true);
    return answer.result;
  };
}

/** The words in any case, the key exactly. All our keys have this form; other texts are not looked up. */
function keyIn(authorization: string | undefined): string | null {
  return /^svc +application=([\w-]{1,100}) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

interface Row extends RoleRow {
  readonly found: string;
  readonly ends_at: Date | null;
  readonly id: string;
  readonly key_name: string;
  readonly account_id: string;
  readonly name: string;
  readonly environment: AccountAddress['environment'];
  readonly sandbox: string | null;
  readonly requests_per_minute: number | null;
  readonly legacy_v2_until: Date | null;
}

const keysText = `
  select encode(secret.digest, 'hex') as found, secret.expires_at - ${clockOffset('account')} as ends_at, key.id, key.name as key_name, key.account_id,
    account.name, account.environment, account.sandbox, account.requests_per_minute, account.legacy_v2_until, ${roleColumns}
  from api_key_secrets as secret
  join api_keys as key on key.id = secret.api_key_id and key.revoked_at is null
  join accounts as account on account.id = key.account_id and account.state = 'ready'
  where secret.digest = any($1) and (secret.expires_at is null or secret.expires_at - ${clockOffset('account')} > $2)`;

async function readKeys(
  database: Database,
  digests: readonly string[],
  moment: Date,
): Promise<ReadonlyMap<string, KeyRecord>> {
  const bytes = digests.map((digest) => Buffer.from(digest, 'hex'));
  const rows = await database.query<Row>(keysText, [bytes, moment]);
  return new Map(rows.map((row) => [row.found, recordOf(row)]));
}

const recordOf = (row: Row): KeyRecord =>
  Object.freeze({
    id: row.id,
    name: row.key_name,
    accountId: row.account_id,
    account: { name: row.name, environment: row.environment, sandbox: row.sandbox },
    requestsPerMinute: row.requests_per_minute,
    v2Until: v2EndOf(row.legacy_v2_until),
    rights: rightsOf(row),
    endsAt: row.ends_at,
  });
