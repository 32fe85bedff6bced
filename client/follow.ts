/**
 * Follows the events of an account in the order of `id`, without a gap: each poll starts at the last known event,
 * whose presence proves that nothing after it has been removed unseen.
 */
import type { Resources } from '@muster/contract/resources.ts';
import type { Listed } from './collection.ts';
import { EventsExpiredError } from './errors.ts';
import { firstPage, pages } from './paging.ts';
import type { AnyQuery, Filters } from './query.ts';
import type { Clock } from './retry.ts';
import type { Send } from './transport.ts';

export type MusterEvent = Listed<Resources['events']>;

export interface FollowOptions {
  /** The last event that was dealt with; from the same filters. */
  readonly afterId?: string;
  /** Where to begin without `afterId`: behind what is there already (unless stated), or with the oldest kept event. */
  readonly from?: 'now' | 'oldest';
  /** Which events; not by `id`, which the following itself uses. */
  readonly filters?: Omit<Filters<Resources['events']>, 'id' | '-id' | 'id.between'>;
  /** Between two looks at the end of the log; 2 seconds unless stated. */
  readonly pollMs?: number;
  /** Ends the iteration with its reason. */
  readonly signal?: AbortSignal;
}

const pollMsDefault = 2000;
/** The most that a page holds. */
const limit = 1000;

export async function* follow(
  send: Send,
  collection: string,
  clock: Clock,
  { afterId, from = 'now', filters = {}, pollMs = pollMsDefault, signal }: FollowOptions,
): AsyncGenerator<MusterEvent, void, undefined> {
  let knownId = afterId ?? (from === 'now' ? await lastId(send, collection, filters, signal) : null);
  while (true) {
    for await (const event of eventsAfter(send, collection, knownId, filters, signal)) {
      knownId = event.id;
      yield event;
    }
    await clock.sleep(pollMs, signal);
  }
}

async function lastId(send: Send, collection: string, filters: AnyQuery['filters'] & object, signal?: AbortSignal) {
  const { items } = await firstPage(send, collection, { filters, sort: ['-id'], limit: 1 }, signal);
  return (items as MusterEvent[])[0]?.id ?? null;
}

/** What is published after the known event; from the beginning when none is known. */
async function* eventsAfter(
  send: Send,
  collection: string,
  knownId: string | null,
  filters: AnyQuery['filters'] & object,
  signal?: AbortSignal,
): AsyncGenerator<MusterEvent, void, undefined> {
  const query = { filters: knownId === null ? filters : { ...filters, 'id.between': [knownId, null] }, limit };
  let awaitedId = knownId;
  for await (const { items } of pages(send, collection, query, signal)) {
    const [first, ...others] = items as readonly MusterEvent[];
    if (awaitedId !== null && first?.id !== awaitedId) throw new EventsExpiredError(awaitedId);
    yield* awaitedId === null ? (items as readonly MusterEvent[]) : others;
    awaitedId = null;
  }
}
