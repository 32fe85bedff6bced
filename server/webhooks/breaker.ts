/**
 * Limits requests to a failing endpoint: fewer concurrent requests with each failure in a row, then one at a time with
 * pauses. Pure. It saves our time and the receiver's; no delivery is dropped.
 */

/** From here on an endpoint counts as failing and uses the separate pool for such endpoints. */
export const failingAfter = 3;

const restingAfter = 10;
const restMaxMs = 30_000;

export function parallelAllowed(failuresInARow: number, parallelMax: number): number {
  return Math.max(1, Math.floor(parallelMax / 2 ** Math.min(failuresInARow, 10)));
}

/** The events of a hire. */
const firstParallel = 3;

/** Where a receiver answers sooner, more than a few requests at once mostly wait for each other. */
const quickMs = 50;

/**
 * A stored result allows so many requests more at once: a short backlog is sent a few at a time, and a long one at full
 * speed. A crash repeats what was sent and is not stored, and it often comes with a backlog, when others have crashed as
 * well (docs/decisions/0108).
 */
export const provenBy = (durationMs: number): number => (durationMs < quickMs ? 1 / 50 : 1 / 2);

/** `proven`: the sum of these since the lease was taken. */
export const parallelProven = (proven: number): number => firstParallel + Math.floor(proven);

/** A pause, so that a dead receiver with a long backlog is not called continuously. */
export function restMs(failuresInARow: number): number {
  return failuresInARow < restingAfter ? 0 : Math.min(1000 * 2 ** (failuresInARow - restingAfter), restMaxMs);
}

/** A success halves the count: a receiver that fails every other time is not treated as healthy. */
export function failuresAfter(failuresInARow: number, isSuccessful: boolean): number {
  return isSuccessful ? Math.floor(failuresInARow / 2) : Math.min(failuresInARow + 1, 1000);
}
