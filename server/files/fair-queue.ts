/**
 * Runs a limited number of tasks at once. Others wait, owners take turns, and one owner has at most three of four
 * places, so that many tasks of one owner do not block another. A task that has waited too long, or finds too many
 * waiting, is refused and can be retried.
 */
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../problem.ts';

export interface FairQueueLimits {
  readonly atOnceMax: number;
  readonly waitingMax: number;
  readonly waitMs: number;
}

export interface FairQueue {
  /** Runs the task when it is its turn. `owner` is any name of theirs. */
  pass<Result>(owner: string, work: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  readonly begin: () => void;
}

export function fairQueue({ atOnceMax, waitingMax, waitMs }: FairQueueLimits): FairQueue {
  const atOnceOfOneMax = Math.ceil(atOnceMax * 0.75);
  const underWay = new Map<string, number>();
  let underWayCount = 0;
  let waitingCount = 0;
  /** In the order of turns; no queue in it is empty. */
  const queues = new Map<string, Set<Waiting>>();

  const hasPlace = (owner: string) => underWayCount < atOnceMax && (underWay.get(owner) ?? 0) < atOnceOfOneMax;

  function turn(owner: string): Promise<void> {
    if (hasPlace(owner)) {
      enter(owner);
      return Promise.resolve();
    }
    if (waitingCount >= waitingMax) return Promise.reject(tooMany(waitMs));
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        unqueue(owner, waiting);
        reject(tooMany(waitMs));
      }, waitMs);
      enqueue(owner, waiting);
    });
  }

  function enter(owner: string): void {
    underWay.set(owner, (underWay.get(owner) ?? 0) + 1);
    underWayCount += 1;
  }

  function leave(owner: string): void {
    const left = (underWay.get(owner) ?? 0) - 1;
    if (left > 0) underWay.set(owner, left);
    else underWay.delete(owner);
    underWayCount -= 1;
    admitNext();
  }

  function enqueue(owner: string, waiting: Waiting): void {
    const queue = queues.get(owner);
    if (queue === undefined) queues.set(owner, new Set([waiting]));
    else queue.add(waiting);
    waitingCount += 1;
  }

  function unqueue(owner: string, waiting: Waiting): void {
    const queue = queues.get(owner);
    if (!queue?.delete(waiting)) return;
    if (queue.size === 0) queues.delete(owner);
    waitingCount -= 1;
  }

  /** Starts the oldest task of the owner whose turn it is, and moves that owner to the end. */
  function admitNext(): void {
    for (const [owner, queue] of queues) {
      const [waiting] = queue;
      if (waiting === undefined || !hasPlace(owner)) continue;
      queues.delete(owner);
      queues.set(owner, queue);
      unqueue(owner, waiting);
      enter(owner);
      waiting.begin();
      return;
    }
  }

  return {
    async pass(owner, work) {
      await turn(owner);
      try {
        return await work();
      } finally {
        leave(owner);
      }
    },
  };
}

function tooMany(waitMs: number): Problem {
  const seconds = Math.ceil(waitMs / 1000);
  return new Problem('too-many-requests', detail('tooManyRequests', { seconds }), {
    headers: { 'retry-after': String(seconds) },
  });
}
