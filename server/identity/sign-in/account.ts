/** Which account a sign-in is for: the account of the host, otherwise the named one. */

import { invalid } from '../../problem.ts';
import type { AccountAddress, HostAccount } from '../accounts/addresses.ts';
import type { SignInParts } from './parts.ts';

export interface FoundAccount extends AccountAddress {
  readonly id: string;
}

/** On a host that several accounts share. If it serves only one, no name is needed. */
export interface NamedAccount {
  readonly account?: string | undefined;
  readonly environment?: string | undefined;
  readonly sandbox?: string | undefined;
}

/** Any other text names nothing, and not every text can be sent to the database. */
const isWord = (text: string | undefined): boolean => text === undefined || /^[A-Za-z0-9-]{1,40}$/.test(text);

/** More than share one name; only whether there is one or more matters. */
const accountsMax = 100;

async function accountsFor(
  { database, addresses }: SignInParts,
  at: HostAccount,
  { account, environment, sandbox }: NamedAccount,
): Promise<FoundAccount[]> {
  if (at.kind === 'unknown' || ![account, environment, sandbox].every(isWord)) return [];
  const asked = at.kind === 'account' ? [at.name, at.environment, at.sandbox] : [account, environment, sandbox];
  const rows = await database.query<FoundAccount>(
    `select id, name, environment, sandbox from accounts
     where state = 'ready' and ($1::text is null or lower(name) = lower($1)) and ($2::text is null or environment = $2)
       and ($3::text is null or sandbox = $3)
     order by sandbox is not null, id limit ${accountsMax}`,
    asked.map((value) => value ?? null),
  );
  const served = rows.filter((row) => addresses.mayServe(at, row));
  const others = served.filter((row) => row.sandbox === null);
  // Sandboxes are ignored unless the request asks for one.
  const isSandboxMeant = at.kind === 'account' || environment !== undefined || sandbox !== undefined;
  return isSandboxMeant || others.length === 0 ? served : others;
}

/** null: there is none, or more than one. */
export async function accountFor(
  parts: SignInParts,
  at: HostAccount,
  named: NamedAccount,
): Promise<FoundAccount | null> {
  return theOnly(await accountsFor(parts, at, named));
}

/** For requests that must name it: refused if nothing was given and several accounts share the host. */
export async function accountAsked(
  parts: SignInParts,
  at: HostAccount,
  named: NamedAccount,
): Promise<FoundAccount | null> {
  const accounts = await accountsFor(parts, at, named);
  if (accounts.length > 1 && named.account === undefined) {
    throw invalid({ account: ['This member is required here: several accounts share this address.'] });
  }
  return theOnly(accounts);
}

const theOnly = ([account, ...others]: readonly FoundAccount[]): FoundAccount | null =>
  account && others.length === 0 ? account : null;

/** An account with this id and its address; null if this host does not serve it. */
export async function servedAccount(
  { database, addresses }: SignInParts,
  at: HostAccount,
  accountId: string,
): Promise<(FoundAccount & { readonly baseUrl: string }) | null> {
  const [row] = await database.query<FoundAccount>(
    `select id, name, environment, sandbox from accounts where id = $1 and state = 'ready'`,
    [accountId],
  );
  return row && addresses.mayServe(at, row) ? { ...row, baseUrl: addresses.baseUrlOf(row) } : null;
}
