/** What every operation knows of its request: the resource, who asks, and which rows exist for them. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/bearer.ts';
import { type Behaviour, behaviourOf } from '../behaviours.ts';
import type { Sight } from '../verbs/standard.ts';

/** One request for one resource, after its caller is known and may ask for it. */
export interface Visit {
  readonly resource: Resource;
  readonly behaviour: Behaviour;
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

export const sightOf = ({ behaviour, caller }: Visit): Sight => ({
  caller,
  conditions: behaviour.visible?.(caller) ?? [],
  conditionsOn: (resource) => behaviourOf(resource).visible?.(caller) ?? [],
});

export const idOf = ({ request }: Visit): string => (request.params as { id: string }).id;
