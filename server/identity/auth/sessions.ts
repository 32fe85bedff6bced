/**
 * Identifies people: from the token in their cookie to the account and the rights of their role. A session that has
 * ended, or whose person was disabled, is refused within one second on every node; so is one that does not meet a new
 * requirement of the account.
 */
import type { KeyObject } from 'node:crypto';
import { type Role, scopesOfRole } from '@muster/contract/roles.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AccountAddress, AddressBook, HostAccount } from '../accounts/addresses.ts';
import type { Caller } from './caller.ts';
import { installationAccess } from './installation-access.ts';
import { type LiveRecords, liveRecords } from './live-records.ts';
import { limitColumns, limitsOf } from './role-limits.ts';
import { digestOf } from './secrets.ts';

/** A requirement of the account that an older session does not meet. */
export type Lack = 'second-factor-required' | 'provider-required';

/** An active session, which may lack a requirement. */
export interface LiveSession {
  readonly caller: Caller;
  readonly lack: Lack | null;
}

export interface LiveSessions {
  /** null: the cookie is not valid here. */
  sessionOf(token: string, at: HostAccount): Promise<LiveSession | null>;
  /** Call it after a change by this node. */
  forget(token: string): void;
}

export interface SessionsOptions {
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly pepper: KeyObject;
  readonly now: () => Date;
}

/** The absolute and the idle lifetime of a session, and how long a password confirmation is valid. */
export const lifetimes = { absoluteMs: 12 * 3_600_000, idleMs: 2 * 3_600_000, confirmedMs: 10 * 60_000 } as const;

/** Accurate enough for the last use. */
const seenMs = 60_000;

interface Found extends LiveSession {
  readonly account: AccountAddress;
  readonly expiresAt: Date;
}

export function liveSessions({ database, addresses, pepper, now }: SessionsOptions): LiveSessions {
  const keyOf = (token: string) => digestOf(pepper, token).toString('hex');
  const sessions: LiveRecords<Found> = liveRecords(
    (keys, moment) => readSessions(database, addresses, keys, moment),
    now,
  );
  return {
    async sessionOf(token, at) {
      const found = await sessions.load(keyOf(token));
      if (!found || found.expiresAt <= now() || !addresses.mayServe(at, found.account)) return null;
      return found;
    },
    forget: (token) => sessions.forget(keyOf(token)),
  };
}

interface Row extends AccountAddress {
  readonly key: string;
  readonly sessionId: string;
  readonly administratorId: string;
  readonly accountId: string;
  readonly email: string;
  /** What the person is called, if that is known. */
  readonly personName: string | null;
  readonly role: Role;
  readonly establishments: readonly string[] | null;
  readonly employeeId: string | null;
  readonly isOperator: boolean;
  readonly applicationId: string;
  readonly clientId: string;
  readonly requestsPerMinute: number | null;
  readonly expiresAt: Date;
  readonly way: string;
  readonly hasSecondFactor: boolean;
  readonly hasFactor: boolean;
  readonly isByProvider: boolean;
  readonly isFactorRequired: boolean;
  readonly isProviderRequired: boolean;
}

/** The statement that reads the row also records the last use, once a minute. */
const sessionsText = `
with seen as (
  update administrator_sessions set last_seen_at = $2
  where digest = any($1::bytea[]) and expires_at > $2 and last_seen_at > $3 and last_seen_at <= $4
)
select encode(session.digest, 'hex') as key, session.id as "sessionId", person.id as "administratorId",
  person.account_id as "accountId", account.name, account.environment, account.sandbox, person.email,
  person.name as "personName", person.role, ${limitColumns},
  person.is_operator as "isOperator", application.id as "applicationId", application.client_id as "clientId",
  account.requests_per_minute as "requestsPerMinute", session.expires_at as "expiresAt", session.way,
  session.has_second_factor as "hasSecondFactor", person.has_second_factor as "hasFactor", session.identity_id is not null as "isByProvider",
  account.is_second_factor_required as "isFactorRequired", account.is_provider_required as "isProviderRequired"
from administrator_sessions as session
  join administrators as person on person.id = session.administrator_id and not person.is_disabled
    and person.credentials_stamp is not distinct from session.credentials_stamp
  join accounts as account on account.id = person.account_id and account.state = 'ready'
  join client_applications as application on application.account_id = person.account_id and application.is_built_in
where session.digest = any($1::bytea[]) and session.expires_at > $2 and session.last_seen_at > $3
  and (session.way <> 'provider' or session.identity_id is not null)`;

async function readSessions(
  database: Database,
  addresses: AddressBook,
  keys: readonly string[],
  moment: Date,
): Promise<ReadonlyMap<string, Found>> {
  const ago = (ms: number) => new Date(moment.getTime() - ms);
  const rows = await database.query<Row>(sessionsText, [
    keys.map((key) => `\\x${key}`),
    moment,
    ago(lifetimes.idleMs),
    ago(seenMs),
  ]);
  return new Map(rows.map((row) => [row.key, foundOf(row, addresses)]));
}

function foundOf(row: Row, addresses: AddressBook): Found {
  const { name, environment, sandbox, administratorId, sessionId, email, role, hasSecondFactor, isByProvider } = row;
  const access = installationAccess({ ...row, hasShownFactor: hasSecondFactor });
  const account = { name, environment, sandbox };
  const { establishments, teamOf } = limitsOf(row);
  const caller = Object.freeze({
    accountId: row.accountId,
    account: name,
    baseUrl: addresses.baseUrlOf(account),
    eventSource: addresses.sourceOf(account),
    clientApplicationId: row.applicationId,
    clientId: row.clientId,
    scopes: new Set(scopesOfRole(role, access.isOperator)),
    establishments,
    requestsPerMinute: row.requestsPerMinute,
    person: { administratorId, sessionId, email, role, teamOf, ...access, hasSecondFactor, isByProvider, addresses },
    author: Object.freeze({ type: 'administrator' as const, id: administratorId, name: row.personName ?? email }),
  });
  return { account, expiresAt: row.expiresAt, caller, lack: lackOf(row) };
}

/**
 * Operators are not at the mercy of the provider of one account; it may go, and they must still come in. Where it is
 * required of everybody else, a second factor is required of them.
 */
function lackOf(row: Row): Lack | null {
  if (row.isByProvider) return null;
  if (row.isProviderRequired && !row.isOperator) return 'provider-required';
  return (row.isFactorRequired || row.isProviderRequired) && !row.hasSecondFactor ? 'second-factor-required' : null;
}
