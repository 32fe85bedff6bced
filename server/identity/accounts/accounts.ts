// Creates, finds and lists the accounts of the installation. A new account is one row; its creator composes its other
// initial rows.
import { randomInt } from 'node:crypto';
import { settingsMax } from '@muster/contract/administration/account-settings.ts';
import { accountNames, type accountStates } from '@muster/contract/administration/accounts.ts';
import { type Environment, environments } from '@muster/contract/environments.ts';
import type { Database, Session } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { beyond } from '../../platform/verbs/bounds.ts';
import { RefusedError, refuseIfAny, refusingDuplicates } from './account-errors.ts';
import type { AccountAddress, AddressBook } from './addresses.ts';
import { newAccountId } from './new-account-id.ts';

export interface Account extends AccountAddress {
  readonly id: string;
  /** null: the setting of the installation applies. */
  readonly requestsPerMinute: number | null;
  /** The retention of events. null: the setting of the installation applies. */
  readonly eventDays: number | null;
  readonly createdAt: Date;
  readonly state: (typeof accountStates)[number];
  /** Of a closed account: when its rows go. */
  readonly removalDueAt: Date | null;
}

export interface AccountDependencies {
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly now: () => Date;
}

const namePattern = new RegExp(accountNames.pattern);

export const reservedHost = 'The host of this account would be that of the service itself or of another account.';

const columns = `id, name, environment, sandbox, requests_per_minute as "requestsPerMinute", event_days as "eventDays",
  created_at as "createdAt", state, removal_due_at as "removalDueAt"`;

/** What is wrong with a name; undefined: nothing. */
export const accountNameError = (name: string): string | undefined =>
  isAccountName(name)
    ? undefined
    : `The name of an account has 1 to ${accountNames.max} ASCII letters and digits, with single hyphens between them.`;

const isAccountName = (name: string): boolean => name.length <= accountNames.max && namePattern.test(name);

/** The name of a sandbox is generated, never chosen. */
export async function createAccount(
  { database, addresses, now }: AccountDependencies,
  { name, environment }: { readonly name: string; readonly environment: Environment },
): Promise<Account> {
  refuseIfAny({
    name: accountNameError(name),
    environment: environments.includes(environment)
      ? undefined
      : `An environment is one of ${environments.join(', ')}.`,
  });
  const sandbox = environment === 'sandbox' ? newSandboxName() : null;
  if (addresses.isReserved({ name, environment, sandbox })) {
    throw new RefusedError({ name: [reservedHost] });
  }
  const id = await newAccountId(database);
  const [account] = await refusingDuplicates(
    'accounts_name_key',
    { name: [`An account of this name exists already in the ${environment} environment; case does not count.`] },
    () =>
      database.query<Account>(
        `insert into accounts (id, name, environment, sandbox, created_at, address) overriding system value
         values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
        [id, name, environment, sandbox, now(), addresses.baseUrlOf({ name, environment, sandbox })],
      ),
  );
  if (account === undefined) throw new Error('The account was not stored.');
  return account;
}

export function listAccounts(database: Database): Promise<Account[]> {
  return database.query<Account>(`select ${columns} from accounts order by lower(name), environment, sandbox`);
}

/** null: there is none. Several sandboxes may share a name; the sandbox id distinguishes them. */
export async function findAccount(
  database: Database,
  name: string,
  environment: Environment,
  sandbox: string | null = null,
): Promise<Account | null> {
  if (!isAccountName(name)) return null;
  const [account] = await database.query<Account>(
    `select ${columns} from accounts
     where lower(name) = lower($1) and environment = $2 and coalesce(sandbox, '') = coalesce($3, '')`,
    [name, environment, sandbox],
  );
  return account ?? null;
}

/** The address of an account depends on settings; writing it to the row lets views show it. */
export async function keepAddresses(database: Database, { baseUrlOf }: AddressBook): Promise<void> {
  const all = await database.query<AccountAddress & { id: string; address: string }>(
    'select id, name, environment, sandbox, address from accounts',
  );
  const moved = all.filter((account) => account.address !== baseUrlOf(account));
  if (moved.length === 0) return;
  await database.query(
    `update accounts set address = given.address from unnest($1::bigint[], $2::text[]) as given (id, address)
     where accounts.id = given.id`,
    [moved.map(({ id }) => id), moved.map(baseUrlOf)],
  );
}

export interface AccountLimits {
  /** null: the setting of the installation applies again. Absent: unchanged. */
  readonly requestsPerMinute?: number | null | undefined;
  readonly eventDays?: number | null | undefined;
}

const limited = statement(`
update accounts set
  requests_per_minute = case when $2 then $3 else requests_per_minute end,
  event_days = case when $4 then $5 else event_days end
where id = $1 returning ${columns}`);

/** Takes effect within a second for requests, and with the next housekeeping for events. */
export async function setLimits(session: Session, { requestsPerMinute, eventDays }: AccountLimits): Promise<Account> {
  refuseIfAny({
    requestsPerMinute:
      wrongLimit(requestsPerMinute, settingsMax.requestsPerMinute) ??
      beyond(session.bounds, 'requestsPerMinute', requestsPerMinute),
    eventDays: wrongLimit(eventDays, settingsMax.eventDays) ?? beyond(session.bounds, 'eventDays', eventDays),
  });
  const values = [requestsPerMinute, eventDays].flatMap((limit) => [limit !== undefined, limit ?? null]);
  const [account] = await session.run<Account>(limited, values);
  if (account === undefined) throw new RefusedError({ account: ['There is no such account.'] });
  return account;
}

function wrongLimit(limit: number | null | undefined, max: number): string | undefined {
  if (limit === undefined || limit === null || (Number.isInteger(limit) && limit >= 1 && limit <= max))
    return undefined;
  return `Must be an integer from 1 to ${max}, or default.`;
}

/** Without vowels, so that it never forms a word. */
export function newSandboxName(): string {
  const letters = 'bcdfghjklmnpqrstvwxz23456789';
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
}
