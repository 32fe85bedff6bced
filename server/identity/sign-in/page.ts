/** What a sign-in page needs to know. On a shared host it does not reveal which accounts exist. */
import type { SignInPage } from '@muster/contract/sign-in.ts';
import { statement } from '../../platform/database/statement.ts';
import type { HostAccount } from '../accounts/addresses.ts';
import { accountFor, type NamedAccount } from './account.ts';
import type { SignInParts } from './parts.ts';

const text = statement(`
select account.name, account.environment, account.sandbox, provider.name as "providerName",
  coalesce(provider.is_required, false) as "isRequired"
from accounts as account left join identity_providers as provider on provider.account_id = account.id
where account.id = $1`);

interface Row extends NonNullable<SignInPage['account']> {
  readonly providerName: string | null;
  readonly isRequired: boolean;
}

/** For a known account. */
export async function signInPageOf(
  { database }: SignInParts,
  accountId: string,
): Promise<Pick<SignInPage, 'account' | 'provider' | 'isPasswordAllowed'>> {
  const [row] = await database.session(accountId).run<Row>(text);
  const { name = '', environment = '', sandbox = null, providerName = null, isRequired = false } = row ?? {};
  return {
    account: { name, environment, sandbox },
    provider: providerName === null ? null : { name: providerName },
    isPasswordAllowed: !isRequired,
  };
}

export async function signInPage(parts: SignInParts, at: HostAccount, named: NamedAccount): Promise<SignInPage> {
  const account = await accountFor(parts, at, named);
  const page = account && (await signInPageOf(parts, account.id));
  // A request that names an account learns nothing new.
  const isAccountNeeded = at.kind === 'shared' && (named.account !== undefined || account === null);
  return {
    isAccountNeeded,
    account: isAccountNeeded ? null : (page?.account ?? null),
    provider: page?.provider ?? null,
    isPasswordAllowed: page?.isPasswordAllowed ?? true,
  };
}
