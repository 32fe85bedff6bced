/**
 * Turns for long work in the one thread that all requests share. However many requests have long work, one piece of one
 * of them runs per turn of the event loop. Short work runs in between.
 */
const waiting: (() => void)[] = [];
let isArmed = false;

/** Resolves when the next piece may run, in the order of the calls. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    arm();
  });
}

function arm(): void {
  if (isArmed) return;
  isArmed = true;
  // A callback that is added here runs after the event loop has read everything that has arrived.
  setImmediate(() => {
    isArmed = false;
    waiting.shift()?.();
    if (waiting.length > 0) arm();
  });
}
