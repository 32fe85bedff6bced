/**
 * Limits how many requests of one client application may wait at the same time, on this node. A waiting request costs a
 * socket and some memory, which the request quota does not cover.
 */
import { detail } from '@muster/contract/messages.ts';
import type { Caller } from '../../identity/auth/caller.ts';
import { Problem } from '../../problem.ts';

export interface WaitLimit {
  /** Takes a place, or refuses with 429. The returned function releases it. */
  take(caller: Caller): () => void;
}

/** A finished wait frees a place; most are shorter than that. */
const retryAfterSeconds = 5;

export function waitLimitOf(perApplicationMax: number): WaitLimit {
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
