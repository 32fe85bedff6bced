/** Work that is done again and again in the background, never twice at once. A failure is reported; the next time comes. */
export interface Repeated {
  /** Does it now; joins where it is under way. */
  run(): Promise<void>;
  /** Begins it no more, and waits until what is under way has ended. */
  stop(): Promise<void>;
}

/**
 * The first time within `everyMs`. Repetitions of one period come at the same time, so that an idle process wakes up once
 * for all of them. A process that has nothing else to do does not wait for it.
 */
export function repeat(everyMs: number, work: () => Promise<unknown>, onError: (error: unknown) => void): Repeated {
  let running: Promise<void> | undefined;
  const once = async () => {
    await work();
  };
  const run = () => {
    running ??= once()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  const next = () => {
    timer = setTimeout(() => {
      next();
      void run();
    }, untilNext(everyMs)).unref();
  };
  let timer: NodeJS.Timeout | undefined;
  next();
  return {
    run,
    async stop() {
      clearTimeout(timer);
      await running;
    },
  };
}

/** Milliseconds. A timer may fire a little early: that was the present time, not the next. */
export function untilNext(everyMs: number): number {
  const leftMs = everyMs - (performance.now() % everyMs);
  return leftMs < everyMs / 10 ? leftMs + everyMs : leftMs;
}
