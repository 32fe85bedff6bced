/** The context of a sign-in request, and how cookies are set. The tokens in them are not stored. */
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

/** A signed-in person with their token. */
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
  // The validator has checked the type.
  return value as T;
}

/** Refuses a request without a session. */
export async function signedInCaller({ parts, request, at }: SignInVisit): Promise<SignedInCaller> {
  const { person, ...caller } = await personOf(parts.people, parts.addresses, request, at);
  const token = request.cookies[sessionCookie(parts.addresses.isSecure)];
  if (person === null || token === undefined) throw new Problem('unauthorized', detail('signInNeeded'));
  return { ...caller, person, token };
}

/** The cookie of a pending sign-in. Unlike the session cookie, it is sent when the provider redirects back. */
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

/** After a change of credentials, this session continues with a new token. */
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

/** The signed-in person, or the missing step; sets the cookie. */
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
