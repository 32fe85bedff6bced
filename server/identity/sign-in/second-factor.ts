/**
 * The step after the password: a code, a recovery code or a passkey. Attempts are counted per person and per sign-in.
 */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { HostAccount } from '../accounts/addresses.ts';
import { servedAccount } from './account.ts';
import { credentialsChanged, refuseOutdated } from './credentials.ts';
import { actorOf, type From, type SignInParts } from './parts.ts';
import { authenticationOptions, passkeyNamed, relyingPartyOf, usePasskey } from './passkeys.ts';
import { keepRefusal } from './password.ts';
import { begin, countTry, isOutdated, type Pending, replacePendingState, used } from './pending.ts';
import { type KnownPerson, mustUseProvider, personById } from './person.ts';
import { proofIn } from './proof.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { countedThenChecked, refusedSignIn } from './sign-in-errors.ts';
import { nextStep, type Step } from './steps.ts';
import { useCode } from './totp.ts';

export type SecondFactorProof =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: unknown };

/** A pending sign-in after the password. */
export interface PendingOfPerson extends Pending {
  readonly accountId: string;
  readonly administratorId: string;
}

export const isOfPerson = (pending: Pending | null): pending is PendingOfPerson =>
  pending !== null && pending.accountId !== null && pending.administratorId !== null;

const shown = { hasSecondFactor: true, hasOwnProof: true } as const;

export async function signInWithSecondFactor(
  parts: SignInParts,
  pending: PendingOfPerson,
  proof: SecondFactorProof,
  at: HostAccount,
  from: From,
): Promise<Step> {
  const { accountId, administratorId } = pending;
  let known: KnownPerson | null = null;
  const proved = await countedThenChecked(parts, `${accountId} factor ${administratorId}`, from, async () => {
    const person = await personById(parts.database.session(accountId), administratorId);
    known = person;
    if (!(await countTry(parts, pending))) return null;
    const by = person && !person.isDisabled ? await provedBy(parts, pending, person, proof, at) : null;
    return person && by !== null && (await used(parts, pending)) ? { person, by } : null;
  });
  if (proved) {
    const { person, by } = proved;
    const before = proofIn(pending);
    const now = by === 'recovery code' ? await recovered(parts, pending, from) : person;
    return nextStep(parts, accountId, now, from, { ...before, by: `${before.by}, ${by}`, ...shown });
  }
  await keepRefusal(parts, accountId, known, from);
  throw refusedSignIn();
}

/** A used recovery code ends other sessions and sign-ins, because they may belong to a thief of the lost factor. */
async function recovered(parts: SignInParts, pending: PendingOfPerson, from: From): Promise<KnownPerson> {
  const { accountId, administratorId } = pending;
  const person = await parts.database.transaction(accountId, async (tx) => {
    await refuseOutdated(tx, pending);
    const known = await personById(tx, administratorId);
    if (known) await credentialsChanged(tx, actorOf(known, from), administratorId, null);
    return personById(tx, administratorId);
  });
  if (!person) throw refusedSignIn();
  return person;
}

/** The method, or null. */
async function provedBy(
  parts: SignInParts,
  pending: PendingOfPerson,
  { id }: KnownPerson,
  proof: SecondFactorProof,
  at: HostAccount,
): Promise<string | null> {
  const { database } = parts;
  if ('code' in proof) {
    return database.transaction(pending.accountId, async (tx) => (await useCode(tx, id, proof.code)) && 'code');
  }
  if ('recoveryCode' in proof) {
    return database.transaction(pending.accountId, async (tx) =>
      (await useRecoveryCode(tx, id, proof.recoveryCode)) ? 'recovery code' : null,
    );
  }
  return (await isPasskeyOf(parts, pending, proof.passkey, at)) ? 'passkey' : null;
}

async function isPasskeyOf(
  parts: SignInParts,
  pending: PendingOfPerson,
  response: unknown,
  at: HostAccount,
): Promise<boolean> {
  const { challenge } = pending.held;
  const account = await servedAccount(parts, at, pending.accountId);
  // The library checks everything else.
  const answer = response as AuthenticationResponseJSON;
  const passkey = await passkeyNamed(parts.database, answer.id);
  if (passkey?.administratorId !== pending.administratorId || !account || typeof challenge !== 'string') {
    return false;
  }
  return usePasskey(parts.database, passkey, answer, {
    challenge,
    relyingParty: relyingPartyOf(account.baseUrl),
    isAlone: false,
    now: parts.now(),
  });
}

/**
 * The challenge for a passkey. After the password, the pending sign-in holds it; otherwise a new one, whose token goes
 * into a cookie.
 */
export async function askForPasskey(
  parts: SignInParts,
  at: HostAccount,
  pending: PendingOfPerson | null,
): Promise<{ readonly options: object; readonly token: string | null }> {
  if (!pending) {
    const options = await authenticationOptions(relyingPartyOf(hostUrl(parts, at)), null);
    return { options, token: (await begin(parts, 'passkey', null, { challenge: options.challenge })).token };
  }
  const { accountId, administratorId } = pending;
  const account = await servedAccount(parts, at, accountId);
  if (!account) throw refusedSignIn();
  const session = parts.database.session(accountId);
  const options = await authenticationOptions(relyingPartyOf(account.baseUrl), { session, administratorId });
  await replacePendingState(parts, pending, { ...pending.held, challenge: options.challenge });
  return { options, token: null };
}

/** Of the account of the host; otherwise of the installation. */
const hostUrl = ({ addresses }: SignInParts, at: HostAccount): string =>
  at.kind === 'account' ? addresses.baseUrlOf(at) : addresses.publicUrl;

/** Without a password: the device has verified the user. Anybody who may not sign in here gets the same error. */
export async function signInWithPasskey(
  parts: SignInParts,
  at: HostAccount,
  pending: Pending,
  response: unknown,
  from: From,
): Promise<Step> {
  const { database } = parts;
  const answer = response as AuthenticationResponseJSON;
  const passkey = await passkeyNamed(database, answer.id);
  const name = passkey ? `${passkey.accountId} factor ${passkey.administratorId}` : 'nobody';
  const person = passkey && (await personById(database.session(passkey.accountId), passkey.administratorId));
  const accountId = await countedThenChecked(parts, name, from, async () => {
    const account = passkey && (await servedAccount(parts, at, passkey.accountId));
    const isRight =
      account &&
      (await used(parts, pending)) &&
      (await usePasskey(database, passkey, answer, {
        challenge: String(pending.held.challenge),
        relyingParty: relyingPartyOf(account.baseUrl),
        isAlone: true,
        now: parts.now(),
      }));
    const isAllowed = person && !person.isDisabled && !(mustUseProvider(person) && person.isLinked);
    return isAllowed && isRight && !isOutdated(pending, person) ? account.id : null;
  });
  if (person && accountId !== null) {
    const proof = {
      by: 'passkey',
      way: 'passkey',
      hasSecondFactor: true,
      hasOwnProof: true,
      identityId: null,
    } as const;
    return nextStep(parts, accountId, person, from, proof);
  }
  if (passkey) await keepRefusal(parts, passkey.accountId, person, from);
  throw refusedSignIn();
}
