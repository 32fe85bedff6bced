/** The context of a request for an operation: the resource, the caller, and the rows that the caller may see. */
import { type Resource, scopesFor } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import { type Behaviour, behaviourOf } from '../behaviours.ts';
import type { Session } from '../database/database.ts';
import { isNumericId } from '../store/columns.ts';
import type { Shown } from '../store/read.ts';
import type { Sight } from '../verbs/access.ts';
import { insideOf, ownedBy } from '../verbs/belonging.ts';
import * as standard from '../verbs/standard.ts';
import { refuseWithout } from './scope.ts';

/** One request for one resource, after authentication and authorization. */
export interface Visit {
  readonly resource: Resource;
  readonly behaviour: Behaviour;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  /** The caller with current rights; throws if the token has expired or was revoked meanwhile. */
  readonly callerNow: () => Caller | Promise<Caller>;
}

export function sightOf({ resource, caller, request }: Visit): Sight {
  const sight = sightOn(resource, caller);
  if (!resource.within) return sight;
  const { ownerId } = request.params as { ownerId: string };
  const place = isNumericId(ownerId) ? insideOf(resource.within, ownerId) : () => 'false';
  return { ...sight, ownerId, conditions: [...sight.conditions, place] };
}

/** Refuses if the caller may not see the parent of the collection. */
export async function checkOwner(session: Session, { resource: { within } }: Visit, sight: Sight): Promise<void> {
  const owner = within && resourceOf(within.type);
  if (owner) await readOne(session, owner, sightOn(owner, sight.caller), sight.ownerId ?? '');
}

export function sightOn(resource: Resource, caller: Caller): Sight {
  const conditionsOn = (other: Resource) => [
    ...(other.isOwned ? [ownedBy(caller)] : []),
    ...(behaviourOf(other).visible?.(caller) ?? []),
  ];
  return { caller, conditions: conditionsOn(resource), conditionsOn };
}

/** Reads one row, with the read function of its resource. */
export function readOne(session: Session, resource: Resource, sight: Sight, id: string): Promise<Shown> {
  const { read } = behaviourOf(resource);
  return read ? read(session, sight, id) : standard.read(session, resource, sight, id);
}

export const idOf = ({ request }: Visit): string => (request.params as { id: string }).id;

/** For a long list: the same request with current rights, refused like a new one if they have ended. */
export async function withRightsOfNow(visit: Visit): Promise<Visit> {
  const caller = await visit.callerNow();
  if (caller === visit.caller) return visit;
  refuseWithout(scopesFor(visit.resource, 'list'), caller.scopes);
  return { ...visit, caller };
}
