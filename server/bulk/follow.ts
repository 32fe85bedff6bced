/**
 * Every event of an account after a position, in the order of its number, and then each new one as it is published:
 * the feed as an operator sees it. Read page by page, so that a long absence costs time and no memory.
 */
import { events } from '@muster/contract/resources/events.ts';
import type { Publications } from '../events/feed.ts';
import type { Database } from '../platform/database/database.ts';
import { addressed, separated, withTail } from '../platform/store/address.ts';
import { findPage } from '../platform/store/page.ts';
import { onTopics } from '../webhooks/topics.ts';

export interface Following {
  readonly database: Database;
  readonly publications: Publications;
  readonly accountId: string;
  readonly baseUrl: string;
  /** As an endpoint names them; none for all. */
  readonly topics: readonly string[];
  readonly afterId: bigint;
  readonly signal: AbortSignal;
}

export interface Followed {
  /** Everything up to here has been told, or was not asked for. */
  readonly id: string;
  /** As it is delivered; null where only the position has moved. */
  readonly text: string | null;
}

const pageEvents = 100;
/** Looked at meanwhile: whether somebody has published. */
const waitMs = 60_000;

export async function* followEvents(following: Following): AsyncGenerator<Followed, void, undefined> {
  const { database, publications, accountId, baseUrl, topics, signal } = following;
  let readId = following.afterId;
  let { lastId } = await publications.bounds(database.session(accountId));
  while (!signal.aborted) {
    const page = await findPage(database.session(accountId), events, {
      sort: [{ path: 'id', isDescending: false }],
      filters: [],
      conditions: topics.length === 0 ? [] : [onTopics(topics)],
      start: { isBackward: false, values: [String(readId)] },
      limit: pageEvents,
      isCounted: false,
      isLinked: true,
    });
    for (const [index, text] of separated(page.representations).entries()) {
      const id = page.ids[index] ?? '';
      readId = BigInt(id);
      yield { id, text: addressed(withTail(text, '}'), baseUrl) };
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
