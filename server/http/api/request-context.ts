/** The context of a request: built once when it arrives, completed by the steps of its operation. */
import { type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import type { Needed } from '@muster/contract/scopes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessContextAt, accessContextOn, readOne } from '../../access-context.ts';
import type { Behaviour } from '../../behaviours.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { Database, Session } from '../../platform/database/database.ts';
import type { RequestDeadline } from '../../platform/database/request-deadline.ts';
import { isNumericId } from '../../platform/store/columns.ts';
import type { PointInTime } from '../../platform/store/point-in-time.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import type { AccessContext } from '../../platform/verbs/access.ts';
import { insideOf } from '../../platform/verbs/belonging.ts';
import type { ShownHolder } from '../../reads/shown.ts';
import type { Moments } from '../query/moments.ts';
import type { Answer, Streamed } from '../response/response.ts';
import type { ApiDependencies } from './dependencies.ts';
import type { Standing } from './rate.ts';
import { refuseWithout } from './scope.ts';

/** What a route says of its requests. */
export interface Target {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly resource: Resource;
  readonly behaviour: Behaviour;
  readonly scopes: Needed;
}

/** The steps fill its members in the order of the table in `pipeline.ts`. */
export class RequestContext implements Target {
  readonly dependencies: ApiDependencies;
  readonly method: Target['method'];
  readonly resource: Resource;
  readonly behaviour: Behaviour;
  readonly scopes: Needed;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Set by `identifyCaller`. */
  caller!: Caller;
  /** Set by `countRequest`. */
  quota!: Standing;
  /** Set by `startDeadline`: the time limit of the request, and the database within it. */
  deadline!: RequestDeadline;
  database!: Database;
  /** The time that the request asks about, as it was sent and as it is read; null: now. */
  moments: Moments | null = null;
  pointInTime: PointInTime | null = null;
  /** What the response shows of confidential data. */
  readonly reading: ShownHolder = { shown: null };
  /** The step that sets it is the last one to run. */
  answer: Answer | Streamed | null = null;

  constructor(dependencies: ApiDependencies, target: Target, request: FastifyRequest, reply: FastifyReply) {
    this.dependencies = dependencies;
    this.method = target.method;
    this.resource = target.resource;
    this.behaviour = target.behaviour;
    this.scopes = target.scopes;
    this.request = request;
    this.reply = reply;
  }

  get id(): string {
    return (this.request.params as { id: string }).id;
  }

  session(): Session {
    return this.database.session(this.caller.accountId);
  }

  /** Which rows the caller sees, inside the parent that the address names. */
  access(): AccessContext {
    const { resource, caller, request, pointInTime } = this;
    if (pointInTime) return accessContextAt(resource, caller, () => this.session(), pointInTime);
    const access = accessContextOn(resource, caller, () => this.session());
    if (!resource.within) return access;
    const { ownerId } = request.params as { ownerId: string };
    const place = isNumericId(ownerId) ? insideOf(resource.within, ownerId) : () => 'false';
    return { ...access, ownerId, conditions: [...access.conditions, place] };
  }
}

/** Refuses if the caller may not see the parent of the collection. */
export function findOwner(context: RequestContext): Promise<StoredRow> | undefined {
  const { within } = context.resource;
  const owner = within && resourceOf(within.type);
  if (!owner) return undefined;
  const { ownerId = '' } = context.access();
  const session = context.session();
  return readOne(
    session,
    owner,
    accessContextOn(owner, context.caller, () => session),
    ownerId,
  );
}

/** For a long list: the same request with the rights of `caller`, refused like a new one if they have ended. */
export function withCaller<Context extends RequestContext>(context: Context, caller: Caller): Context {
  if (caller === context.caller) return context;
  refuseWithout(scopesFor(context.resource, 'list'), caller.scopes);
  return Object.assign(Object.create(Object.getPrototypeOf(context)), context, { caller });
}

/** For a part of a long response, which has an entry of its own in the log of reads. */
export const withOwnReading = (context: RequestContext): RequestContext =>
  Object.assign(Object.create(Object.getPrototypeOf(context)), context, { reading: { shown: null } });
