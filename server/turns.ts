/**
 * Turns for long work in the one thread that all requests share. However many requests have long work, one piece of one
 * of them runs per turn of the event loop. Short work of others runs in between, and goes first: a request takes several
 * turns, and would otherwise wait for a piece in each of them.
 */
const waiting: (() => void)[] = [];
/** The timer until the next piece; true: it runs in this turn. */
let armed: NodeJS.Timeout | boolean = false;
let shortCount = 0;

/** As long as two pieces: long work slows down to a third at most, however much short work there is. */
const patienceMs = 4;

/** Resolves when the next piece may run, in the order of the calls. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (armed === false) arm();
  });
}

/** Long work lets it pass until the returned function is called, which is called once. */
export function shortWork(): () => void {
  shortCount += 1;
  return () => {
    shortCount -= 1;
    if (shortCount > 0 || typeof armed === 'boolean') return;
    clearTimeout(armed);
    arm();
  };
}

function arm(): void {
  if (shortCount > 0) {
    armed = setTimeout(runPiece, patienceMs);
    return;
  }
  armed = true;
  // A callback that is added here runs after the event loop has read everything that has arrived.
  setImmediate(runPiece);
}

function runPiece(): void {
  armed = false;
  waiting.shift()?.();
  if (waiting.length > 0) arm();
}
