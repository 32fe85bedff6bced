/** The deliveries of one endpoint that a worker has in hand: those to be sent, under way, and ended but not written down. */
import type { Sendable } from './claim.ts';

export interface Hand {
  add(due: readonly Sendable[]): void;
  /** The next to be sent while no more than `parallel` are under way; redeliveries take at most half of these. */
  take(parallel: number): Sendable | undefined;
  /** The request has ended. */
  ended(due: Sendable): void;
  /** It is written down. */
  forget(due: Sendable): void;
  /** Gives back what was not begun. */
  giveBack(): void;
  readonly ids: readonly string[];
  readonly waitingCount: number;
  readonly activeCount: number;
  readonly isEmpty: boolean;
}

export function emptyHand(): Hand {
  const ids = new Set<string>();
  let fresh: Sendable[] = [];
  let again: Sendable[] = [];
  const active = { fresh: 0, again: 0 };

  function next(parallel: number): Sendable | undefined {
    if (active.fresh + active.again >= parallel) return undefined;
    const isTurnOfAgain = active.again < Math.floor(parallel / 2) || fresh.length === 0;
    const isAgainAllowed = active.again < Math.max(1, Math.floor(parallel / 2));
    return (isTurnOfAgain && isAgainAllowed ? again.shift() : undefined) ?? fresh.shift();
  }

  return {
    add(due) {
      for (const one of due) {
        ids.add(one.id);
        (one.isRedelivery ? again : fresh).push(one);
      }
    },
    take(parallel) {
      const taken = next(parallel);
      if (taken) active[taken.isRedelivery ? 'again' : 'fresh'] += 1;
      return taken;
    },
    ended: ({ isRedelivery }) => {
      active[isRedelivery ? 'again' : 'fresh'] -= 1;
    },
    forget: ({ id }) => {
      ids.delete(id);
    },
    giveBack() {
      for (const { id } of [...fresh, ...again]) ids.delete(id);
      fresh = [];
      again = [];
    },
    get ids() {
      return [...ids];
    },
    get waitingCount() {
      return fresh.length + again.length;
    },
    get activeCount() {
      return active.fresh + active.again;
    },
    get isEmpty() {
      return ids.size === 0;
    },
  };
}
