/** Events as they are published, over one stream with the session cookie. Pausing keeps the position. */
import { addressOf } from '@muster/client/collection.ts';
import { type FeedOptions, type FeedSource, feed, type MusterEvent } from '@muster/client/feed.ts';
import { streams } from '@muster/client/stream.ts';
import { events } from '@muster/contract/resources/events.ts';
import { useEffect, useRef, useState } from 'react';
import { baseUrl, noToken, send, wire } from '../../data/service.ts';

const source: FeedSource = {
  send,
  wire,
  collection: addressOf(events),
  openStream: streams(wire, baseUrl, noToken),
};

/** More than anybody reads, and few enough to render. */
const heldMax = 300;

export type EventFilters = Readonly<Record<string, string | readonly string[]>>;

interface Following {
  readonly filters: EventFilters;
  /** The newest event on the screen; null if there is none. */
  readonly after: string | null;
  readonly isRunning: boolean;
}

/** Starts again with its component: give that a key of the filters. */
export function useLiveEvents({ filters, after, isRunning }: Following) {
  const [fresh, setFresh] = useState<readonly MusterEvent[]>([]);
  const [error, setError] = useState<unknown>(null);
  const position = useRef<string | null>(null);
  const start = useRef({ filters, after });
  start.current = { filters, after };
  useEffect(() => {
    if (!isRunning) return;
    const ending = new AbortController();
    const known = position.current ?? start.current.after;
    const options: FeedOptions = {
      // Names and values come from typed controls; the service checks them.
      filters: start.current.filters as NonNullable<FeedOptions['filters']>,
      by: 'stream',
      from: 'oldest',
      signal: ending.signal,
      onPosition: (moved) => {
        position.current = moved;
      },
      ...(known !== null && { after: known }),
    };
    const follow = async () => {
      setError(null);
      for await (const fed of feed(source, options)) {
        position.current = fed.position;
        setFresh((held) => [fed.event, ...held].slice(0, heldMax));
      }
    };
    follow().catch((failure: unknown) => {
      if (!ending.signal.aborted) setError(failure);
    });
    return () => ending.abort();
  }, [isRunning]);
  return { fresh, error };
}
