/** Does a lot of work for one response in pieces, with other requests in between. */
import { nextTurn } from '../../turns.ts';

/** The longest time that others wait, and long enough to be worth the pause. */
const pieceMs = 1;
/** Fewer items than this are not worth reading the clock. */
const pieceItems = 4;

export async function inPieces<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let startedAtMs = performance.now();
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    if (index % pieceItems !== pieceItems - 1 || performance.now() - startedAtMs < pieceMs) continue;
    await nextTurn();
    startedAtMs = performance.now();
  }
  return results;
}
