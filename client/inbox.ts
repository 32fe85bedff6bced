/**
 * Stores events of a receiver between arrival and handling, and the keys of past events. The default keeps both in
 * memory. To never lose an event that got 202, implement it on a table.
 */
import type { WebhookEvent } from './webhooks.ts';

export interface Waiting {
  readonly event: WebhookEvent;
  readonly arrivedAtMs: number;
}

export interface Inbox {
  /** Stores an event durably; false if it came before, handled or not. */
  add(key: string, waiting: Waiting): boolean | Promise<boolean>;
  /** Everything that waits, in any order. */
  waiting(): readonly Waiting[] | Promise<readonly Waiting[]>;
  /** The event is handled but still remembered. */
  done(key: string): void | Promise<void>;
}

/** The same key however often an event arrives: ids are unique within an account. */
export const keyOf = ({ source, id }: Pick<WebhookEvent, 'source' | 'id'>): string => `${source} ${id}`;

const rememberedMaxDefault = 10_000;

/** Remembers the last so many events; duplicates come within five days, so a busy account needs more. */
export function memoryInbox({ rememberedMax = rememberedMaxDefault }: { rememberedMax?: number } = {}): Inbox {
  const waiting = new Map<string, Waiting>();
  const remembered = new Set<string>();
  return {
    add(key, one) {
      if (remembered.has(key)) return false;
      remembered.add(key);
      waiting.set(key, one);
      if (remembered.size > rememberedMax) forgetOldest(remembered, waiting);
      return true;
    },
    waiting: () => [...waiting.values()],
    done(key) {
      waiting.delete(key);
    },
  };
}

/** A set keeps the order of insertion. Waiting events are not removed: they would be taken for new. */
function forgetOldest(remembered: Set<string>, waiting: ReadonlyMap<string, Waiting>): void {
  for (const key of remembered) {
    if (waiting.has(key)) continue;
    remembered.delete(key);
    return;
  }
}
