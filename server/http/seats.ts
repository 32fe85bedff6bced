/**
 * How many requests of one client application may wait at the same time, on this node. A wait costs a socket and some
 * memory for as long as it lasts, which the quota of requests does not see.
 */
import { detail } from '@muster/contract/messages.ts';
import type { Caller } from '../auth/caller.ts';
import { Problem } from '../problem.ts';

export interface Seats {
  /** Takes one, or refuses with 429. The function that is returned gives it back. */
  take(caller: Caller): () => void;
}

/** A wait that is over frees a seat; most are over sooner than that. */
const retryAfterSeconds = 5;

export function seatsOf(perApplicationMax: number): Seats {
  const taken = new Map<string, number>();
  return {
    take({ clientApplicationId }) {
      const before = taken.get(clientApplicationId) ?? 0;
      if (before >= perApplicationMax) {
        throw new Problem('too-many-requests', detail('tooManyWaiting', { limit: perApplicationMax }), {
          headers: { 'retry-after': String(retryAfterSeconds) },
        });
      }
      taken.set(clientApplicationId, before + 1);
      let isGiven = false;
      return () => {
        if (isGiven) return;
        isGiven = true;
        const left = (taken.get(clientApplicationId) ?? 1) - 1;
        if (left === 0) taken.delete(clientApplicationId);
        else taken.set(clientApplicationId, left);
      };
    },
  };
}
