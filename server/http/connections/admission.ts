/**
 * Decides whose limit a request counts against (bursts.ts), by its credential. A credential has a limit of its own only
 * after it was accepted once. Until then it takes turns with the others of its address, within the limit of the address:
 * forged credentials evade no limit, and a new colleague does not wait for all of them.
 */
import { hash } from 'node:crypto';
import type { Socket } from 'node:net';
import { detail } from '@muster/contract/messages.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { leastRecentlyUsed } from '../../identity/auth/least-recently-used.ts';
import { networkOf } from '../../identity/auth/throttle.ts';
import { Problem } from '../../problem.ts';
import { limitedBursts } from './bursts.ts';
import type { Identity, RequestKind, Ticket } from './loads.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** null: the response was sent before the request got its turn. */
    ticket: Ticket | null;
  }
}

/** The caller whose credential was accepted, and its address. */
export interface Authenticated extends Omit<Identity, 'isKnown'> {
  readonly isByCookie: boolean;
}

export interface AdmissionOptions {
  readonly requestMs: number;
  /** The name of the session cookie. */
  readonly cookie: string;
  /** null: no credential of the request was accepted. */
  readonly authenticatedOf: (request: FastifyRequest) => Authenticated | null;
}

/** Accepted credentials, on this node. */
const rememberedMax = 20_000;

export function limitBursts(app: FastifyInstance, { requestMs, cookie, authenticatedOf }: AdmissionOptions): void {
  const known = leastRecentlyUsed<Identity>(rememberedMax);
  // The other half of the time remains for the request itself.
  const bursts = limitedBursts(requestMs / 2);

  function identityOf({ headers, cookies, ip, raw }: FastifyRequest): Identity {
    const address = `address ${networkOf(ip)}`;
    const secret = headers.authorization ?? cookies[cookie];
    if (secret === undefined) return { account: address, caller: address, isKnown: false };
    const digest = digestOn(raw.socket, secret);
    return known.get(digest) ?? { account: address, caller: `${address} ${digest}`, isKnown: false };
  }

  function remember(request: FastifyRequest, ticket: Ticket): void {
    const authenticated = authenticatedOf(request);
    if (!authenticated || authenticated.caller === ticket.caller.key) return;
    const secret = authenticated.isByCookie ? request.cookies[cookie] : request.headers.authorization;
    if (secret !== undefined) known.set(digestOn(request.raw.socket, secret), { ...authenticated, isKnown: true });
  }

  app.decorateRequest('ticket', null);
  app.addHook('onRequest', (request, reply, done) => {
    // Health checks do not wait behind other requests.
    if (request.url.startsWith('/health/')) return done();
    const kind = kindOf(request);
    bursts.enter(identityOf(request), kind, request.raw.socket, (ticket) => {
      request.ticket = ticket;
      if (ticket && kind === 'large') reply.raw.once('close', () => bursts.leave(ticket, null));
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

/** More rows, or a longer body, occupy the thread for several milliseconds. */
const manyRows = 200;
const manyBytes = 200_000;

/** Judged by URL and headers. A request that waits for events is not large: it does nothing most of the time. */
function kindOf({ url, headers }: FastifyRequest): RequestKind {
  if (headers['content-type']?.startsWith('multipart/')) return 'upload';
  if (Number(headers['content-length']) > manyBytes) return 'large';
  const rows = /[?&](?:limit=|paging=\d+,)(\d+)/.exec(url)?.[1];
  const isWaiting = /[?&]wait=/.test(url) || headers.accept?.includes('event-stream');
  return Number(rows) > manyRows && !isWaiting ? 'large' : 'small';
}

/** Of the last request on a connection: one that is kept sends the same credential again. */
const lastOn = new WeakMap<Socket, { readonly secret: string; readonly digest: string }>();

/** Only digests of credentials outlive a connection. */
function digestOn(socket: Socket, secret: string): string {
  const last = lastOn.get(socket);
  if (last?.secret === secret) return last.digest;
  const digest = hash('sha256', secret, 'base64');
  lastOn.set(socket, { secret, digest });
  return digest;
}

/** Created once, because it is needed most under load. */
const tooMany = new Problem('too-many-requests', detail('tooManyAtOnce', { seconds: 1 }), {
  headers: { 'retry-after': '1' },
});
