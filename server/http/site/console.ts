/**
 * Serves the built console under /console. Assets have a digest in their names and never change, so browsers cache
 * them. Every other address returns the one page, which routes the rest of the address itself.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendText } from '../response/response.ts';

/** Built by `npm ci`. */
const built = join(import.meta.dirname, '../../../console/dist');

/**
 * Scripts come only from this service, never inline and never from text. Inline styles are allowed because components
 * set sizes and positions on elements, which no digest can cover. A style can do no harm while nothing may be sent
 * elsewhere.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const yearSeconds = 31_536_000;

const guarded = (reply: FastifyReply): FastifyReply =>
  reply
    .header('content-security-policy', policy)
    .header('x-frame-options', 'DENY')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=()');

/** An asset opened as a page of its own runs nothing. The rest is about pages, and would be sent with every file. */
const guardedAsset = (reply: FastifyReply): FastifyReply =>
  reply.header('content-security-policy', "default-src 'none'; sandbox").header('x-content-type-options', 'nosniff');

const unbuilt = 'The console is not built. Build it, also while the service runs, with: npm run build -w console\n';

export function serveConsole(app: FastifyInstance, folder = built): void {
  // Only for `reply.sendFile`: the routes below map addresses to files.
  app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false });
  const servePage = (reply: FastifyReply) => {
    guarded(reply).header('cache-control', 'no-cache');
    if (existsSync(join(folder, 'index.html'))) return reply.sendFile('index.html');
    return sendText(reply.code(503).header('content-type', 'text/plain; charset=utf-8'), unbuilt);
  };
  app.get('/console', (_, reply) => servePage(reply));
  app.get('/console/*', (_, reply) => servePage(reply));
  app.get<{ Params: { '*': string } }>('/console/assets/*', (request, reply) => {
    const name = `assets/${request.params['*']}`;
    if (!existsSync(join(folder, name))) return reply.callNotFound();
    return guardedAsset(reply).header('cache-control', `public, max-age=${yearSeconds}, immutable`).sendFile(name);
  });
}
