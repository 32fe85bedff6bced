/**
 * Follows the events of an account in the order of `id`, without a gap: by requests that wait at the service, or by one
 * stream. `position` of the last event dealt with is all that is needed to go on, also in another process; when events
 * after it have been removed unread, `EventsExpiredError` says so.
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
  /** `position` of the last event that was dealt with, or its `id`; from the same filters. */
  readonly after?: string;
  /** Where to begin without `after`: behind what is there already (unless stated), or with the oldest kept event. */
  readonly from?: 'now' | 'oldest';
  /** Which events; not by `id`, which the following itself uses. */
  readonly filters?: Omit<Filters<Resources['events']>, 'id' | '-id' | 'id.between'>;
  /** `waiting`: requests that the service holds back until there is news (unless stated); `stream`: one that stays open. */
  readonly by?: 'waiting' | 'stream';
  /** Told when the position moves although there is nothing to show: only events that the filters leave out. */
  readonly onPosition?: (position: string) => void | Promise<void>;
  /** Ends the iteration with its reason. */
  readonly signal?: AbortSignal;
}

export interface Fed {
  readonly event: MusterEvent;
  /** Where to go on after this event. */
  readonly position: string;
}

/** What following needs of the client. */
export interface FeedSource {
  readonly send: Send;
  readonly openStream: OpenStream;
  readonly collection: string;
  readonly wire: Pick<Wire, 'timeoutMs' | 'clock'>;
}

/** The most that a page holds. */
const limit = 1000;
const waitSecondsMax = 20;
/** A stream that ended is opened again after this. */
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
  // The service must answer before this side gives up on the request.
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
