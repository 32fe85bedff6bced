/**
 * Changes of one's own profile over HTTP. A person who must enrol a second factor first does so before there is a
 * session.
 */
import { detail } from '@muster/contract/messages.ts';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { refuseWrongPassword } from '../../identity/accounts/new-passwords.ts';
import { hashPassword } from '../../identity/accounts/passwords.ts';
import { servedAccount } from '../../identity/sign-in/account.ts';
import { checkPassword, refuseUnconfirmed } from '../../identity/sign-in/confirmation.ts';
import { refuseOutdated } from '../../identity/sign-in/credentials.ts';
import { factorAdded, removeFactor, renewRecoveryCodes } from '../../identity/sign-in/factors.ts';
import { unlinkIdentity } from '../../identity/sign-in/identities.ts';
import { beginLink } from '../../identity/sign-in/linking.ts';
import { addPasskey, registeredPasskey, registrationOptions, relyingPartyOf } from '../../identity/sign-in/passkeys.ts';
import { begin, countTry, pendingOf, replacePendingState, used } from '../../identity/sign-in/pending.ts';
import { personById } from '../../identity/sign-in/person.ts';
import { changePassword, profileOf, rename } from '../../identity/sign-in/profile.ts';
import { proofIn } from '../../identity/sign-in/proof.ts';
import { isOfPerson, type PendingOfPerson } from '../../identity/sign-in/second-factor.ts';
import type { SignedInPerson } from '../../identity/sign-in/sessions.ts';
import { countedThenChecked } from '../../identity/sign-in/sign-in-errors.ts';
import { nextStep } from '../../identity/sign-in/steps.ts';
import { beginTotp, useCode } from '../../identity/sign-in/totp.ts';
import type { Tx } from '../../platform/database/database.ts';
import { invalid, Problem } from '../../problem.ts';
import { type Handlers, knownBy, still } from './handlers.ts';
import {
  answerOf,
  goOn,
  pendingToken,
  type SignedInCaller,
  type SignInContext,
  setPending,
  signedInCaller,
} from './sign-in-context.ts';

type OfProfile =
  | 'profile'
  | 'rename'
  | 'changePassword'
  | 'beginTotp'
  | 'confirmTotp'
  | 'registrationOptions'
  | 'addPasskey'
  | 'removeFactor'
  | 'newRecoveryCodes'
  | 'beginLink'
  | 'unlink';

/**
 * The person who adds a factor: with a recently confirmed session, or with a pending sign-in that waits only for this.
 */
interface Enrolling {
  readonly accountId: string;
  readonly account: string;
  readonly baseUrl: string;
  readonly person: SignedInPerson;
  readonly caller: SignedInCaller | null;
  readonly pending: PendingOfPerson | null;
}

async function enrolling(context: SignInContext): Promise<Enrolling> {
  const { parts } = context;
  const pending = await pendingOf(parts, pendingToken(context), 'enrolment');
  if (isOfPerson(pending)) {
    const { accountId, administratorId } = pending;
    const person = still(await personById(parts.database.session(accountId), administratorId));
    const { name, baseUrl } = still(await servedAccount(parts, context.at, accountId));
    return { accountId, account: name, baseUrl, person, caller: null, pending };
  }
  const caller = await confirmedCaller(context);
  const { accountId, account, baseUrl } = caller;
  return { accountId, account, baseUrl, person: knownBy(caller), caller, pending: null };
}

async function confirmedCaller(context: SignInContext) {
  const caller = await signedInCaller(context);
  await refuseUnconfirmed(context.parts, caller.person.sessionId);
  return caller;
}

/** The result of adding a factor; a sign-in that waited for it continues. */
async function enrolled(
  context: SignInContext,
  { accountId, person, caller, pending }: Enrolling,
  refusal: Problem,
  add: (tx: Tx) => Promise<string | null>,
): Promise<unknown> {
  const { parts, from } = context;
  const added = await countedThenChecked(parts, `${accountId} factor ${person.id}`, from, async () => {
    if (pending && !(await countTry(parts, pending))) return null;
    return parts.database.transaction(accountId, async (tx) => {
      if (pending) await refuseOutdated(tx, pending);
      const factorId = await add(tx);
      return factorId === null ? null : factorAdded(tx, person, factorId, caller?.person.sessionId ?? null, from);
    });
  });
  if (!added) throw refusal;
  const { kept, ...shown } = added;
  if (caller) goOn(context, caller, kept);
  if (!pending) return { ...shown, session: null };
  // The new factor has ended every pending sign-in: this one continues.
  const known = still(await personById(parts.database.session(accountId), person.id));
  const before = proofIn(pending);
  const proof = { ...before, by: `${before.by}, ${added.factor.kind}`, hasSecondFactor: true };
  const answer = await answerOf(context, await nextStep(parts, accountId, known, from, proof));
  return { ...shown, session: answer };
}

