/** Repeats what has no answer yet: whatever is killed comes back. */
import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal } from './failures.ts';

const beforeAgainMs = 200;
/** Nothing stays down this long. */
const patienceMs = 120_000;

/** Undefined: not yet. A refusal is thrown, and so is the last failure when time is over. */
export async function insist<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    let failure: unknown = new Error(`There was no end within ${patienceMs / 1000} s.`);
    try {
      const result = await attempt();
      if (result !== undefined) return result;
    } catch (error) {
      if (isRefusal(error)) throw error;
      failure = error;
    }
    if (performance.now() > deadline) throw failure;
    await pause(beforeAgainMs);
  }
}
