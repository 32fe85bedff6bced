/**
 * While the database is away, one of those who wait for it tries again and again, and the others wait until it has ended.
 * So the first try after the return comes soon, however many wait: a worker that is killed before it has stored what it
 * holds repeats it, and just after a return others fail as well.
 */
import { setTimeout as pause } from 'node:timers/promises';

export interface Retry {
  /** After a failed try. */
  untilNextTry(): Promise<void>;
  /** It was successful, or is given up. */
  end(): void;
}

const pauseMs = 25;
/** For those who wait for the first, whose try may hang. */
const patienceMs = 1000;

export function sharedRetry(): { begin(): Retry } {
  let first: PromiseWithResolvers<void> | null = null;
  return {
    begin() {
      let own: PromiseWithResolvers<void> | null = null;
      return {
        async untilNextTry() {
          if (own === null && first !== null) {
            await Promise.race([first.promise, pause(patienceMs)]);
            return;
          }
          own ??= Promise.withResolvers();
          first = own;
          await pause(pauseMs);
        },
        end() {
          if (own === null) return;
          if (first === own) first = null;
          own.resolve();
        },
      };
    },
  };
}
