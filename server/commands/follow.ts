/**
 * Every event of an account after a position, in order, and then each new one as it is published: the feed for
 * operators. Read page by page, so that a long absence costs time but no memory.
 */
import { events } from '@muster/contract/resources/events.ts';
import type { Publications } from '../events/feed.ts';
import { unexpired } from '../events/retention.ts';
import type { Database } from '../platform/database/database.ts';
import { addressedEvents, separated, withTail } from '../platform/store/address.ts';
import { findPage } from '../platform/store/page.ts';
import { recordOperatorRead } from '../reads/operator-reads.ts';
import { addRows, type ShownHolder } from '../reads/shown.ts';
import { onTopics } from '../webhooks/topics.ts';

export interface EventFollowing {
  readonly database: Database;
  readonly publications: Publications;
  readonly accountId: string;
  readonly baseUrl: string;
  /** The `source` of the events. */
  readonly source: string;
  /** In the format of endpoints; empty for all. */
  readonly topics: readonly string[];
  readonly afterId: bigint;
  readonly signal: AbortSignal;
}

export interface Followed {
  /** Everything up to here was reported or did not match. */
  readonly id: string;
  /** As delivered; null if only the position has advanced. */
  readonly text: string | null;
}

const pageEvents = 100;
/** In between, new publications are checked. */
const waitMs = 60_000;

export async function* followEvents(following: EventFollowing): AsyncGenerator<Followed, void, undefined> {
  const { database, publications, accountId, baseUrl, source, topics, signal } = following;
  let readId = following.afterId;
  let { lastId } = await publications.bounds(database.session(accountId));
  while (!signal.aborted) {
    const session = database.session(accountId);
    const page = await findPage(session, events, {
      sort: [{ path: 'id', isDescending: false }],
      filters: [],
      conditions: [unexpired(session), ...(topics.length === 0 ? [] : [onTopics(topics)])],
      start: { isBackward: false, values: [String(readId)] },
      limit: pageEvents,
      isCounted: false,
      isLinked: true,
    });
    const texts = separated(page.representations);
    const reading: ShownHolder = { shown: null };
    addRows(reading, events, texts, page.ids);
    await recordOperatorRead(session, 'muster listen', reading);
    for (const [index, text] of texts.entries()) {
      const id = page.ids[index] ?? '';
      readId = BigInt(id);
      yield { id, text: addressedEvents(withTail(text, '}'), baseUrl, source) };
      if (signal.aborted) return;
    }
    if (page.hasNext) continue;
    if (readId < lastId) {
      readId = lastId;
      yield { id: String(readId), text: null };
    }
    lastId = await publications.after(accountId, readId, waitMs, signal);
  }
}
