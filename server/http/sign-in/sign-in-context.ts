/** The context of a sign-in request, and how cookies are set. The tokens in them are not stored. */
import type { Schema } from '@muster/contract/kit/schema.ts';
import { limits } from '@muster/contract/limits.ts';
import { detail } from '@muster/contract/messages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HostAccount } from '../../identity/accounts/addresses.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { Renewed } from '../../identity/sign-in/credentials.ts';
import type { From, SignInParts } from '../../identity/sign-in/parts.ts';
import type { Step } from '../../identity/sign-in/steps.ts';
import { whoAmI } from '../../identity/sign-in/who-am-i.ts';
import { validatorOf } from '../../platform/validation/validator.ts';
import { noErrors, Problem, throwIfAny } from '../../problem.ts';
import { readJson } from '../api/body.ts';
import { personOf, sessionCookie } from '../api/session-cookie.ts';

export interface SignInContext {
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

export function requestContextOf(parts: SignInParts, request: FastifyRequest, reply: FastifyReply): SignInContext {
  const at = parts.addresses.accountAt(request.host);
  if (at.kind === 'unknown') throw new Problem('not-found', detail('noSuchAccount'));
  const from = { address: request.ip, userAgent: request.headers['user-agent'] ?? null, traceId: request.id };
  return { parts, request, reply, at, from };
}

export async function bodyOf<T>({ request }: SignInContext, schema: Schema<T>): Promise<T> {
  const { value } = await readJson(request.raw, ['application/json'], limits.signInBodyBytesMax);
  const errors = noErrors();
  validatorOf(schema)(value, '', errors);
  throwIfAny(errors);
  // The validator has checked the type.
  return value as T;
}

/** Refuses a request without a session. */
export async function signedInCaller({ parts, request, at }: SignInContext): Promise<SignedInCaller> {
  const { person, ...caller } = await personOf(parts.liveSessions, parts.addresses, request, at);
  const token = request.cookies[sessionCookie(parts.addresses.isSecure)];
  if (person === null || token === undefined) throw new Problem('unauthorized', detail('signInNeeded'));
  return { ...caller, person, token };
}

/** The cookie of a pending sign-in. Unlike the session cookie, it is sent when the provider redirects back. */
export const pendingCookie = (isSecure: boolean): string => (isSecure ? '__Host-muster-pending' : 'muster-pending');

export const pendingToken = ({ parts, request }: SignInContext): string | undefined =>
  request.cookies[pendingCookie(parts.addresses.isSecure)];

const attributes = (isSecure: boolean) => ({ path: '/', httpOnly: true, secure: isSecure }) as const;

export function setSession({ parts, reply }: SignInContext, token: string): void {
  const { isSecure } = parts.addresses;
  reply
    .setCookie(sessionCookie(isSecure), token, { ...attributes(isSecure), sameSite: 'strict' })
    .clearCookie(pendingCookie(isSecure), attributes(isSecure));
}

/** After a change of credentials, this session continues with a new token. */
export function goOn(context: SignInContext, { token }: SignedInCaller, kept: Renewed['kept']): void {
  context.parts.liveSessions.forget(token);
  if (kept) setSession(context, kept.token);
}

export function setPending({ parts, reply }: SignInContext, token: string): void {
  const { isSecure } = parts.addresses;
  reply.setCookie(pendingCookie(isSecure), token, { ...attributes(isSecure), sameSite: 'lax' });
}

export function clearCookies({ parts, reply }: SignInContext): void {
  const { isSecure } = parts.addresses;
  reply
    .clearCookie(sessionCookie(isSecure), attributes(isSecure))
    .clearCookie(pendingCookie(isSecure), attributes(isSecure));
}

/** The signed-in person, or the missing step; sets the cookie. */
export async function answerOf(context: SignInContext, step: Step): Promise<unknown> {
  if (step.kind === 'pending') {
    setPending(context, step.token);
    return step.answer;
  }
  const answer = await whoAmI(context.parts, step.accountId, step.token);
  if (!answer) throw new Problem('unauthorized', detail('signInNeeded'));
  setSession(context, step.token);
  return answer;
}
