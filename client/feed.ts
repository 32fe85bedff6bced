/**
 * Follows the events of an account in the order of `id`, without gaps: with waiting requests, or with one stream. The
 * `position` of the last processed event is all that is needed to continue, also in another process. If events after it
 * were removed before they were read, `EventsExpiredError` is thrown.
 */
import type { Resources } from '@muster/contract/resources.ts';
import type { Listed } from './collection.ts';
import { EventsExpiredError, GoneError } from './errors.ts';
import type { Wire } from './exchange.ts';
import { firstPage } from './paging.ts';
import { type AnyQuery, type Filters, queryText } from './query.ts';
import type { OpenStream } from './stream.ts';
import type { Send } from './transport.ts';

export type MusterEvent = Listed<Resources['events']>;

export interface FeedOptions {
  /** The `position` or `id` of the last processed event; with the same filters. */
  readonly after?: string;
  /** The start without `after`: after the existing events (default), or at the oldest stored event. */
  readonly from?: 'now' | 'oldest';
  /** Filters of events; not by `id`, which the feed itself uses. */
  readonly filters?: Omit<Filters<Resources['events']>, 'id' | '-id' | 'id.between'>;
  /** `waiting`: requests that the service delays until there is an event (default); `stream`: one open request. */
  readonly by?: 'waiting' | 'stream';
  /** Called when the position advances past events that the filters exclude. */
  readonly onPosition?: (position: string) => void | Promise<void>;
  /** Ends the iteration with its reason. */
  readonly signal?: AbortSignal;
}

export interface Fed {
  readonly event: MusterEvent;
  /** The position after this event. */
  readonly position: string;
}

/** The parts of the client that the feed needs. */
export interface FeedSource {
  readonly send: Send;
  readonly openStream: OpenStream;
  readonly collection: string;
  readonly wire: Pick<Wire, 'timeoutMs' | 'clock'>;
}

/** The most that a page holds. */
const limit = 1000;
const waitSecondsMax = 20;
/** The delay before an ended stream is reopened. */
const reopenMs = 1000;

export async function* feed(source: FeedSource, options: FeedOptions): AsyncGenerator<Fed, void, undefined> {
  const { after, from = 'now', filters = {}, by = 'waiting', signal } = options;
  const start = after ?? (from === 'now' ? await lastId(source, filters, signal) : null);
  try {
    yield* by === 'stream' ? streamed(source, start, options) : waitedFor(source, start, options);
  } catch (error) {
    throw error instanceof GoneError ? new EventsExpiredError(after ?? start ?? '', { cause: error }) : error;
  }
}

async function lastId({ send, collection }: FeedSource, filters: AnyQuery['filters'] & object, signal?: AbortSignal) {
  const { items } = await firstPage<MusterEvent>(send, collection, { filters, sort: ['-id'], limit: 1 }, signal);
  return items[0]?.id ?? null;
}

interface FeedPage {
  readonly items: readonly MusterEvent[];
  readonly links: { readonly next: { readonly href: string } };
}

async function* waitedFor(
  { send, collection, wire }: FeedSource,
  start: string | null,
  { filters = {}, onPosition, signal }: FeedOptions,
): AsyncGenerator<Fed, void, undefined> {
  // The service must respond before this side times out.
  const wait = Math.max(1, Math.min(waitSecondsMax, Math.floor(wire.timeoutMs / 1000) - 5));
  const path = `${collection}${queryText({ filters, include: ['links'], limit, wait })}`;
  let position = start;
  while (true) {
    const { body } = await send({ method: 'GET', path, lastEventId: position ?? undefined, signal });
    const { items, links } = body as FeedPage;
    for (const event of items) {
      position = event.id;
      yield { event, position };
    }
    const next = new URL(links.next.href).searchParams.get('page');
    if (next !== null && next !== position) {
      position = next;
      if (items.length === 0) await onPosition?.(next);
    }
  }
}

async function* streamed(
  { openStream, collection, wire }: FeedSource,
  start: string | null,
  { filters = {}, onPosition, signal }: FeedOptions,
): AsyncGenerator<Fed, void, undefined> {
  const path = `${collection}${queryText({ filters, include: ['links'] })}`;
  let position = start;
  while (true) {
    for await (const { id, data } of openStream({ path, lastEventId: position ?? undefined, signal })) {
      if (id !== '') position = id;
      if (data !== '') yield { event: JSON.parse(data) as MusterEvent, position: position ?? '' };
      else if (position !== null) await onPosition?.(position);
    }
    await wire.clock.sleep(reopenMs, signal);
  }
}
