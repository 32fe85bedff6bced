/** The HTTP server: one Fastify instance with the current API, the token endpoint, health and pages. */

import { METHODS } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { limits as contractLimits } from '@muster/contract/limits.ts';
import { detail } from '@muster/contract/messages.ts';
import { problems } from '@muster/contract/problems.ts';
import { apiVersion } from '@muster/contract/version.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AddressBook } from '../accounts/addresses.ts';
import type { Authenticate, Caller } from '../auth/bearer.ts';
import type { Database } from '../database/database.ts';
import { timedOut } from '../database/errors.ts';
import type { Publications } from '../events/feed.ts';
import type { KeptFiles } from '../files/kept-files.ts';
import { Problem } from '../problem.ts';
import type { Outside } from '../webhooks/outside.ts';
import { sendText } from './answer.ts';
import { serveApi } from './api.ts';
import { closeWithoutWaiting } from './closing.ts';
import { cursorSeal } from './cursor.ts';
import { fileSeal } from './file-links.ts';
import { withoutToken } from './parameters.ts';
import { problemBody, problemType } from './problem-json.ts';
import { rateLimit } from './rate.ts';
import { seatsOf } from './seats.ts';
import { refuseOnSocket } from './socket-errors.ts';
import { traceIdOf, traceparentOf } from './trace.ts';

export interface ServerOptions {
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly authenticate: Authenticate;
  readonly cursorKey: Buffer;
  readonly fileKey: Buffer;
  readonly files: KeptFiles;
  readonly limits: {
    readonly requestsPerMinute: number;
    readonly bodyBytes: number;
    readonly headerBytes: number;
    readonly requestMs: number;
  };
  readonly now: () => Date;
  readonly logger: Logger;
  /** Settles what a day that has begun changes, before somebody reads it. */
  readonly beforeReading: (accountId: string) => Promise<void> | undefined;
  readonly onChange: (accountId: string) => void;
  readonly publications: Publications;
  readonly outside: Outside;
  readonly publicUrl: string;
  readonly trustedProxies: readonly string[];
}

export async function httpServer(options: ServerOptions): Promise<FastifyInstance> {
  const { limits, publicUrl } = options;
  const callers = new WeakMap<FastifyRequest, Caller>();
  const app = Fastify({
    logger: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    http: { maxHeaderSize: limits.headerBytes, highWaterMark: heldBytes },
    genReqId: ({ headers }) => traceIdOf(headers.traceparent as string | undefined),
    routerOptions: { maxParamLength: 1000 },
    rewriteUrl: ({ url = '/' }) => originForm(url),
    clientErrorHandler: (error, socket) =>
      refuseOnSocket(error, socket, { publicUrl, headerBytes: limits.headerBytes, apiVersion }),
    frameworkErrors: (error, request, reply) => refuse(asProblem(error), request, reply),
  });
  knowEveryMethod(app);
  // Bodies are read by the operation that wants them, after everything else has been checked.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_, __, done) => done(null));
  await app.register(compress, compression);

  function asProblem(error: unknown): Problem {
    if (error instanceof Problem) return error;
    const { statusCode } = error as { statusCode?: number };
    if (statusCode !== undefined && statusCode < 500) return new Problem('not-found', detail('noSuchAddress'));
    return timedOut(error, limits.requestMs / 1000) ?? new Problem('internal', detail('internal'), { cause: error });
  }

  function refusal(problem: Problem, request: FastifyRequest, caller = callers.get(request)) {
    const baseUrl = caller?.baseUrl ?? publicUrl;
    const body = problemBody(problem, { baseUrl, instance: baseUrl + withoutToken(request.url), traceId: request.id });
    return {
      status: problems[problem.kind].status,
      headers: { ...problem.headers, 'content-type': problemType },
      body,
    };
  }

  function refuse(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { status, headers, body } = refusal(problem, request);
    if (status >= 500) options.logger.error({ traceId: request.id, err: problem.cause }, problem.message);
    if (status === 404 || status >= 500) reply.removeHeader('deprecation').removeHeader('sunset');
    return sendText(reply.code(status).header('cache-control', 'no-store').headers(headers), body);
  }

  app.addHook('onRequest', (request, reply, done) => {
    // The framework would refuse a malformed Content-Type at once; like a missing one, it is refused in its turn.
    const { headers } = request;
    if (headers['content-type'] !== undefined && request.mediaType === undefined) delete headers['content-type'];
    reply
      .header('api-version', apiVersion)
      .header('traceparent', traceparentOf(request.id))
      .header('cache-control', 'no-store');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer(options.logger, request, reply, callers.get(request));
    done();
  });
  closeWithoutWaiting(app, options.publications.stop);
  app.setErrorHandler((error, request, reply) => refuse(asProblem(error), request, reply));
  app.setNotFoundHandler((request, reply) => refuse(new Problem('not-found', detail('noSuchAddress')), request, reply));

  serveApi(app, {
    around: {
      database: options.database,
      seal: cursorSeal(options.cursorKey),
      fileSeal: fileSeal(options.fileKey),
      files: options.files,
      bodyBytesMax: limits.bodyBytes,
      refusalOf: (problem, request, caller) => refusal(problem, request, caller),
      onChange: options.onChange,
      publications: options.publications,
      outside: options.outside,
      seats: seatsOf(contractLimits.waitingMax),
    },
    authenticate: options.authenticate,
    beforeReading: options.beforeReading,
    addresses: options.addresses,
    rate: rateLimit(limits.requestsPerMinute),
    now: options.now,
    onCaller: (request, caller) => callers.set(request, caller),
  });
  return app;
}

/**
 * Of a body that nobody reads yet. Node reads 64 KB at a time: one such piece is held of each upload that waits for its
 * turn, and with its own limit of as much it would be two.
 */
const heldBytes = 32_768;

const compression = {
  // By `sendText`, where it pays.
  global: false,
  encodings: ['br' as const, 'gzip' as const, 'deflate' as const],
  // Quality 4 compresses JSON nearly as well as the default 11, in a twentieth of the time; a window of 256 KB is
  // enough for a page.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  // Answers are finished texts: in one go they cost half the time of a stream, and a third less memory.
  syncThreshold: 2_000_000,
  globalDecompression: false,
};

/** One wide line per request. The path without its query, which may hold names of people and tokens of files. */
function logAnswer(logger: Logger, request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined): void {
  logger.info(
    {
      traceId: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      account: caller?.account,
      clientId: caller?.clientId,
    },
    'answered',
  );
}

/** A target may name scheme and host, as to a proxy; what counts is the rest, since addresses are made of our own. */
const originForm = (url: string): string => (url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, '/'));

/** Methods that nobody offers are refused as such, where the framework would call the address unknown. */
function knowEveryMethod(app: FastifyInstance): void {
  const unoffered = METHODS.filter((method) => method === 'QUERY' || !app.supportedMethods.includes(method));
  for (const method of unoffered) app.addHttpMethod(method, { overrideExisting: true });
}
