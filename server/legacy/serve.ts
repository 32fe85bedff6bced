/**
 * The legacy API on a Fastify instance. Each request passes the same checks in the same order: address, method, key,
 * end of the generation, rate, right; then the resource handles query and rows. Errors have the legacy format.
 */
import type { KeyObject } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type RateLimit, type RequestCounter, rateLimit } from '../http/api/rate.ts';
import { encodedText } from '../http/response/encoded-text.ts';
import { jsonType, sendText } from '../http/response/response.ts';
import type { AddressBook } from '../identity/accounts/addresses.ts';
import type { FamilyRight } from '../identity/accounts/api-key-roles.ts';
import { isOver } from '../identity/accounts/legacy-end.ts';
import { type Guesses, isWait } from '../identity/auth/guesses.ts';
import type { Database } from '../platform/database/database.ts';
import { requestDeadline } from '../platform/database/request-deadline.ts';
import type { ReadLog } from '../reads/read-log.ts';
import type { ShownHolder } from '../reads/shown.ts';
import { allowedOrigins, type IsAllowedOrigin, originHeaders, preflightHeaders } from './cross-origin.ts';
import { asRefusal, LegacyRefusal, refusalText } from './errors.ts';
import { type FindKey, type KeyRecord, keyFinder } from './keys.ts';
import type { LegacyReader, LegacyRequest } from './reader.ts';
import { purposeOf } from './reads.ts';
import { type LegacyCollection, legacyCollections, legacyPrefixes } from './resources.ts';
import { type UsageCounter, usageCounter } from './usage.ts';

export interface LegacyOptions {
  readonly database: Database;
  readonly addresses: AddressBook;
  readonly publicUrl: string;
  readonly pepper: KeyObject;
  readonly guesses: Guesses;
  readonly webOrigins: readonly string[];
  readonly limits: { readonly requestsPerMinute: number; readonly requestMs: number };
  /** Who counts the requests of keys; this process alone by default. */
  readonly requestCounter: RequestCounter | undefined;
  readonly now: () => Date;
  readonly logger: Logger;
  /** Records who has read confidential data. */
  readonly reads: Pick<ReadLog, 'record'>;
  /** Applies the changes of a new day before anybody reads them. */
  readonly beforeReading: (accountId: string) => Promise<void> | undefined;
}

interface LegacyServer extends LegacyOptions {
  readonly findKey: FindKey;
  readonly isAllowedOrigin: IsAllowedOrigin;
  readonly rate: RateLimit;
  readonly usage: UsageCounter;
}

const allowed = 'GET, HEAD, OPTIONS';

/** Longer responses are encoded over several turns of the event loop. */
const fewParts = 12;

export function serveLegacy(app: FastifyInstance, options: LegacyOptions): void {
  const legacyServer: LegacyServer = {
    ...options,
    findKey: keyFinder({ ...options, database: options.database.ofPart('credentials') }),
    isAllowedOrigin: allowedOrigins(options),
    rate: rateLimit(options.limits.requestsPerMinute, options.database.bounds, options.requestCounter),
    usage: usageCounter({
      database: options.database,
      onError: (error) => options.logger.error({ err: error }, 'the use of the legacy API could not be noted'),
    }),
  };
  for (const prefix of legacyPrefixes) serveBelow(app, legacyServer, prefix);
  app.addHook('onClose', () => legacyServer.usage.stop());
}

function serveBelow(app: FastifyInstance, legacyServer: LegacyServer, prefix: string): void {
  // A separate context: the error handling of the current API does not apply here.
  app.register(
    (legacy, _, done) => {
      legacy.addHook('onRequest', (request, reply, next) => {
        // An id reveals who is absent when: the log has none.
        const { url } = request.routeOptions;
        if (url !== undefined) request.logged = { path: url.replace(':id', '{id}') };
        welcome(legacyServer, request, reply);
        next();
      });
      legacy.setErrorHandler((error, request, reply) => refuse(legacyServer, error, request, reply));
      legacy.setNotFoundHandler((request, reply) => refuse(legacyServer, unrouted(request), request, reply));
      const own = legacyCollections.filter(({ path }) => path.startsWith(`${prefix}/`));
      for (const collection of own) serveCollection(legacy, legacyServer, collection, prefix);
      done();
    },
    { prefix },
  );
}

