/**
 * Turns for long work in the one thread that all requests share. However many requests have long work, one piece of one
 * of them runs per turn of the event loop. Short work of others runs in between, and goes first: a request takes several
 * turns, and would otherwise wait for a piece in each of them. While others have short work, long work also rests between
 * its pieces: a busy system makes a thread that never rests wait for a processor, and short work with it.
 */
const waiting: (() => void)[] = [];
let isArmed = false;
let shortCount = 0;
let shortPassedMs = Number.NEGATIVE_INFINITY;

/** Long work slows down to a few milliseconds for each piece, however much short work there is. */
const restMs = 4;
/** More short work is expected within this time. */
const expectedMs = 200;

/** Resolves when the next piece may run, in the order of the calls. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (!isArmed) arm();
  });
}

/** Long work lets it pass until the returned function is called, which is called once, and rests for a while after. */
export function shortWork(): () => void {
  shortCount += 1;
  return () => {
    shortCount -= 1;
    shortPassedMs = performance.now();
  };
}

function arm(): void {
  isArmed = true;
  if (shortCount > 0 || performance.now() - shortPassedMs < expectedMs) setTimeout(runPiece, restMs);
  // A callback that is added here runs after the event loop has read everything that has arrived.
  else setImmediate(runPiece);
}

function runPiece(): void {
  isArmed = false;
  waiting.shift()?.();
  if (waiting.length > 0) arm();
}
