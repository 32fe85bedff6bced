/** What comes after a proof: the session, or what is still missing. */
import type { SignInBegun } from '@muster/contract/sign-in.ts';
import type { From, SignInParts } from './parts.ts';
import { begin } from './pending.ts';
import { type KnownPerson, secondFactorsOf } from './person.ts';
import { refusedSignIn } from './refused.ts';
import { openSession } from './sessions.ts';

export type Step =
  | { readonly kind: 'session'; readonly accountId: string; readonly token: string }
  | { readonly kind: 'pending'; readonly token: string; readonly answer: SignInBegun };

/** `isProved`: no second factor is asked for, because the proof was more than a password. */
export async function nextStep(
  parts: SignInParts,
  accountId: string,
  person: KnownPerson,
  from: From,
  { by, isProved }: { readonly by: string; readonly isProved: boolean },
): Promise<Step> {
  const factors = secondFactorsOf(person);
  if (isProved || (factors.length === 0 && !person.isFactorRequired)) {
    const token = await openSession(parts, accountId, person, from, by);
    if (token === null) throw refusedSignIn();
    return { kind: 'session', accountId, token };
  }
  const state = factors.length > 0 ? 'second-factor' : 'enrolment';
  const { token, expiresAt } = await begin(parts, state, person.id, { by });
  return {
    kind: 'pending',
    token,
    answer: { state, secondFactors: factors, expiresAt: expiresAt.toISOString() },
  };
}