function serveCollection(
  legacy: FastifyInstance,
  legacyServer: LegacyServer,
  collection: LegacyCollection,
  prefix: string,
): void {
  const { path, resource, more = {} } = collection;
  const read = (asked: LegacyRequest, id = '') => resource.read(asked, id);
  const addresses = { '': resource.list, '/{id}': read, ...below(more) };
  for (const [suffix, run] of Object.entries<Run>(addresses)) {
    const documented = path + suffix;
    // Addresses are compared in lower case.
    const url = documented.slice(prefix.length).toLowerCase().replace('{id}', ':id');
    legacy.get(url, (request, reply) => answer(legacyServer, collection, documented, run, request, reply));
    legacy.options(url, (_, reply) => reply.code(204).header('allow', allowed).headers(preflight(reply)).send());
  }
}

type Run = (asked: LegacyRequest, id?: string) => Promise<readonly string[]>;

const below = (more: NonNullable<LegacyCollection['more']>): Record<string, Run> =>
  Object.fromEntries(Object.entries(more).map(([name, run]) => [`/${name}`, run]));

/** Other methods have no routes: there are many, and each route of each address costs memory. */
function unrouted(request: FastifyRequest): LegacyRefusal {
  const { method, url } = request;
  const [path = ''] = url.split('?');
  const asked = path.toLowerCase();
  const known = legacyCollections.flatMap((collection) => {
    const own = collection.path.toLowerCase();
    if (asked === own) return [own];
    return asked.startsWith(`${own}/`) && !asked.slice(own.length + 1).includes('/') ? [`${own}/{id}`] : [];
  });
  const [documented] = known;
  if (documented === undefined || allowed.split(', ').includes(method)) {
    return new LegacyRefusal(404, 'There is nothing at this address.');
  }
  request.logged = { path: documented };
  return new LegacyRefusal(405, `${method} is not possible here: the legacy API only reads.`, {
    headers: { allow: allowed },
  });
}

/** Headers of every response. */
function welcome(legacyServer: LegacyServer, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  reply.removeHeader('api-version').header('vary', 'Origin');
  if (origin === undefined || !legacyServer.isAllowedOrigin(origin, legacyServer.addresses.accountAt(request.host)))
    return;
  reply.headers(originHeaders(origin));
}

const preflight = (reply: FastifyReply): Readonly<Record<string, string>> =>
  reply.hasHeader('access-control-allow-origin') ? preflightHeaders : {};

async function answer(
  legacyServer: LegacyServer,
  collection: LegacyCollection,
  documented: string,
  run: Run,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const startedAtMs = performance.now();
  const key = await keyOf(legacyServer, request);
  const now = legacyServer.now();
  request.logged = { path: documented, account: key.account.name, apiKeyId: key.id };
  request.keyHolder = { accountId: key.accountId, apiKeyId: key.id };
  legacyServer.usage.count(key.id, documented, now);
  if (collection.successor !== undefined) announceEnd(key, collection.successor, now, reply);
  await limitRate(legacyServer, key, now, reply);
  const reader = readerOf(legacyServer, key, collection.family);
  const purpose = purposeOf(request);
  await legacyServer.beforeReading(key.accountId);
  const [, query = ''] = /\?(.*)$/s.exec(request.url) ?? [];
  const deadline = requestDeadline({
    callerId: `key ${key.id}`,
    isRead: true,
    client: request.raw.socket,
    span: request.span,
    ms: legacyServer.limits.requestMs,
    waitedMs: request.ticket?.waitedMs ?? 0,
  });
  request.usage = deadline.usage;
  const database = legacyServer.database.withDeadline(deadline, { type: 'api-key', id: key.id, name: key.name });
  const refusal = database.refusal(key.accountId);
  if (refusal) throw refusal;
  const session = database.session(key.accountId);
  const reading: ShownHolder = { shown: null };
  const asked = { reader, query, session, reading, startedAtMs };
  // As the addresses are registered above.
  const { id } = request.params as { readonly id?: string };
  const parts = await run(asked, id);
  if (reading.shown && request.method !== 'HEAD') {
    legacyServer.reads.record({
      accountId: key.accountId,
      reader: { type: 'api-key', id: key.id, name: key.name },
      operation: `GET ${documented}`,
      purpose,
      traceId: request.id,
      shown: reading.shown,
    });
  }
  const isLarge = parts.length > fewParts;
  return sendText(reply.header('content-type', jsonType), isLarge ? await encodedText(parts) : parts.join(''));
}

