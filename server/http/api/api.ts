/**
 * The current API on a Fastify instance. Each request passes the same checks in the same order: address, method, token,
 * version, rate, scope; then the operation checks query, resource, precondition and body.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { detail } from '@muster/contract/messages.ts';
import { apiVersion } from '@muster/contract/version.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findAccount } from '../../identity/accounts/accounts.ts';
import type { AddressBook, HostAccount } from '../../identity/accounts/addresses.ts';
import { type Authenticate, isRefusal } from '../../identity/auth/bearer.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { People } from '../../identity/auth/sessions.ts';
import type { Concerned } from '../../people/day-rollover.ts';
import type { Clocks } from '../../platform/database/clocks.ts';
import type { Database } from '../../platform/database/database.ts';
import { requestDeadline } from '../../platform/database/request-deadline.ts';
import { canName, tableOf } from '../../platform/store/columns.ts';
import { invalid, Problem } from '../../problem.ts';
import { type Answer, type Streamed, sendText } from '../response/response.ts';
import { personOf } from './administrators.ts';
import type { ApiDependencies } from './operations.ts';
import { type RateLimit, refuseIfExceeded } from './rate.ts';
import { type Route, routes } from './routes.ts';
import { refuseCallerWithout } from './scope.ts';

export interface ApiOptions {
  readonly dependencies: Omit<ApiDependencies, 'deadline'>;
  readonly requestMs: number;
  readonly authenticate: Authenticate;
  readonly people: People;
  readonly addresses: AddressBook;
  readonly beforeReading: (accountId: string, concerned: Concerned) => Promise<void> | undefined;
  readonly clocks: Pick<Clocks, 'look' | 'nowOf' | 'isMovable'>;
  readonly rate: RateLimit;
  readonly now: () => Date;
  /** For the log line of the request. */
  readonly onCaller: (request: FastifyRequest, caller: Caller) => void;
}

export function serveApi(app: FastifyInstance, options: ApiOptions): void {
  const urls = Map.groupBy(routes, ({ url }) => url);
  for (const [url, served] of urls) {
    for (const route of served) {
      app.route({ method: route.method, url, handler: (request, reply) => answer(options, route, request, reply) });
    }
    const methods = served.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const allowed = [...new Set(methods), 'OPTIONS'].join(', ');
    app.route({ method: 'OPTIONS', url, handler: (_, reply) => reply.code(204).header('allow', allowed).send() });
    app.route({
      method: app.supportedMethods.filter((method) => method !== 'OPTIONS' && !methods.includes(method)),
      url,
      handler: async (request) => {
        throw new Problem('method-not-allowed', detail('methodNotAllowed', { method: request.method, allowed }), {
          headers: { allow: allowed },
        });
      },
    });
  }
}

async function answer(
  options: ApiOptions,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  announce(reply, route.resource);
  const caller = await callerOf(options, route, request);
  options.onCaller(request, caller);
  const nowMs = options.now().getTime();
  const standing = options.rate.count(callerIdOf(caller), caller.requestsPerMinute, nowMs);
  reply.header('ratelimit-policy', standing.policy).header('ratelimit', standing.state);
  if (request.headers['api-version'] !== apiVersion) {
    throw invalid({ 'Api-Version': [`Must be ${apiVersion}.`] });
  }
  refuseIfExceeded(standing);
  refuseCallerWithout(route.scopes, caller);
  if (route.method === 'GET') {
    reply
      .header('cache-control', 'private, no-cache')
      .header('vary', 'Accept, Accept-Encoding, Authorization, Api-Version');
  }
  const looking = options.clocks.look(caller.accountId);
  if (looking) await tellClock(options.clocks, looking, caller, reply);
  const { resource, behaviour } = route;
  if (behaviour.followsDays) await options.beforeReading(caller.accountId, concernedBy(route, request));
  const callerNow = () => callerOf(options, route, request);
  const dependencies = aroundRequest(options, caller, request);
  return send(reply, await route.operate(dependencies, { resource, behaviour, caller, request, callerNow }));
}

