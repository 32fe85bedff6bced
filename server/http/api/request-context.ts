/** The context of a request for an operation: the resource, the caller, and the rows that the caller may see. */
import { type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import type { FastifyRequest } from 'fastify';
import { type Behaviour, behaviourOf } from '../../behaviours.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import type { Session } from '../../platform/database/database.ts';
import { isNumericId } from '../../platform/store/columns.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import type { AccessContext } from '../../platform/verbs/access.ts';
import { insideOf, ownedBy } from '../../platform/verbs/belonging.ts';
import * as standard from '../../platform/verbs/standard.ts';
import { refuseWithout } from './scope.ts';

/** One request for one resource, after authentication and authorization. */
export interface RequestContext {
  readonly resource: Resource;
  readonly behaviour: Behaviour;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  /** The caller with current rights; throws if the token has expired or was revoked meanwhile. */
  readonly callerNow: () => Caller | Promise<Caller>;
}

export function accessContextOf({ resource, caller, request }: RequestContext): AccessContext {
  const access = accessContextOn(resource, caller);
  if (!resource.within) return access;
  const { ownerId } = request.params as { ownerId: string };
  const place = isNumericId(ownerId) ? insideOf(resource.within, ownerId) : () => 'false';
  return { ...access, ownerId, conditions: [...access.conditions, place] };
}

/** Refuses if the caller may not see the parent of the collection. */
export async function checkOwner(
  session: Session,
  { resource: { within } }: RequestContext,
  access: AccessContext,
): Promise<void> {
  const owner = within && resourceOf(within.type);
  if (owner) await readOne(session, owner, accessContextOn(owner, access.caller), access.ownerId ?? '');
}

export function accessContextOn(resource: Resource, caller: Caller): AccessContext {
  const conditionsOn = (other: Resource) => [
    ...(other.isOwned ? [ownedBy(caller)] : []),
    ...(behaviourOf(other).visible?.(caller) ?? []),
  ];
  return { caller, conditions: conditionsOn(resource), conditionsOn };
}

/** Reads one row, with the read function of its resource. */
export function readOne(session: Session, resource: Resource, access: AccessContext, id: string): Promise<StoredRow> {
  const { read } = behaviourOf(resource);
  return read ? read(session, access, id) : standard.read(session, resource, access, id);
}

export const idOf = ({ request }: RequestContext): string => (request.params as { id: string }).id;

/** For a long list: the same request with current rights, refused like a new one if they have ended. */
export async function withRightsOfNow(context: RequestContext): Promise<RequestContext> {
  const caller = await context.callerNow();
  if (caller === context.caller) return context;
  refuseWithout(scopesFor(context.resource, 'list'), caller.scopes);
  return { ...context, caller };
}