async function keyOf(legacyServer: LegacyServer, request: FastifyRequest): Promise<KeyRecord> {
  const at = legacyServer.addresses.accountAt(request.host);
  if (at.kind === 'unknown') throw new LegacyRefusal(404, 'There is no account at this address.');
  const key = await legacyServer.findKey(request.headers.authorization, at, request.ip);
  if (isWait(key)) {
    throw new LegacyRefusal(429, `Too many unknown API keys were sent. Try again in ${key.waitSeconds} s.`, {
      isAfterGuesses: true,
      headers: { 'retry-after': String(key.waitSeconds) },
    });
  }
  if (key !== null) return key;
  throw new LegacyRefusal(401, 'A valid API key is needed: Authorization: svc application=<API key>.', {
    headers: { 'www-authenticate': 'svc' },
  });
}

const deprecatedOn = '2025-03-31';

function announceEnd({ v2Until }: KeyRecord, successor: string, now: Date, reply: FastifyReply): void {
  const sunset = v2Until.toISOString().replace(/\.\d+Z$/, 'Z');
  reply.headers({ deprecation: deprecatedOn, sunset, link: `<${successor}>; rel="successor-version"` });
  if (!isOver(v2Until, now)) return;
  throw new LegacyRefusal(410, `This generation of the API ended at ${sunset}. Use ${successor} instead.`);
}

async function limitRate(
  { rate }: LegacyServer,
  { id, requestsPerMinute }: KeyRecord,
  now: Date,
  reply: FastifyReply,
): Promise<void> {
  const { policy, state, isExceeded, secondsLeft } = await rate.count(`key ${id}`, requestsPerMinute, now.getTime());
  reply.header('ratelimit-policy', policy).header('ratelimit', state);
  if (!isExceeded) return;
  throw new LegacyRefusal(429, `The requests of this minute are used up. Try again in ${secondsLeft} s.`, {
    headers: { 'retry-after': String(secondsLeft) },
  });
}

function readerOf({ addresses }: LegacyServer, key: KeyRecord, family: LegacyCollection['family']): LegacyReader {
  const { personalData, former, future } = key.rights;
  const right: FamilyRight = key.rights[family];
  if (right === 'none') throw new LegacyRefusal(403, `The role of this API key may not read ${family}.`);
  return {
    accountId: key.accountId,
    baseUrl: addresses.baseUrlOf(key.account),
    principal: key.name,
    seesFormer: former,
    seesFuture: future,
    seesPersonalData: personalData,
    establishments: right === 'all' ? null : right,
  };
}

function refuse(
  legacyServer: LegacyServer,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asRefusal(error, legacyServer.limits.requestMs);
  // Refused before the headers were set.
  welcome(legacyServer, request, reply);
  if (refusal.status >= 500) legacyServer.logger.error({ traceId: request.id, err: refusal.cause }, refusal.message);
  reply.code(refusal.status).headers({ ...refusal.headers, 'content-type': jsonType, 'cache-control': 'no-store' });
  return sendText(reply, refusalText(refusal, request.id));
}
