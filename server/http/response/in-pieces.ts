/** Does a lot of work for one response in pieces, with other requests in between. */
import { setImmediate as letOthersGo } from 'node:timers/promises';

/** The longest time that others wait, and long enough to be worth the pause. */
const pieceMs = 4;
/** Fewer items than this are not worth reading the clock. */
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
