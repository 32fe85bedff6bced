/** Lets one waiter sleep until it is signalled or a time has passed. A signal before the wait is not lost. */
export interface WakeSignal {
  wake(): void;
  /** Returns whether it was signalled. */
  wait(ms: number): Promise<boolean>;
}

export function newWakeSignal(): WakeSignal {
  let rung = Promise.withResolvers<boolean>();
  return {
    wake: () => rung.resolve(true),
    async wait(ms) {
      const { promise, resolve } = rung;
      const timer = setTimeout(resolve, ms, false);
      const hasRung = await promise;
      clearTimeout(timer);
      rung = Promise.withResolvers();
      return hasRung;
    },
  };
}
