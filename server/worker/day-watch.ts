/** Looks once a second whether a day has begun somewhere that changes who is active, and where. */
import type { Settling } from '../people/settling.ts';

export interface DayWatch {
  stop(): Promise<void>;
}

const everyMs = 1000;

export function startDayWatch(settling: Settling, onError: (error: unknown) => void): DayWatch {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= settling
      .sweep()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
