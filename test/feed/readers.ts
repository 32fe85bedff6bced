/** Readers of the feed that are killed at random moments, in the middle of a page or a wait, and go on after their last event. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Muster } from '@muster/client';
import type { Dice } from '../../demo/dice.ts';

export const ways = ['cursor', 'waiting', 'stream'] as const;
export type Way = (typeof ways)[number];

export interface Reader {
  readonly way: Way;
  /** Ids in the order of arrival, over all its lives. */
  readonly seen: readonly number[];
  readonly lives: number;
  /** Ends when this number has arrived, or after a time limit. */
  finish(count: number, patienceMs: number): Promise<void>;
}

const lookEveryMs = 50;
/** A client that polls looks again after this time. */
const pollMs = 100;
const pageItems = 200;
const patienceMax = 32;

export interface Lives {
  readonly lifeMsMax: number;
  /** How long a killed reader stays away at most: then it has to catch up. */
  readonly awayMsMax: number;
}

/** `nodes` are clients of each node: every life reads from another one. */
export function startReader(nodes: readonly Muster[], way: Way, luck: Dice, { lifeMsMax, awayMsMax }: Lives): Reader {
  const ending = new AbortController();
  /** No reader stays away when all events are recorded. */
  const finishing = new AbortController();
  const seen: number[] = [];
  let lives = 0;

  async function live(muster: Muster, signal: AbortSignal): Promise<void> {
    const after = seen.at(-1);
    for await (const id of way === 'cursor' ? paged(muster, after, signal) : followed(muster, way, after, signal)) {
      seen.push(id);
      // A killed process takes nothing more, also of what it has received.
      if (signal.aborted) return;
    }
  }

  async function keepReading(): Promise<void> {
    // On a busy machine, a reader that is always killed before its first event would never get on.
    let patience = 1;
    while (!ending.signal.aborted) {
      lives += 1;
      const before = seen.length;
      const life = AbortSignal.any([ending.signal, AbortSignal.timeout(1 + luck.below(lifeMsMax * patience))]);
      await live(nodes[luck.below(nodes.length)] as Muster, life).catch((error: unknown) => {
        if (!life.aborted) throw error;
      });
      patience = seen.length > before ? 1 : Math.min(patience * 2, patienceMax);
      await pause(luck.below(awayMsMax + 1), undefined, { signal: finishing.signal }).catch(() => undefined);
    }
  }

  const reading = keepReading();
  reading.catch(() => undefined);
  return {
    way,
    seen,
    get lives() {
      return lives;
    },
    async finish(count, patienceMs) {
      const deadline = performance.now() + patienceMs;
      finishing.abort();
      while (seen.length < count && performance.now() < deadline) {
        await Promise.race([pause(lookEveryMs), reading]);
      }
      ending.abort();
      await reading;
    },
  };
}

async function* followed(muster: Muster, by: 'waiting' | 'stream', after: number | undefined, signal: AbortSignal) {
  const start = after === undefined ? { from: 'oldest' as const } : { afterId: String(after) };
  for await (const { id } of muster.events.follow({ ...start, by, signal })) yield Number(id);
}

/** Plain pages, each from the one before; at the end of the log it looks again from its last event. */
async function* paged(muster: Muster, after: number | undefined, signal: AbortSignal) {
  let last = after ?? 0;
  while (!signal.aborted) {
    const filters = { 'id.between': [String(last + 1), null] } as const;
    for await (const { id } of muster.events.list({ filters, limit: pageItems, signal })) {
      last = Number(id);
      yield last;
    }
    await pause(pollMs, undefined, { signal });
  }
}
