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
 * A provider decides whether one factor is enough only for people who have none here. People who have one are asked for it:
 * an owner of the account may run the provider, and must not sign in as them. Operators are asked in any case.
 */
const isEnough = (person: KnownPerson, { way, hasSecondFactor }: Proof): boolean =>
  hasSecondFactor || (way === 'provider' && !person.isOperator && !hasFactor(person));

const hasFactor = ({ hasTotp, hasPasskey }: KnownPerson): boolean => hasTotp || hasPasskey;

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
  const mustLink = mustUseProvider(person) && proof.identityId === null;
  if (!isEnough(person, proof)) {
    if (hasFactor(person)) return 'second-factor';
    // Who is vouched for by a provider alone does not choose the factor by which an operator is known.
    if (proof.way === 'provider') throw refusedSignIn();
    if (mustHaveFactor(person) && !mustLink) return 'enrolment';
  }
  if (mustLink && person.isLinked) throw new Problem('forbidden', detail('providerRequired'));
  return mustLink ? 'link' : null;
}
