/**
 * How much an endpoint that keeps failing is still asked: fewer requests at once with each failure in a row, then one
 * at a time with rests in between. Pure. What it saves is our own time and the receiver's; no delivery is given up.
 */

/** From here on an endpoint counts as failing, and shares what is set aside for such. */
export const failingAfter = 3;

const restingAfter = 10;
const restMaxMs = 30_000;

export function parallelAllowed(failuresInARow: number, parallelMax: number): number {
  return Math.max(1, Math.floor(parallelMax / 2 ** Math.min(failuresInARow, 10)));
}

/** What keeps a dead receiver with a long backlog from being knocked at without pause. */
export function restMs(failuresInARow: number): number {
  return failuresInARow < restingAfter ? 0 : Math.min(1000 * 2 ** (failuresInARow - restingAfter), restMaxMs);
}

/** One success halves the distrust: a receiver that answers every other time is not treated as a healthy one. */
export function failuresAfter(failuresInARow: number, isSuccessful: boolean): number {
  return isSuccessful ? Math.floor(failuresInARow / 2) : Math.min(failuresInARow + 1, 1000);
}
