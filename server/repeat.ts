/** Work that is done again and again in the background, never twice at once. A failure is reported; the next time comes. */
export interface Repeated {
  /** Does it now; joins where it is under way. */
  run(): Promise<void>;
  /** Begins it no more, and waits until what is under way has ended. */
  stop(): Promise<void>;
}

/** The first time after `everyMs`. A process that has nothing else to do does not wait for it. */
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
  const timer = setInterval(run, everyMs).unref();
  return {
    run,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
