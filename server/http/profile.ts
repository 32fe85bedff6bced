/**
 * Changes of one's own profile over HTTP. A person who must enrol a second factor first does so before there is a
 * session.
 */
import { detail } from '@muster/contract/messages.ts';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { refuseWrongPassword } from '../accounts/new-passwords.ts';
import { hashPassword } from '../accounts/passwords.ts';
import type { Tx } from '../database/database.ts';
import { invalid, Problem } from '../problem.ts';
import { servedAccount } from '../sign-in/account.ts';
import { checkPassword, refuseUnconfirmed } from '../sign-in/confirmation.ts';
import { refuseOutdated } from '../sign-in/credentials.ts';
import { factorAdded, removeFactor, renewRecoveryCodes } from '../sign-in/factors.ts';
import { unlinkIdentity } from '../sign-in/identities.ts';
import { beginLink } from '../sign-in/linking.ts';
import { addPasskey, placeOf, registeredPasskey, registrationOptions } from '../sign-in/passkeys.ts';
import { begin, countTry, hold, pendingOf, used } from '../sign-in/pending.ts';
import { personById } from '../sign-in/person.ts';
import { changePassword, profileOf, rename } from '../sign-in/profile.ts';
import { proofIn } from '../sign-in/proof.ts';
import { judged } from '../sign-in/refused.ts';
import { isOfPerson, type PendingOfPerson } from '../sign-in/second-factor.ts';
import type { SignedInPerson } from '../sign-in/sessions.ts';
import { nextStep } from '../sign-in/steps.ts';
import { beginTotp, useCode } from '../sign-in/totp.ts';
import { type Handlers, knownBy, still } from './sign-in-handlers.ts';
import {
  answerOf,
  goOn,
  pendingToken,
  type SignedInCaller,
  type SignInVisit,
  setPending,
  signedInCaller,
} from './sign-in-visit.ts';

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

async function enrolling(visit: SignInVisit): Promise<Enrolling> {
  const { parts } = visit;
  const pending = await pendingOf(parts, pendingToken(visit), 'enrolment');
  if (isOfPerson(pending)) {
    const { accountId, administratorId } = pending;
    const person = still(await personById(parts.database.session(accountId), administratorId));
    const { name, baseUrl } = still(await servedAccount(parts, visit.at, accountId));
    return { accountId, account: name, baseUrl, person, caller: null, pending };
  }
  const caller = await confirmedCaller(visit);
  const { accountId, account, baseUrl } = caller;
  return { accountId, account, baseUrl, person: knownBy(caller), caller, pending: null };
}

async function confirmedCaller(visit: SignInVisit) {
  const caller = await signedInCaller(visit);
  await refuseUnconfirmed(visit.parts, caller.person.sessionId);
  return caller;
}

/** The result of adding a factor; a sign-in that waited for it continues. */
async function enrolled(
  visit: SignInVisit,
  { accountId, person, caller, pending }: Enrolling,
  refusal: Problem,
  add: (tx: Tx) => Promise<string | null>,
): Promise<unknown> {
  const { parts, from } = visit;
  const added = await judged(parts, `${accountId} factor ${person.id}`, from, async () => {
    if (pending && !(await countTry(parts, pending))) return null;
    return parts.database.transaction(accountId, async (tx) => {
      if (pending) await refuseOutdated(tx, pending);
      const factorId = await add(tx);
      return factorId === null ? null : factorAdded(tx, person, factorId, caller?.person.sessionId ?? null, from);
    });
  });
  if (!added) throw refusal;
  const { kept, ...shown } = added;
  if (caller) goOn(visit, caller, kept);
  if (!pending) return { ...shown, session: null };
  // The new factor has ended every pending sign-in: this one continues.
  const known = still(await personById(parts.database.session(accountId), person.id));
  const before = proofIn(pending);
  const proof = { ...before, by: `${before.by}, ${added.factor.kind}`, hasSecondFactor: true };
  const answer = await answerOf(visit, await nextStep(parts, accountId, known, from, proof));
  return { ...shown, session: answer };
}

