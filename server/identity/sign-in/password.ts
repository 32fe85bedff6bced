/**
 * Signing in with a password. A wrong account, person or password and a disabled person are refused in the same way,
 * after the same work: an attacker learns only that it was wrong.
 */
import { detail } from '@muster/contract/messages.ts';
import { recordAudit } from '../../platform/verbs/audit.ts';
import { Problem } from '../../problem.ts';
import type { HostAccount } from '../accounts/addresses.ts';
import { isPassword, nobodysHash } from '../accounts/passwords.ts';
import { accountAsked, type NamedAccount } from './account.ts';
import { actorOf, type From, type SignInParts } from './parts.ts';
import { type KnownPerson, personByEmail } from './person.ts';
import { countedThenChecked, refusedSignIn } from './sign-in-errors.ts';
import { nextStep, type Step } from './steps.ts';

export interface PasswordAttempt extends NamedAccount {
  readonly email: string;
  readonly password: string;
}

/** Compared if there is no password, so that the time does not depend on the person. */
const decoy = nobodysHash();

export async function signInWithPassword(
  parts: SignInParts,
  at: HostAccount,
  { email, password, ...named }: PasswordAttempt,
  from: From,
): Promise<Step> {
  const account = await accountAsked(parts, at, named);
  // The typed name of an unknown person is not stored: it may be a password.
  let known: KnownPerson | null = null;
  let isProviderRequired = false;
  const proved = await countedThenChecked(parts, `${account?.id ?? ''} ${email.toLowerCase()}`, from, async () => {
    const asked = account && (await personByEmail(parts.database.session(account.id), email));
    known = asked?.person ?? null;
    isProviderRequired = asked?.isProviderRequired ?? false;
    const isRight = await isPassword(password, known?.passwordHash ?? decoy);
    return account && known && isProved(known, isRight) ? { accountId: account.id, person: known } : null;
  });
  if (proved) return nextStep(parts, proved.accountId, proved.person, from, proof);
  if (account) await keepRefusal(parts, account.id, known, from);
  // Only after a right password is it revealed that the provider is required.
  if (isProviderRequired) throw new Problem('forbidden', detail('providerRequired'));
  throw refusedSignIn();
}

const proof = { by: 'password', way: 'password', hasSecondFactor: false, hasOwnProof: true, identityId: null } as const;

const isProved = ({ passwordHash, isDisabled }: KnownPerson, isRight: boolean): boolean =>
  isRight && passwordHash !== null && !isDisabled;

/** The typed name of an unknown person is not stored: it may be a password. */
export const keepRefusal = (
  { database }: SignInParts,
  accountId: string,
  person: { readonly id: string; readonly email: string } | null,
  from: From,
): Promise<void> =>
  recordAudit(database.session(accountId), actorOf(person, from), {
    action: 'session.refused',
    subject: null,
    before: null,
    after: null,
  });
