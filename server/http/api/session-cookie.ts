/**
 * People are identified by a cookie, which their browser also sends with requests from other sites. A request that
 * changes something must therefore show that it comes from our own pages: by `Sec-Fetch-Site`, which no page can set,
 * or by `Origin` for old browsers. That is the protection against cross-site request forgery (CSRF).
 */
import { detail } from '@muster/contract/messages.ts';
import type { FastifyRequest } from 'fastify';
import type { AddressBook, HostAccount } from '../../identity/accounts/addresses.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { LiveSessions } from '../../identity/auth/sessions.ts';
import { Problem } from '../../problem.ts';

/** The name binds the cookie to this host and to encrypted connections; a development instance has neither. */
export const sessionCookie = (isSecure: boolean): string => (isSecure ? '__Host-muster' : 'muster');

export async function personOf(
  liveSessions: LiveSessions,
  { isSecure }: AddressBook,
  request: FastifyRequest,
  at: HostAccount,
): Promise<Caller> {
  refuseCrossSite(request);
  const token = request.cookies[sessionCookie(isSecure)];
  const session = token === undefined ? null : await liveSessions.sessionOf(token, at);
  if (!session) throw new Problem('unauthorized', detail('signInNeeded'));
  if (session.lack) throw new Problem(session.lack, detail(sentences[session.lack]));
  return session.caller;
}

const sentences = { 'second-factor-required': 'secondFactorNeeded', 'provider-required': 'providerNeeded' } as const;

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';

export function refuseCrossSite({ method, headers, host }: FastifyRequest): void {
  if (isReading(method)) return;
  const { origin, 'sec-fetch-site': site } = headers;
  const isOwn = site !== undefined ? site === 'same-origin' : origin !== undefined && URL.parse(origin)?.host === host;
  if (!isOwn) throw new Problem('forbidden', detail('foreignPage'));
}
