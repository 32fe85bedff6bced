/**
 * Lets a bounded number of works go on at once. The others wait, by turns of who they belong to, and nobody has more
 * than three places of four: a crowd of one does not keep another out. Anyone who has waited too long, or finds too many
 * waiting, is asked to come again later.
 */
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../problem.ts';

export interface FairQueueLimits {
  readonly atOnceMax: number;
  readonly waitingMax: number;
  readonly waitMs: number;
}

export interface FairQueue {
  /** Runs the work when its turn has come. `whose` is any name that tells owners apart. */
  pass<Result>(whose: string, work: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  readonly begin: () => void;
}

export function fairQueue({ atOnceMax, waitingMax, waitMs }: FairQueueLimits): FairQueue {
  const atOnceOfOneMax = Math.ceil(atOnceMax * 0.75);
  const underWay = new Map<string, number>();
  let underWayCount = 0;
  let waitingCount = 0;
  /** In the order of their turns; nobody in it has an empty queue. */
  const queues = new Map<string, Set<Waiting>>();

  const hasPlace = (whose: string) => underWayCount < atOnceMax && (underWay.get(whose) ?? 0) < atOnceOfOneMax;

  function turn(whose: string): Promise<void> {
    if (hasPlace(whose)) {
      enter(whose);
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
        unqueue(whose, waiting);
        reject(tooMany(waitMs));
      }, waitMs);
      enqueue(whose, waiting);
    });
  }

  function enter(whose: string): void {
    underWay.set(whose, (underWay.get(whose) ?? 0) + 1);
    underWayCount += 1;
  }

  function leave(whose: string): void {
    const left = (underWay.get(whose) ?? 0) - 1;
    if (left > 0) underWay.set(whose, left);
    else underWay.delete(whose);
    underWayCount -= 1;
    admitNext();
  }

  function enqueue(whose: string, waiting: Waiting): void {
    const queue = queues.get(whose);
    if (queue === undefined) queues.set(whose, new Set([waiting]));
    else queue.add(waiting);
    waitingCount += 1;
  }

  function unqueue(whose: string, waiting: Waiting): void {
    const queue = queues.get(whose);
    if (!queue?.delete(waiting)) return;
    if (queue.size === 0) queues.delete(whose);
    waitingCount -= 1;
  }

  /** The one who waited longest of the owner whose turn it is; that owner then is the last in turn. */
  function admitNext(): void {
    for (const [whose, queue] of queues) {
      const [waiting] = queue;
      if (waiting === undefined || !hasPlace(whose)) continue;
      queues.delete(whose);
      queues.set(whose, queue);
      unqueue(whose, waiting);
      enter(whose);
      waiting.begin();
      return;
    }
  }

  return {
    async pass(whose, work) {
      await turn(whose);
      try {
        return await work();
      } finally {
        leave(whose);
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
