/** Signing in and out, and the profile: addresses that are not resources, typed by their declarations. */
import { type SignedIn, type SignInOperation, signIn } from '@muster/contract/sign-in.ts';
import { forgetDrafts, personKey } from '../form/unsaved.ts';
import { sendProof } from './service.ts';
import { noteSignedIn } from './tab-person.ts';

interface Question {
  /** The value of `{id}` in the address. */
  readonly id?: string;
  /** With its question mark. */
  readonly search?: string;
  readonly signal?: AbortSignal;
}

export async function ask<B, A>(
  { method, path }: SignInOperation<B, A>,
  body?: B,
  { id = '', search = '', signal }: Question = {},
): Promise<A> {
  const address = path.replace('{id}', encodeURIComponent(id)) + search;
  const answer = await sendProof({ method, path: address, signal, ...(body !== undefined && { body }) });
  // The service responds as declared, which its tests verify.
  return answer.body as A;
}

export async function readSession({ signal }: { readonly signal: AbortSignal }): Promise<SignedIn> {
  const session = await ask(signIn.whoAmI, undefined, { signal });
  noteSignedIn(personKey(session));
  return session;
}

/** Reloads the page, so that nothing about the person stays in memory. */
export async function signOut(): Promise<void> {
  await ask(signIn.signOut);
  forgetDrafts();
  window.location.assign('/console/sign-in');
}
