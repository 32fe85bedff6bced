/** The events of the feed without positions, for callers that store only the id of the last event. */
import { type FeedOptions, type FeedSource, feed, type MusterEvent } from './feed.ts';

export interface FollowOptions extends Omit<FeedOptions, 'after' | 'onPosition'> {
  /** The last processed event. */
  readonly afterId?: string;
}

export async function* follow(
  source: FeedSource,
  { afterId, ...options }: FollowOptions,
): AsyncGenerator<MusterEvent, void, undefined> {
  const after = afterId === undefined ? {} : { after: afterId };
  for await (const { event } of feed(source, { ...options, ...after })) yield event;
}
