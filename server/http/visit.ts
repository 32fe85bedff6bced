/** What every operation knows of its request: the resource, who asks, and which rows exist for them. */
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

/** One request for one resource, after its caller is known and may ask for it. */
export interface Visit {
  readonly resource: Resource;
  readonly behaviour: Behaviour;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  /** Who asks, as they stand now; throws when the token has ended meanwhile. */
  readonly callerNow: () => Caller | Promise<Caller>;
}

export function sightOf({ resource, caller, request }: Visit): Sight {
  const sight = sightOn(resource, caller);
  if (!resource.within) return sight;
  const { ownerId } = request.params as { ownerId: string };
  const place = isNumericId(ownerId) ? insideOf(resource.within, ownerId) : () => 'false';
  return { ...sight, ownerId, conditions: [...sight.conditions, place] };
}

/** Refuses unless the caller sees what the collection lies in. */
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

/** Reading one, as its resource does it. */
export function readOne(session: Session, resource: Resource, sight: Sight, id: string): Promise<Shown> {
  const { read } = behaviourOf(resource);
  return read ? read(session, sight, id) : standard.read(session, resource, sight, id);
}

export const idOf = ({ request }: Visit): string => (request.params as { id: string }).id;

/** For a list that takes its time: the same request with the rights of now, refused like a new one where they ended. */
export async function withRightsOfNow(visit: Visit): Promise<Visit> {
  const caller = await visit.callerNow();
  if (caller === visit.caller) return visit;
  refuseWithout(scopesFor(visit.resource, 'list'), caller.scopes);
  return { ...visit, caller };
}