/** Callers with the same id share the request quota and the connections of an account. */
export const callerIdOf = ({ person, clientApplicationId }: Caller): string => person?.sessionId ?? clientApplicationId;

function aroundRequest(
  { dependencies, requestMs }: ApiOptions,
  caller: Caller,
  request: FastifyRequest,
): ApiDependencies {
  const { method, raw, ticket } = request;
  const deadline = requestDeadline({
    callerId: callerIdOf(caller),
    isRead: method === 'GET' || method === 'HEAD',
    client: raw.socket,
    ms: requestMs,
    waitedMs: ticket?.waitedMs ?? 0,
  });
  return { ...dependencies, deadline, database: dependencies.database.withDeadline(deadline) };
}

/** A change of a department or an establishment needs the exact current state of everybody. */
function concernedBy({ resource, method }: Route, request: FastifyRequest): Concerned {
  const { id } = request.params as { readonly id?: string };
  if (id === undefined) return 'some';
  if (resource.establishment === 'applicable' && canName(resource, id)) return { employeeId: id };
  if (resource.establishment === 'of-employee' && canName(resource, id)) return { table: tableOf(resource), id };
  return method === 'GET' ? 'some' : 'all';
}

/** Every response of a sandbox contains its time. Earlier moves of its clock apply to this request. */
async function tellClock(
  clocks: ApiOptions['clocks'],
  looking: Promise<void>,
  { accountId }: Caller,
  reply: FastifyReply,
): Promise<void> {
  await looking;
  if (clocks.isMovable(accountId)) reply.header('muster-clock', clocks.nowOf(accountId).toISOString());
}

/**
 * A known token is resolved without a promise. Only people may use the administration area. They may also use the rest
 * of the API if the request has no token.
 */
function callerOf(options: ApiOptions, { resource }: Route, request: FastifyRequest): Caller | Promise<Caller> {
  const host = options.addresses.accountAt(request.host);
  if (host.kind === 'unknown') throw noSuchHost();
  const { authorization, cookie } = request.headers;
  if (resource.area === 'administration' || (authorization === undefined && cookie !== undefined)) {
    return personOf(options.people, options.addresses, request, host);
  }
  const found = options.authenticate(authorization, host);
  if (!(found instanceof Promise) && !isRefusal(found)) return found;
  return accepted(options, host, found);
}

async function accepted(options: ApiOptions, host: HostAccount, found: ReturnType<Authenticate>): Promise<Caller> {
  const caller = await found;
  if (!isRefusal(caller)) return caller;
  if (!(await isServed(options.dependencies.database, host))) throw noSuchHost();
  throw caller.reason === 'missing'
    ? new Problem('unauthorized', detail('tokenMissing'), { headers: { 'www-authenticate': 'Bearer' } })
    : new Problem('unauthorized', detail('tokenInvalid'), {
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      });
}

const noSuchHost = () => new Problem('not-found', detail('noSuchAccount'));

/**
 * A host may match the pattern without an account. The database is read only if no credential identifies the account.
 */
async function isServed(database: Database, host: HostAccount): Promise<boolean> {
  if (host.kind !== 'account') return true;
  return (await findAccount(database, host.name, host.environment, host.sandbox)) !== null;
}

/** Every response announces the deprecation, except those that say nothing about the resource (404, 500). */
function announce(reply: FastifyReply, { deprecation }: Resource): void {
  if (!deprecation) return;
  reply.header('deprecation', deprecation.deprecatedOn);
  if (deprecation.sunsetAt) reply.header('sunset', deprecation.sunsetAt);
}

function send(reply: FastifyReply, answer: Answer | Streamed): FastifyReply {
  reply.code(answer.status).headers(answer.headers);
  if ('stream' in answer) return reply.send(answer.stream);
  const { body } = answer;
  return body === null ? reply.send() : sendText(reply, body);
}
