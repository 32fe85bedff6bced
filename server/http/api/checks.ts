/** The steps that every request of the API begins with, in the order of the table in `pipeline.ts`. */
import { detail } from '@muster/contract/messages.ts';
import { isOwner } from '@muster/contract/resources.ts';
import { apiVersion } from '@muster/contract/version.ts';
import { findAccount } from '../../identity/accounts/accounts.ts';
import type { HostAccount } from '../../identity/accounts/addresses.ts';
import { type Authenticate, isRefusal } from '../../identity/auth/bearer.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { Concerned } from '../../people/day-rollover.ts';
import type { Database } from '../../platform/database/database.ts';
import { requestDeadline } from '../../platform/database/request-deadline.ts';
import { canName, tableOf } from '../../platform/store/columns.ts';
import { invalid, Problem } from '../../problem.ts';
import type { ApiDependencies } from './dependencies.ts';
import { refuseIfExceeded, type Standing } from './rate.ts';
import { type RequestContext, withCaller } from './request-context.ts';
import { refuseCallerWithout } from './scope.ts';
import { personOf } from './session-cookie.ts';

/** Every response announces the deprecation, except those that say nothing about the resource (404, 500). */
export function announceDeprecation({ reply, resource: { deprecation } }: RequestContext): void {
  if (!deprecation) return;
  reply.header('deprecation', deprecation.deprecatedOn);
  if (deprecation.sunsetAt) reply.header('sunset', deprecation.sunsetAt);
}

/** A known token is resolved without a promise. */
export function identifyCaller(context: RequestContext): Promise<void> | undefined {
  const found = callerOf(context);
  if (found instanceof Promise) return found.then((caller) => setCaller(context, caller));
  setCaller(context, found);
  return undefined;
}

function setCaller(context: RequestContext, caller: Caller): void {
  context.caller = caller;
  context.dependencies.onCaller(context.request, caller);
}

/**
 * Only people may use the administration area. They may also use the rest of the API if the request has no token.
 * Throws if the token has expired or was revoked meanwhile.
 */
function callerOf({ dependencies, resource, request }: RequestContext): Caller | Promise<Caller> {
  const { addresses, liveSessions, authenticate } = dependencies;
  const host = addresses.accountAt(request.host);
  if (host.kind === 'unknown') throw noSuchHost();
  const { authorization, cookie } = request.headers;
  if (resource.area === 'administration' || (authorization === undefined && cookie !== undefined)) {
    return personOf(liveSessions, addresses, request, host);
  }
  const found = authenticate(authorization, host);
  if (!(found instanceof Promise) && !isRefusal(found)) return found;
  return accepted(dependencies, host, found);
}

async function accepted(
  { database }: ApiDependencies,
  host: HostAccount,
  found: ReturnType<Authenticate>,
): Promise<Caller> {
  const caller = await found;
  if (!isRefusal(caller)) return caller;
  if (!(await isServed(database, host))) throw noSuchHost();
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

/** For answers that take long: the same request with the rights that its caller has now. */
export const withRightsOfNow = async (context: RequestContext): Promise<RequestContext> =>
  withCaller(context, await callerOf(context));

/** Counted before the version is checked: the headers of a 400 show the quota too. */
export function countRequest(context: RequestContext): void | Promise<void> {
  const { dependencies, caller } = context;
  const standing = dependencies.rate.count(callerIdOf(caller), caller.requestsPerMinute, dependencies.now().getTime());
  if (standing instanceof Promise) return standing.then((each) => setQuota(context, each));
  setQuota(context, standing);
}

function setQuota(context: RequestContext, standing: Standing): void {
  context.reply.header('ratelimit-policy', standing.policy).header('ratelimit', standing.state);
  context.quota = standing;
}

export function version({ request }: RequestContext): void {
  if (request.headers['api-version'] !== apiVersion) throw invalid({ 'Api-Version': [`Must be ${apiVersion}.`] });
}

export const rate = ({ quota }: RequestContext): void => refuseIfExceeded(quota);

export const scope = ({ scopes, caller }: RequestContext): void => refuseCallerWithout(scopes, caller);

export function allowCaching({ method, reply }: RequestContext): void {
  if (method !== 'GET') return;
  // In lower case compression recognises it, and does not name it again.
  reply
    .header('cache-control', 'private, no-cache')
    .header('vary', 'Accept, accept-encoding, Authorization, Api-Version');
}

/** Every response of a sandbox contains its time. Earlier moves of its clock apply to this request. */
export function readClock({ dependencies: { clocks }, caller: { accountId }, reply }: RequestContext) {
  return clocks.look(accountId)?.then(() => {
    if (clocks.isMovable(accountId)) reply.header('muster-clock', clocks.nowOf(accountId).toISOString());
  });
}

/** Days that have begun are recorded before anybody reads what depends on them. */
export function rollOverDays(context: RequestContext): Promise<void> | undefined {
  const { resource, method } = context;
  if (!resource.followsDays) return undefined;
  // A new person changes nobody else. After each change in the account, the next day is looked for with a statement.
  if (method === 'POST' && isOwner(resource)) return undefined;
  return context.dependencies.beforeReading(context.caller.accountId, concernedBy(context));
}

/** A change of a department or an establishment needs the exact current state of everybody. */
function concernedBy({ resource, method, request }: RequestContext): Concerned {
  const { id } = request.params as { readonly id?: string };
  if (id === undefined) return 'some';
  const isKnown = canName(resource, id);
  if (isKnown && isOwner(resource)) return { employeeId: id };
  // A view may show one id for several owners.
  if (isKnown && resource.ownedThrough && !resource.isWrittenElsewhere) return { table: tableOf(resource), id };
  return method === 'GET' ? 'some' : 'all';
}

/** Callers with the same id share the request quota and the connections of an account. */
export const callerIdOf = ({ person, clientApplicationId }: Caller): string => person?.sessionId ?? clientApplicationId;

export function startDeadline(context: RequestContext): void {
  const { dependencies, caller, request } = context;
  const { method, raw, ticket } = request;
  context.deadline = requestDeadline({
    callerId: callerIdOf(caller),
    isRead: method === 'GET' || method === 'HEAD',
    client: raw.socket,
    span: request.span,
    ms: dependencies.requestMs,
    waitedMs: ticket?.waitedMs ?? 0,
  });
  request.usage = context.deadline.usage;
  context.database = dependencies.database.withDeadline(context.deadline, caller.author);
}