export const profileHandlers: Pick<Handlers, OfProfile> = {
  async profile(context) {
    const { accountId, person } = await signedInCaller(context);
    return still(await profileOf(context.parts.database.session(accountId), person.administratorId));
  },
  async rename(context, { name }) {
    const caller = await signedInCaller(context);
    const { accountId, person } = caller;
    const { database } = context.parts;
    await database.transaction(accountId, (tx) => rename(tx, knownBy(caller), name, context.from));
    return still(await profileOf(database.session(accountId), person.administratorId));
  },
  async changePassword(context, { currentPassword, newPassword }) {
    const { parts, from } = context;
    const caller = await signedInCaller(context);
    const { accountId, person } = caller;
    const { database } = parts;
    const profile = still(await profileOf(database.session(accountId), person.administratorId));
    await refuseWrongPassword(newPassword, { ...profile, account: caller.account }, 'newPassword');
    await checkPassword(parts, { accountId, from, ...person }, currentPassword);
    // Before the transaction: no connection is held while a password waits for its thread.
    const passwordHash = await hashPassword(newPassword);
    const kept = await parts.database.transaction(accountId, (tx) =>
      changePassword(tx, knownBy(caller), passwordHash, person.sessionId, from),
    );
    goOn(context, caller, kept);
  },
  async beginTotp(context, { name = 'App' }) {
    const { accountId, account, person } = await enrolling(context);
    return beginTotp(context.parts.database.session(accountId), person, { name, account });
  },
  async confirmTotp(context, { id, code }) {
    const who = await enrolling(context);
    const refusal = invalid({ code: ['This is not the code of the app, or it was used already.'] });
    return enrolled(context, who, refusal, (tx) => useCode(tx, who.person.id, code, id));
  },
  async registrationOptions(context) {
    const { parts } = context;
    const { accountId, baseUrl, person, pending } = await enrolling(context);
    const session = parts.database.session(accountId);
    const options = await registrationOptions(session, person, relyingPartyOf(baseUrl));
    const held = { ...pending?.held, challenge: options.challenge };
    if (pending) await replacePendingState(parts, pending, held);
    else setPending(context, (await begin(parts, 'passkey', still(await personById(session, person.id)), held)).token);
    return options;
  },
  async addPasskey(context, { name = 'Passkey', passkey }) {
    const { parts } = context;
    const who = await enrolling(context);
    const pending = who.pending ?? (await pendingOf(parts, pendingToken(context), 'passkey'));
    const challenge = pending?.held.challenge;
    if (!pending || pending.administratorId !== who.person.id || typeof challenge !== 'string') {
      throw new Problem('forbidden', detail('signInNotBegun'));
    }
    const refusal = invalid({
      passkey: ['The answer of the device does not replacePendingState, or the passkey is known already.'],
    });
    if (!who.pending) await used(parts, pending);
    const relyingParty = relyingPartyOf(who.baseUrl);
    // The library validates every member.
    const response = passkey as unknown as RegistrationResponseJSON;
    const registered = await registeredPasskey(response, challenge, relyingParty);
    return enrolled(context, who, refusal, async (tx) => registered && addPasskey(tx, who.person.id, name, registered));
  },
  async removeFactor(context) {
    const caller = await confirmedCaller(context);
    const { id } = context.request.params as { id: string };
    const { sessionId } = caller.person;
    const kept = await context.parts.database.transaction(caller.accountId, (tx) =>
      removeFactor(tx, knownBy(caller), id, sessionId, context.from),
    );
    goOn(context, caller, kept);
  },
  async beginLink(context, { next }) {
    const { parts, at } = context;
    const { accountId, person } = await confirmedCaller(context);
    const { location, begun } = await beginLink(parts, at, { accountId, ...person }, next);
    setPending(context, begun.token);
    return { location };
  },
  async unlink(context) {
    const caller = await confirmedCaller(context);
    const { id } = context.request.params as { id: string };
    const { sessionId } = caller.person;
    const kept = await context.parts.database.transaction(caller.accountId, (tx) =>
      unlinkIdentity(tx, knownBy(caller), id, sessionId, context.from),
    );
    goOn(context, caller, kept);
  },
  async newRecoveryCodes(context) {
    const caller = await confirmedCaller(context);
    const { accountId, person } = caller;
    const { database } = context.parts;
    const known = still(await personById(database.session(accountId), person.administratorId));
    if (!known.hasTotp && !known.hasPasskey) {
      throw invalid({ $: ['Recovery codes stand in for a second factor: add one first.'] });
    }
    const { recoveryCodes, kept } = await database.transaction(accountId, (tx) =>
      renewRecoveryCodes(tx, knownBy(caller), person.sessionId, context.from),
    );
    goOn(context, caller, kept);
    return { recoveryCodes };
  },
};
