/** The HTTP server: one Fastify instance with the current API, the token endpoint, health and pages. */

import type { KeyObject } from 'node:crypto';
import { METHODS } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { limits as contractLimits } from '@muster/contract/limits.ts';
import { apiVersion } from '@muster/contract/version.ts';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import type { Logger } from 'pino';
import type { Answered } from '../admin/activity/request-log.ts';
import type { Publications } from '../events/feed.ts';
import type { KeptFiles } from '../files/kept-files.ts';
import type { AddressBook } from '../identity/accounts/addresses.ts';
import type { Authenticate } from '../identity/auth/bearer.ts';
import type { Caller } from '../identity/auth/caller.ts';
import type { LiveSessions } from '../identity/auth/sessions.ts';
import type { Observer } from '../observer.ts';
import type { Clocks } from '../platform/database/clocks.ts';
import type { Database } from '../platform/database/database.ts';
import type { DatabaseUsage } from '../platform/database/request-deadline.ts';
import type { Problem } from '../problem.ts';
import type { ReadLog } from '../reads/read-log.ts';
import type { Span, Tracing } from '../tracing.ts';
import type { Outside } from '../webhooks/outside.ts';
import { rememberAllowedMethods, unrouted } from './allowed-methods.ts';
import { serveApi } from './api/api.ts';
import { callerIdOf } from './api/checks.ts';
import type { ApiDependencies } from './api/dependencies.ts';
import { fileLinkSigner } from './api/file-links.ts';
import { gatheredCreations } from './api/gathered-creations.ts';
import { type RequestCounter, rateLimit } from './api/rate.ts';
import { sessionCookie } from './api/session-cookie.ts';
import { waitLimitOf } from './api/wait-limit.ts';
import { type Authenticated, limitBursts } from './connections/admission.ts';
import { closeWithoutWaiting } from './connections/closing.ts';
import { addressBytesMax, headersTooLarge, isTooLarge } from './connections/size.ts';
import { limitSlowCallers, type SlowCallerLimits } from './connections/slow-callers.ts';
import { type LegacyErrorFormat, refuseOnSocket } from './connections/socket-errors.ts';
import { cursorSigner } from './query/cursor.ts';
import { answerLine, endSpan } from './response/answer-line.ts';
import { refusing } from './response/error-handler.ts';
import { answeredOf, answerFacts } from './response/response-record.ts';
import { traceIdOf, traceparentOf } from './response/trace.ts';
import { snapshotLimitOf } from './snapshot/snapshot-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Additional or replaced fields of the log line of a request. */
    logged: Readonly<Record<string, string>> | null;
    /** The key that was accepted by the legacy API. */
    keyHolder: { readonly accountId: string; readonly apiKeyId: string } | null;
    /** Why it was refused, for the request log. */
    refusedFor: Problem | null;
    /** Whether it was refused because too many attempts to sign in have failed. */
    isAfterGuesses: boolean;
    /** null: nobody traces it. */
    span: Span | null;
    /** What the database took of it; null: it has not come so far. */
    usage: DatabaseUsage | null;
    /** What its connection had sent before it, in bytes. */
    sentBefore: number;
  }
}

export interface ServerOptions {
  readonly database: Database;
  /** For streams of whole collections. */
  readonly snapshots: Database;
  readonly addresses: AddressBook;
  readonly authenticate: Authenticate;
  readonly liveSessions: LiveSessions;
  readonly cursorKey: KeyObject;
  /** The current one first. */
  readonly fileKeys: () => readonly KeyObject[];
  readonly files: KeptFiles;
  readonly limits: {
    readonly requestsPerMinute: number;
    readonly bodyBytes: number;
    readonly headerBytes: number;
    readonly requestMs: number;
    readonly headerMs: number;
    readonly keepAliveMs: number;
  } & SlowCallerLimits;
  /** Who counts the requests of callers; this process alone by default. */
  readonly requestCounter?: RequestCounter | undefined;
  /** Aborted when other processes take over the port; never by default. */
  readonly handover?: AbortSignal | undefined;
  readonly now: () => Date;
  readonly clocks: Clocks;
  readonly logger: Logger;
  /** Applies the changes of a new day before anybody reads them. */
  readonly beforeReading: ApiDependencies['beforeReading'];
  readonly onChange: (accountId: string) => void;
  readonly publications: Publications;
  readonly reads: ReadLog;
  readonly outside: Outside;
  readonly publicUrl: string;
  readonly trustedProxies: readonly string[];
  readonly legacyErrorFormat: LegacyErrorFormat;
  /** Called after each response. */
  readonly onAnswered: (answered: Answered) => void;
  readonly observer?: Observer | undefined;
  /** Nobody by default. */
  readonly tracing?: Tracing | undefined;
}

