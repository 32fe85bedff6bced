/**
 * What is said about each response: one wide line of the log, and the end of its span. The path has no query, because
 * queries may contain names of people and tokens of files.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import manifest from '../../../package.json' with { type: 'json' };
import type { Caller } from '../../identity/auth/caller.ts';
import type { Span } from '../../tracing.ts';
import { loggedPath } from './logged-path.ts';

const { version } = manifest;

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** undefined: it had no body, or did not say its size. */
const sizeOf = (contentLength: unknown): number | undefined =>
  contentLength === undefined ? undefined : Number(contentLength);

export function answerLine(request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined) {
  const { usage, span, ticket, headers, raw, keyHolder } = request;
  return {
    traceId: request.id,
    ...(span && { spanId: span.id }),
    method: request.method,
    path: loggedPath(request.url),
    status: reply.statusCode,
    ms: tenths(reply.elapsedTime),
    account: caller?.account,
    accountId: caller?.accountId ?? keyHolder?.accountId,
    clientId: caller?.clientId,
    version,
    requestBytes: sizeOf(headers['content-length']),
    // Of a stream, what the connection has sent, with its head.
    responseBytes: sizeOf(reply.getHeader('content-length')) ?? raw.socket.bytesWritten - request.sentBefore,
    /** Until its turn came, in a burst. */
    waitMs: ticket ? tenths(ticket.waitedMs) : 0,
    ...(usage && {
      statements: usage.statements,
      databaseWaitMs: tenths(usage.waitMs),
      databaseMs: tenths(usage.runMs),
    }),
    ...request.logged,
  };
}

export function endSpan(span: Span, request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined): void {
  const { method, keyHolder } = request;
  // The pattern of the address, never the address itself.
  const route = request.routeOptions.url ?? 'none';
  const accountId = caller?.accountId ?? keyHolder?.accountId;
  const isFailed = reply.statusCode >= 500;
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': reply.statusCode,
    ...(isFailed && { 'error.type': request.refusedFor?.kind ?? String(reply.statusCode) }),
    ...(accountId !== undefined && { 'muster.account.id': accountId }),
    ...(caller && { 'muster.client.id': caller.clientId }),
  };
  span.end(`${method} ${route}`, attributes, isFailed);
}
