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

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('long work lets short work pass, rests while more is expected, and then goes on in every turn', async () => {
  // Files share the modules of their worker: the file before may have had short work just now.
  await pause(300);
  const work = longWork();
  try {
    await turns(100);
    expect(work.pieces).toBeGreaterThan(50);
    const passed = shortWork();
    // The piece of this turn may still run.
    await nextTurn();
    const piecesIn = async (look: () => Promise<unknown>) => {
      const [before, startedAtMs] = [work.pieces, performance.now()];
      await look();
      // Several milliseconds lie between two pieces, however slow the machine is.
      return { pieces: work.pieces - before, most: (performance.now() - startedAtMs) / 3 + 1 };
    };
    const meanwhile = await piecesIn(() => turns(100));
    expect(meanwhile.pieces).toBeLessThanOrEqual(meanwhile.most);
    passed();
    const after = await piecesIn(() => pause(50));
    expect(after.pieces).toBeLessThanOrEqual(after.most);
    await pause(300);
    const later = await piecesIn(() => turns(100));
    expect(later.pieces).toBeGreaterThan(50);
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