export async function httpServer(options: ServerOptions): Promise<FastifyInstance> {
  const { limits } = options;
  const callers = new WeakMap<FastifyRequest, Caller>();
  const { refuse, refuseUnrouted, refusalOf } = refusing(options, (request) => callers.get(request));
  const app = newServer(options, refuseUnrouted);
  knowEveryMethod(app);
  rememberAllowedMethods(app);
  decorateRequests(app);
  noteGuesses(app);
  // Operations read bodies themselves, after all other checks.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_, __, done) => done(null));
  await app.register(compress, compression);
  await app.register(cookie);

  app.addHook('onRequest', (request, reply, done) => {
    // The framework would refuse a malformed Content-Type at once. It is refused later, like a missing one.
    const { headers } = request;
    if (headers['content-type'] !== undefined && request.mediaType === undefined) delete headers['content-type'];
    request.sentBefore = request.raw.socket.bytesWritten;
    if (options.tracing) request.span = options.tracing.request(request.id, headers.traceparent as string | undefined);
    reply
      .header('api-version', apiVersion)
      .header('traceparent', request.span?.traceparent ?? traceparentOf(request.id, !options.tracing))
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff');
    done(isTooLarge(request.raw, limits) ? headersTooLarge(limits.headerBytes) : undefined);
  });
  const note = (request: FastifyRequest, reply: FastifyReply) => {
    const caller = callers.get(request);
    options.logger.info(answerLine(request, reply, caller), 'answered');
    options.observer?.answered(answerFacts(request, reply, caller));
    if (request.span) endSpan(request.span, request, reply, caller);
    const answered = answeredOf(request, reply, caller);
    if (answered) options.onAnswered(answered);
  };
  app.addHook('onResponse', (request, reply, done) => {
    note(request, reply);
    done();
  });
  closeWithoutWaiting(app, options.publications.stop, options.handover);
  limitSlowCallers(app, limits, options.trustedProxies);
  // After the hooks that set common headers and check connections.
  limitBursts(app, {
    requestMs: limits.requestMs,
    cookie: sessionCookie(options.addresses.isSecure),
    authenticatedOf: (request) => authenticatedOf(request, callers.get(request)),
  });
  app.setErrorHandler(refuse);
  app.setNotFoundHandler((request, reply) => refuse(unrouted(app, request), request, reply));

  serveApi(app, {
    database: options.database,
    cursorSigner: cursorSigner(options.cursorKey),
    fileLinkSigner: fileLinkSigner(options.fileKeys),
    files: options.files,
    bodyBytesMax: limits.bodyBytes,
    refusalOf,
    create: gatheredCreations(options.database, limits.requestMs),
    onChange: options.onChange,
    publications: options.publications,
    reads: options.reads,
    outside: options.outside,
    waitLimit: waitLimitOf(contractLimits.waitingMax),
    onCut: note,
    snapshots: options.snapshots,
    snapshotLimit: snapshotLimitOf(contractLimits.snapshotsMax),
    requestMs: limits.requestMs,
    authenticate: options.authenticate,
    liveSessions: options.liveSessions,
    beforeReading: options.beforeReading,
    addresses: options.addresses,
    rate: rateLimit(limits.requestsPerMinute, options.database.bounds, options.requestCounter),
    clocks: options.clocks,
    now: options.now,
    onCaller: (request, caller) => callers.set(request, caller),
  });
  return app;
}

/** What is noted of a request for those who observe it. */
function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('logged', null).decorateRequest('keyHolder', null).decorateRequest('refusedFor', null);
  app.decorateRequest('span', null).decorateRequest('usage', null).decorateRequest('sentBefore', 0);
}

/** Errors of the token endpoint and of the legacy API are no problems. */
function noteGuesses(app: FastifyInstance): void {
  app.decorateRequest('isAfterGuesses', false);
  app.addHook('onError', (request, _reply, error, done) => {
    request.isAfterGuesses = 'isAfterGuesses' in error && error.isAfterGuesses === true;
    done();
  });
}

function newServer(
  options: ServerOptions,
  refuseUnrouted: NonNullable<FastifyServerOptions['frameworkErrors']>,
): FastifyInstance {
  const { limits, publicUrl } = options;
  return Fastify({
    logger: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    http: nodeOptions(limits),
    keepAliveTimeout: limits.keepAliveMs,
    genReqId: ({ headers }) => traceIdOf(headers.traceparent as string | undefined),
    routerOptions: { maxParamLength: 1000 },
    rewriteUrl: ({ url = '/' }) => options.legacyErrorFormat.addressOf(originForm(url)),
    // Refused by a hook instead, as a problem.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) =>
      refuseOnSocket(error, socket, { publicUrl, limits, legacyErrorFormat: options.legacyErrorFormat }),
    frameworkErrors: refuseUnrouted,
  });
}

function authenticatedOf({ keyHolder }: FastifyRequest, caller: Caller | undefined): Authenticated | null {
  if (keyHolder) return { account: keyHolder.accountId, caller: `key ${keyHolder.apiKeyId}`, isByCookie: false };
  if (!caller) return null;
  return { account: caller.accountId, caller: callerIdOf(caller), isByCookie: caller.person !== null };
}

/**
 * The buffer of a body that nobody reads yet. Node reads 64 KB at a time: with this limit each waiting upload holds one
 * such piece; with the default limit it would hold two.
 */
const heldBytes = 32_768;

const nodeOptions = (limits: ServerOptions['limits']) => ({
  maxHeaderSize: limits.headerBytes + addressBytesMax(limits),
  highWaterMark: heldBytes,
  headersTimeout: limits.headerMs,
  connectionsCheckingInterval: Math.min(1000, limits.headerMs),
});

const compression = {
  // `sendText` compresses where it is useful.
  global: false,
  encodings: ['br' as const, 'gzip' as const, 'deflate' as const],
  // Quality 4 compresses JSON nearly as well as the default 11, in a twentieth of the time. A window of 256 KB is
  // enough for a page.
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  // Responses are finished texts. Compressing them in one step takes half the time of a stream and a third less memory.
  // Texts longer than a usual page would block other requests and are compressed in other threads.
  syncThreshold: 200_000,
  globalDecompression: false,
};

/**
 * A target may include scheme and host, as for a proxy. Only the path counts, because we build addresses from our own
 * settings.
 */
const originForm = (url: string): string => (url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, '/'));

/** Refuses unsupported methods with 405. The framework would report an unknown address. */
function knowEveryMethod(app: FastifyInstance): void {
  const unoffered = METHODS.filter((method) => method === 'QUERY' || !app.supportedMethods.includes(method));
  for (const method of unoffered) app.addHttpMethod(method, { overrideExisting: true });
}
