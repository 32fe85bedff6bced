/** Clients that follow the log from its start, through every kill, with long polling and with a stream. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FollowOptions, Muster } from '@muster/client';
import type { LoggedEvent } from './logged-event.ts';

export interface Follower {
  readonly by: NonNullable<FollowOptions['by']>;
  /** Ids in the order of arrival. */
  readonly seen: readonly string[];
  /** Ends when this number has arrived, or after a time limit. */
  finish(count: number, patienceMs: number): Promise<void>;
}

const beforeAgainMs = 200;

/** After every failure it continues after the last received event, like a restarted client. */
export function follower(muster: Muster, by: Follower['by']): Follower {
  const ending = new AbortController();
  const { signal } = ending;
  const seen: string[] = [];
  const follow = async () => {
    while (!signal.aborted) {
      const last = seen.at(-1);
      try {
        const start = last === undefined ? { from: 'oldest' as const } : { afterId: last };
        for await (const { id } of muster.events.follow({ ...start, by, signal })) seen.push(id);
      } catch {
        await pause(beforeAgainMs);
      }
    }
  };
  const following = follow();
  return {
    by,
    seen,
    async finish(count, patienceMs) {
      for (const deadline = performance.now() + patienceMs; seen.length < count; await pause(beforeAgainMs)) {
        if (performance.now() > deadline) break;
      }
      ending.abort();
      await following;
    },
  };
}

/** Nothing is missing, repeated or out of order. */
export function wrongFollowing({ by, seen }: Pick<Follower, 'by' | 'seen'>, events: readonly LoggedEvent[]): string[] {
  const length = Math.max(seen.length, events.length);
  const at = Array.from({ length }, (_, index) => index).find((index) => seen[index] !== events[index]?.id);
  if (at === undefined) return [];
  return [`Who follows by ${by} saw event ${seen[at] ?? 'none'} where the log has ${events[at]?.id ?? 'none'}.`];
}
