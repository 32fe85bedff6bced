/**
 * A network that sometimes closes a connection during a request: the service continues, and nobody gets the response.
 */
import type { Dice } from '../../demo/dice.ts';

const lostShare = 0.1;
/** From the sending; about as long as a change takes. */
const lostWithinMs = 12;

export const lossy =
  (send: typeof fetch, luck: Dice): typeof fetch =>
  (input, init) => {
    const [isLost, afterMs] = [luck.chance(lostShare), luck.between(1, lostWithinMs)];
    if (!isLost) return send(input, init);
    const signals = [init?.signal, AbortSignal.timeout(afterMs)].filter((signal) => signal instanceof AbortSignal);
    return send(input, { ...init, signal: AbortSignal.any(signals) });
  };
