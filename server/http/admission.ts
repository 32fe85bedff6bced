/**
 * When a request begins to be worked on (bursts.ts), by what it shows. A credential counts as a caller of its own only
 * after it opened something; until then, and where there is none, the address counts. So forged credentials are no way
 * around a limit, and leave nothing behind.
 */
import { hash } from 'node:crypto';
import { detail } from '@muster/contract/messages.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { leastRecentlyUsed } from '../auth/least-recently-used.ts';
import { networkOf } from '../auth/throttle.ts';
import { Problem } from '../problem.ts';
import { type Identity, limitedBursts, type Ticket } from './bursts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** null: it was answered without waiting for its turn. */
    ticket: Ticket | null;
  }
}

/** Whose credential opened something, and where it came from. */
export interface Authenticated extends Identity {
  readonly isByCookie: boolean;
}

export interface AdmissionOptions {
  /** How long a request may take. */
  readonly requestMs: number;
  /** The name of the cookie that keeps the session of a person. */
  readonly cookie: string;
  /** null: nothing that the request showed was right. */
  readonly authenticatedOf: (request: FastifyRequest) => Authenticated | null;
}

/** Of credentials that were right, on this node. */
const rememberedMax = 20_000;

export function limitBursts(app: FastifyInstance, { requestMs, cookie, authenticatedOf }: AdmissionOptions): void {
  const known = leastRecentlyUsed<Identity>(rememberedMax);
  // The other half is left for the request itself.
  const bursts = limitedBursts(requestMs / 2);

  const knownBy = (secret: string | undefined) => (secret === undefined ? undefined : known.get(digestOf(secret)));

  function identityOf({ headers, cookies, ip }: FastifyRequest): Identity {
    const found = knownBy(headers.authorization) ?? knownBy(cookies[cookie]);
    if (found) return found;
    const address = `address ${networkOf(ip)}`;
    return { account: address, caller: address };
  }

  function remember(request: FastifyRequest, ticket: Ticket): void {
    const authenticated = authenticatedOf(request);
    if (!authenticated || authenticated.caller === ticket.caller.key) return;
    const secret = authenticated.isByCookie ? request.cookies[cookie] : request.headers.authorization;
    if (secret !== undefined) known.set(digestOf(secret), authenticated);
  }

  app.decorateRequest('ticket', null);
  app.addHook('onRequest', (request, _, done) => {
    // A question for the health of the service does not wait for those who spoil it.
    if (request.url.startsWith('/health/')) return done();
    bursts.enter(identityOf(request), request.raw.socket, (ticket) => {
      request.ticket = ticket;
      done(ticket === null ? tooMany : undefined);
    });
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { ticket } = request;
    if (ticket) {
      remember(request, ticket);
      const bytes = Number(reply.getHeader('content-length')) || 0;
      bursts.leave(ticket, { bytes, isRefusal: reply.statusCode === 429 });
    }
    done();
  });
}

/** Credentials themselves are not kept. */
const digestOf = (secret: string): string => hash('sha256', secret, 'base64');

/** Made once: it is needed most when there is no time to make it. */
const tooMany = new Problem('too-many-requests', detail('tooManyAtOnce', { seconds: 1 }), {
  headers: { 'retry-after': '1' },
});
