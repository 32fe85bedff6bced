/** What follows a proof: the session, or the missing step. */
import { detail } from '@muster/contract/messages.ts';
import type { SignInBegun } from '@muster/contract/sign-in.ts';
import { Problem } from '../../problem.ts';
import type { From, SignInParts } from './parts.ts';
import { begin } from './pending.ts';
import { type KnownPerson, mustHaveFactor, mustUseProvider, secondFactorsOf } from './person.ts';
import type { Proof } from './proof.ts';
import { openSession } from './sessions.ts';
import { refusedSignIn } from './sign-in-errors.ts';

export type Step =
  | { readonly kind: 'session'; readonly accountId: string; readonly token: string }
  | { readonly kind: 'pending'; readonly token: string; readonly answer: SignInBegun };

/**
 * The provider decides whether one factor is enough, except for operators, who have rights on the whole installation.
 */
const isEnough = ({ isOperator }: KnownPerson, { way, hasSecondFactor }: Proof): boolean =>
  hasSecondFactor || (way === 'provider' && !isOperator);

export async function nextStep(
  parts: SignInParts,
  accountId: string,
  person: KnownPerson,
  from: From,
  proof: Proof,
): Promise<Step> {
  const state = missing(person, proof);
  if (state === null) {
    const token = await openSession(parts, accountId, person, from, proof);
    if (token === null) throw refusedSignIn();
    return { kind: 'session', accountId, token };
  }
  const { token, expiresAt } = await begin(parts, state, person, { proof });
  const secondFactors = state === 'link' ? [] : secondFactorsOf(person);
  return { kind: 'pending', token, answer: { state, secondFactors, expiresAt: expiresAt.toISOString() } };
}

/** null: nothing is missing. */
function missing(person: KnownPerson, proof: Proof): SignInBegun['state'] | null {
  const hasFactor = person.hasTotp || person.hasPasskey;
  const mustLink = mustUseProvider(person) && proof.identityId === null;
  if (!isEnough(person, proof)) {
    if (hasFactor) return 'second-factor';
    // A sign-in by a provider alone must not choose the second factor of an operator.
    if (proof.way === 'provider') throw refusedSignIn();
    if (mustHaveFactor(person) && !mustLink) return 'enrolment';
  }
  if (mustLink && person.isLinked) throw new Problem('forbidden', detail('providerRequired'));
  return mustLink ? 'link' : null;
}
