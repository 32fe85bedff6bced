/**
 * Where a receiver keeps events between their arrival and their handling, and what it remembers of those it has had.
 * The default keeps both in memory: anyone who must not lose an event that was answered with 202 keeps them in a table.
 */
import type { WebhookEvent } from './webhooks.ts';

export interface Waiting {
  readonly event: WebhookEvent;
  readonly arrivedAtMs: number;
}

export interface Inbox {
  /** Keeps an event, for good when it resolves; false when it came before, handled or not. */
  add(key: string, waiting: Waiting): boolean | Promise<boolean>;
  /** Everything that waits, in any order. */
  waiting(): readonly Waiting[] | Promise<readonly Waiting[]>;
  /** The event waits no more, and is still remembered. */
  done(key: string): void | Promise<void>;
}

/** One event however often it arrives: ids are unique within an account. */
export const keyOf = ({ source, id }: Pick<WebhookEvent, 'source' | 'id'>): string => `${source} ${id}`;

const rememberedMaxDefault = 10_000;

/** Remembers the last so many events; repeats come within five days, so a busy account wants more. */
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

/** A set keeps the order of insertion. What still waits is not forgotten: it would be taken for new. */
function forgetOldest(remembered: Set<string>, waiting: ReadonlyMap<string, Waiting>): void {
  for (const key of remembered) {
    if (waiting.has(key)) continue;
    remembered.delete(key);
    return;
  }
}
