/** The types of the sign-in handlers, derived from their declarations. */
import { detail } from '@muster/contract/messages.ts';
import type { SignInOperation, signIn } from '@muster/contract/sign-in.ts';
import type { SignedInPerson } from '../../identity/sign-in/sessions.ts';
import { Problem } from '../../problem.ts';
import type { SignedInCaller, SignInContext } from './sign-in-context.ts';

/** Takes the body and returns the response; undefined means 204. */
export type Handle<Body> = (context: SignInContext, body: Body) => Promise<unknown>;

export type Handlers = {
  readonly [K in keyof typeof signIn]: (typeof signIn)[K] extends SignInOperation<infer Body> ? Handle<Body> : never;
};

export const knownBy = ({ person }: SignedInCaller): SignedInPerson => ({
  id: person.administratorId,
  email: person.email,
});

/** Refuses if the session state has disappeared meanwhile. */
export function still<T>(found: T | null): T {
  if (found === null) throw new Problem('unauthorized', detail('signInNeeded'));
  return found;
}
