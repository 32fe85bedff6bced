/** Much work for one answer, done in pieces: between them, everybody else is answered. */
import { setImmediate as letOthersGo } from 'node:timers/promises';

/** Others wait this long at most, and a piece is worth the pause. */
const pieceMs = 4;
/** Fewer items than this are not worth looking at the clock. */
const pieceItems = 50;

export async function inPieces<Item, Result>(items: readonly Item[], work: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  let startedAtMs = performance.now();
  for (const [index, item] of items.entries()) {
    results.push(work(item));
    if (index % pieceItems !== pieceItems - 1 || performance.now() - startedAtMs < pieceMs) continue;
    await letOthersGo();
    startedAtMs = performance.now();
  }
  return results;
}
