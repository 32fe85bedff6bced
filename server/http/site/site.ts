/**
 * Everything next to the API on the same address: health, the OpenAPI document, its reference, and pages for people.
 */

import { detail } from '@muster/contract/messages.ts';
import { isProblemName } from '@muster/contract/problems.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ReplicaState } from '../../observer.ts';
import { retryAfterSeconds } from '../../platform/database/errors.ts';
import { Problem } from '../../problem.ts';
import { sendText } from '../response/response.ts';
import { problemIndexPage, problemPage } from './pages/problem-page.ts';
import { welcomePage } from './pages/welcome-page.ts';

export interface SiteOptions {
  readonly publicUrl: string;
  readonly authUrl: string;
  /** The reason why the service cannot serve requests, or null. */
  readonly unreadiness: () => Promise<string | null>;
  readonly replicas: () => readonly ReplicaState[];
}

/** Text alone, in no frame of another page. */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const html = (reply: FastifyReply, page: string) =>
  sendText(
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('x-frame-options', 'DENY')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-cache'),
    page,
  );

export function serveSite(app: FastifyInstance, { publicUrl, authUrl, unreadiness, replicas }: SiteOptions): void {
  app.get('/', (_, reply) => html(reply, welcomePage({ baseUrl: publicUrl, authUrl })));
  app.get('/problems', (_, reply) => html(reply, problemIndexPage()));
  app.get<{ Params: { name: string } }>('/problems/:name', (request, reply) => {
    if (!isProblemName(request.params.name)) throw new Problem('not-found', detail('noSuchAddress'));
    return html(reply, problemPage(request.params.name));
  });
  app.get('/health/live', async () => ({ status: 'live' }));
  app.get('/health/ready', async (_, reply) => {
    const reason = await unreadiness();
    if (reason === null) return { status: 'ready', ...countsOf(replicas()) };
    return reply.code(503).header('retry-after', retryAfterSeconds).send({ status: 'not ready', reason });
  });
}

/** Without their names: anybody may ask. A node is ready without any of them. */
const countsOf = (states: readonly ReplicaState[]) =>
  states.length > 0 && { replicas: { usable: states.filter(({ isUsable }) => isUsable).length, all: states.length } };
