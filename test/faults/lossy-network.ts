/** A network that now and then breaks a connection while its request is under way: the service goes on, nobody hears it. */
import type { Dice } from '../../demo/dice.ts';

const lostShare = 0.1;
/** From the sending, which is about as long as a change takes. */
const lostWithinMs = 12;

export const lossy =
  (send: typeof fetch, luck: Dice): typeof fetch =>
  (input, init) => {
    const [isLost, afterMs] = [luck.chance(lostShare), luck.between(1, lostWithinMs)];
    if (!isLost) return send(input, init);
    const signals = [init?.signal, AbortSignal.timeout(afterMs)].filter((signal) => signal instanceof AbortSignal);
    return send(input, { ...init, signal: AbortSignal.any(signals) });
  };
