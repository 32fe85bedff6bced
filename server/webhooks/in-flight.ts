/** The deliveries of one endpoint that a worker has in memory: to be sent, in flight, and ended but not stored yet. */
import type { Sendable } from './claim.ts';

export interface InFlight {
  add(due: readonly Sendable[]): void;
  /**
   * The next delivery to send while fewer than `parallel` are in flight; redeliveries use at most half. One is in flight
   * until its result is stored: a crash repeats no more than these.
   */
  take(parallel: number): Sendable | undefined;
  /** The request has ended. */
  ended(due: Pick<Sendable, 'id'>): void;
  /** Its result is stored. */
  forget(due: Sendable): void;
  /** Drops deliveries that were not started. */
  giveBack(): void;
  readonly ids: readonly string[];
  readonly waitingCount: number;
  readonly activeCount: number;
  /** Whether the events in memory, here or in the whole process, leave no room for more. */
  readonly isFull: boolean;
  readonly isEmpty: boolean;
  /** Whether a result waits long to be stored: the database may be away, and what is sent now would be repeated. */
  readonly isBehind: boolean;
}

/** The size of all waiting and in-flight events of this process, in characters of JSON text. */
export interface HeldText {
  length: number;
}

/** Per endpoint: an event may have 16 MB and is sent whatever its size. */
export const inFlightTextMax = 16_000_000;
/** For the whole process: this memory is needed about twice, as text and as bytes. */
const heldTextMax = 128_000_000;
/**
 * Longer than it takes to store results. Where it takes longer, on a busy machine, the next requests wait for it. Short,
 * because a worker whose network to PostgreSQL was cut sends for so long what another one will repeat.
 */
const unstoredMs = 10;

export function newInFlight(held: HeldText = { length: 0 }): InFlight {
  const ids = new Set<string>();
  let ownLength = 0;
  let activeLength = 0;
  const hold = (length: number) => {
    ownLength += length;
    held.length += length;
  };
  let fresh: Sendable[] = [];
  let again: Sendable[] = [];
  const active = { fresh: 0, again: 0 };
  /** When requests ended whose results are not stored, in this order. */
  const unstored = new Map<string, number>();

  function next(parallel: number): Sendable | undefined {
    if (active.fresh + active.again >= parallel) return undefined;
    // Large events are sent one by one.
    if (activeLength >= inFlightTextMax) return undefined;
    const isTurnOfAgain = active.again < Math.floor(parallel / 2) || fresh.length === 0;
    const isAgainAllowed = active.again < Math.max(1, Math.floor(parallel / 2));
    return (isTurnOfAgain && isAgainAllowed ? again.shift() : undefined) ?? fresh.shift();
  }

  return {
    add(due) {
      for (const one of due) {
        ids.add(one.id);
        hold(one.event.length);
        (one.isRedelivery ? again : fresh).push(one);
      }
    },
    take(parallel) {
      const taken = next(parallel);
      if (taken) {
        active[taken.isRedelivery ? 'again' : 'fresh'] += 1;
        activeLength += taken.event.length;
      }
      return taken;
    },
    ended: ({ id }) => void unstored.set(id, performance.now()),
    forget: ({ id, isRedelivery, event }) => {
      ids.delete(id);
      unstored.delete(id);
      active[isRedelivery ? 'again' : 'fresh'] -= 1;
      activeLength -= event.length;
      hold(-event.length);
    },
    giveBack() {
      for (const { id, event } of [...fresh, ...again]) {
        ids.delete(id);
        hold(-event.length);
      }
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
    get isFull() {
      return ownLength >= inFlightTextMax || held.length >= heldTextMax;
    },
    get isEmpty() {
      return ids.size === 0;
    },
    get isBehind() {
      const [endedAtMs] = unstored.values();
      return endedAtMs !== undefined && performance.now() - endedAtMs > unstoredMs;
    },
  };
}
