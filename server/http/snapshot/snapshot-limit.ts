/**
 * Limits how many whole collections are streamed at the same time, on this node: for each account, so that one leaves room
 * for others, and in all, because each holds a connection for as long as its reader takes.
 */
import { limits } from '@muster/contract/limits.ts';
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../../problem.ts';

export interface SnapshotLimit {
  /** Takes a place, or refuses with 429. The returned function releases it. */
  take(accountId: string): () => void;
}

const retryAfterSeconds = 5;

export function snapshotLimitOf(nodeMax: number): SnapshotLimit {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(accountId) {
      const limit = limits.snapshotsPerAccountMax;
      const own = taken.get(accountId) ?? 0;
      if (own >= limit || all >= nodeMax) {
        throw new Problem('too-many-requests', detail('tooManySnapshots', { limit: own }), {
          headers: { 'retry-after': String(retryAfterSeconds) },
        });
      }
      taken.set(accountId, own + 1);
      all += 1;
      return () => {
        all -= 1;
        const left = (taken.get(accountId) ?? 1) - 1;
        if (left === 0) taken.delete(accountId);
        else taken.set(accountId, left);
      };
    },
  };
}
