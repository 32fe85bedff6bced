/** Runs a limited number of tasks at once. Others wait in order; if too many wait, the next one is refused at once. */
export interface BoundedQueue {
  /** Rejects with a QueueFullError without starting the task if too many wait already. */
  run<T>(task: () => Promise<T>): Promise<T>;
}

export class QueueFullError extends Error {
  constructor() {
    super('Too many tasks wait already.');
    this.name = 'QueueFullError';
  }
}

export function boundedQueue({ atOnceMax, waitingMax }: { atOnceMax: number; waitingMax: number }): BoundedQueue {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(task) {
      if (running < atOnceMax) running += 1;
      else if (waiting.length >= waitingMax) throw new QueueFullError();
      // A finished task passes its place to the next one, so that no other task comes in between.
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
