/** What every step of the sign-in knows of its request, and how cookies are set: the tokens in them are kept nowhere. */
import type { Schema } from '@muster/contract/kit/schema.ts';
import { limits } from '@muster/contract/limits.ts';
import { detail } from '@muster/contract/messages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HostAccount } from '../accounts/addresses.ts';
import type { Caller } from '../auth/caller.ts';
import { noErrors, Problem, throwIfAny } from '../problem.ts';
import type { Renewed } from '../sign-in/credentials.ts';
import type { From, SignInParts } from '../sign-in/parts.ts';
import type { Step } from '../sign-in/steps.ts';
import { whoAmI } from '../sign-in/who-am-i.ts';
import { validatorOf } from '../validation/validator.ts';
import { readJson } from './body.ts';
import { personOf, sessionCookie } from './people.ts';

export interface SignInVisit {
  readonly parts: SignInParts;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly at: HostAccount;
  readonly from: From;
}

/** A caller who is a person, and their token. */
export interface SignedInCaller extends Caller {
  readonly person: NonNullable<Caller['person']>;
  readonly token: string;
}

export function visitOf(parts: SignInParts, request: FastifyRequest, reply: FastifyReply): SignInVisit {
  const at = parts.addresses.accountAt(request.host);
  if (at.kind === 'unknown') throw new Problem('not-found', detail('noSuchAccount'));
  const from = { address: request.ip, userAgent: request.headers['user-agent'] ?? null, traceId: request.id };
  return { parts, request, reply, at, from };
}

export async function bodyOf<T>({ request }: SignInVisit, schema: Schema<T>): Promise<T> {
  const { value } = await readJson(request.raw, ['application/json'], limits.signInBodyBytesMax);
  const errors = noErrors();
  validatorOf(schema)(value, '', errors);
  throwIfAny(errors);
  // The validator has looked.
  return value as T;
}

/** Refuses whoever is not signed in. */
export async function signedInCaller({ parts, request, at }: SignInVisit): Promise<SignedInCaller> {
  const { person, ...caller } = await personOf(parts.people, parts.addresses, request, at);
  const token = request.cookies[sessionCookie(parts.addresses.isSecure)];
  if (person === null || token === undefined) throw new Problem('unauthorized', detail('signInNeeded'));
  return { ...caller, person, token };
}

/** What a sign-in that has begun is known by. Sent along when the provider leads back here, unlike the session's. */
export const pendingCookie = (isSecure: boolean): string => (isSecure ? '__Host-muster-pending' : 'muster-pending');

export const pendingToken = ({ parts, request }: SignInVisit): string | undefined =>
  request.cookies[pendingCookie(parts.addresses.isSecure)];

const attributes = (isSecure: boolean) => ({ path: '/', httpOnly: true, secure: isSecure }) as const;

export function setSession({ parts, reply }: SignInVisit, token: string): void {
  const { isSecure } = parts.addresses;
  reply
    .setCookie(sessionCookie(isSecure), token, { ...attributes(isSecure), sameSite: 'strict' })
    .clearCookie(pendingCookie(isSecure), attributes(isSecure));
}

/** After a change of how somebody signs in, this session goes on under another token. */
export function goOn(visit: SignInVisit, { token }: SignedInCaller, kept: Renewed['kept']): void {
  visit.parts.people.forget(token);
  if (kept) setSession(visit, kept.token);
}

export function setPending({ parts, reply }: SignInVisit, token: string): void {
  const { isSecure } = parts.addresses;
  reply.setCookie(pendingCookie(isSecure), token, { ...attributes(isSecure), sameSite: 'lax' });
}

export function clearCookies({ parts, reply }: SignInVisit): void {
  const { isSecure } = parts.addresses;
  reply
    .clearCookie(sessionCookie(isSecure), attributes(isSecure))
    .clearCookie(pendingCookie(isSecure), attributes(isSecure));
}

/** Who is signed in now, or what is still missing; the cookie goes with it. */
export async function answerOf(visit: SignInVisit, step: Step): Promise<unknown> {
  if (step.kind === 'pending') {
    setPending(visit, step.token);
    return step.answer;
  }
  const answer = await whoAmI(visit.parts, step.accountId, step.token);
  if (!answer) throw new Problem('unauthorized', detail('signInNeeded'));
  setSession(visit, step.token);
  return answer;
}