export const profileHandlers: Pick<Handlers, OfProfile> = {
  async profile(visit) {
    const { accountId, person } = await signedInCaller(visit);
    return still(await profileOf(visit.parts.database.session(accountId), person.administratorId));
  },
  async rename(visit, { name }) {
    const caller = await signedInCaller(visit);
    const { accountId, person } = caller;
    const { database } = visit.parts;
    await database.transaction(accountId, (tx) => rename(tx, knownBy(caller), name, visit.from));
    return still(await profileOf(database.session(accountId), person.administratorId));
  },
  async changePassword(visit, { currentPassword, newPassword }) {
    const { parts, from } = visit;
    const caller = await signedInCaller(visit);
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
    goOn(visit, caller, kept);
  },
  async beginTotp(visit, { name = 'App' }) {
    const { accountId, account, person } = await enrolling(visit);
    return beginTotp(visit.parts.database.session(accountId), person, { name, account });
  },
  async confirmTotp(visit, { id, code }) {
    const who = await enrolling(visit);
    const refusal = invalid({ code: ['This is not the code of the app, or it was used already.'] });
    return enrolled(visit, who, refusal, (tx) => useCode(tx, who.person.id, code, id));
  },
  async registrationOptions(visit) {
    const { parts } = visit;
    const { accountId, baseUrl, person, pending } = await enrolling(visit);
    const session = parts.database.session(accountId);
    const options = await registrationOptions(session, person, placeOf(baseUrl));
    const held = { ...pending?.held, challenge: options.challenge };
    if (pending) await hold(parts, pending, held);
    else setPending(visit, (await begin(parts, 'passkey', still(await personById(session, person.id)), held)).token);
    return options;
  },
  async addPasskey(visit, { name = 'Passkey', passkey }) {
    const { parts } = visit;
    const who = await enrolling(visit);
    const pending = who.pending ?? (await pendingOf(parts, pendingToken(visit), 'passkey'));
    const challenge = pending?.held.challenge;
    if (!pending || pending.administratorId !== who.person.id || typeof challenge !== 'string') {
      throw new Problem('forbidden', detail('signInNotBegun'));
    }
    const refusal = invalid({ passkey: ['The answer of the device does not hold, or the passkey is known already.'] });
    if (!who.pending) await used(parts, pending);
    const place = placeOf(who.baseUrl);
    // The library validates every member.
    const response = passkey as unknown as RegistrationResponseJSON;
    const registered = await registeredPasskey(response, challenge, place);
    return enrolled(visit, who, refusal, async (tx) => registered && addPasskey(tx, who.person.id, name, registered));
  },
  async removeFactor(visit) {
    const caller = await confirmedCaller(visit);
    const { id } = visit.request.params as { id: string };
    const { sessionId } = caller.person;
    const kept = await visit.parts.database.transaction(caller.accountId, (tx) =>
      removeFactor(tx, knownBy(caller), id, sessionId, visit.from),
    );
    goOn(visit, caller, kept);
  },
  async beginLink(visit, { next }) {
    const { parts, at } = visit;
    const { accountId, person } = await confirmedCaller(visit);
    const { location, begun } = await beginLink(parts, at, { accountId, ...person }, next);
    setPending(visit, begun.token);
    return { location };
  },
  async unlink(visit) {
    const caller = await confirmedCaller(visit);
    const { id } = visit.request.params as { id: string };
    const { sessionId } = caller.person;
    const kept = await visit.parts.database.transaction(caller.accountId, (tx) =>
      unlinkIdentity(tx, knownBy(caller), id, sessionId, visit.from),
    );
    goOn(visit, caller, kept);
  },
  async newRecoveryCodes(visit) {
    const caller = await confirmedCaller(visit);
    const { accountId, person } = caller;
    const { database } = visit.parts;
    const known = still(await personById(database.session(accountId), person.administratorId));
    if (!known.hasTotp && !known.hasPasskey) {
      throw invalid({ $: ['Recovery codes stand in for a second factor: add one first.'] });
    }
    const { recoveryCodes, kept } = await database.transaction(accountId, (tx) =>
      renewRecoveryCodes(tx, knownBy(caller), person.sessionId, visit.from),
    );
    goOn(visit, caller, kept);
    return { recoveryCodes };
  },
};
