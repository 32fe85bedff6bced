import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { nextTurn, shortWork } from './turns.ts';

/** Counts pieces until it is ended. */
function longWork(): { pieces: number; end(): void } {
  const ending = new AbortController();
  const work = { pieces: 0, end: () => ending.abort() };
  void (async () => {
    while (!ending.signal.aborted) {
      await nextTurn();
      work.pieces += 1;
    }
  })();
  return work;
}

test('long work lets short work pass, and goes on as soon as it has passed', async () => {
  const work = longWork();
  try {
    const passed = shortWork();
    // The piece of this turn may still run.
    await nextTurn();
    const [before, startedAtMs] = [work.pieces, performance.now()];
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    // Several milliseconds lie between two pieces, however slow the machine is.
    expect(work.pieces - before).toBeLessThanOrEqual((performance.now() - startedAtMs) / 3 + 1);
    const whenPassed = work.pieces;
    passed();
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(work.pieces - whenPassed).toBeGreaterThan(50);
  } finally {
    work.end();
  }
});

test('short work that never ends does not stop long work', async () => {
  const work = longWork();
  const passed = shortWork();
  try {
    for (let waited = 0; work.pieces < 5 && waited < 500; waited += 1) await pause(10);
    expect(work.pieces).toBeGreaterThanOrEqual(5);
  } finally {
    passed();
    work.end();
  }
});
