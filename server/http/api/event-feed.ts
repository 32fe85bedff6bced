/**
 * The list of events for readers who follow it. With `wait`, an empty response is delayed until there is an event.
 * Every response is that of the list, with current rights, except that `links.next` is never null. A position after
 * which events have been removed is refused, because a reader must not miss events unnoticed.
 */
import { detail } from '@muster/contract/messages.ts';
import type { LogBounds } from '../../events/feed.ts';
import type { Page } from '../../platform/store/list-page.ts';
import { Problem } from '../../problem.ts';
import { type FeedQuery, feedQuery, knownId } from '../query/feed-query.ts';
import { type ListQuery, listQuery } from '../query/list-query.ts';
import type { Answer, Streamed } from '../response/response.ts';
import type { Format } from '../snapshot/formats.ts';
import { withRightsOfNow } from './checks.ts';
import { eventStream } from './event-stream.ts';
import { checkSnapshot, pageAnswer, queryOf, readPage, wantedFormat } from './read-steps.ts';
import type { RequestContext } from './request-context.ts';
import { answerSnapshot } from './snapshot.ts';

export async function followList(context: RequestContext): Promise<Answer | Streamed> {
  const { publications, cursorSigner } = context.dependencies;
  const format = wantedFormat(context);
  if (format) return answerSnapshot(context, wholeLog(context, format), format);
  const query = feedQuery(context, cursorSigner);
  if (!query.isStream && query.waitSeconds === 0) {
    return pageAnswer(context, query, await readPage(context, query.page));
  }
  const bounds = await publications.bounds(context.session());
  refuseIfPassed(knownId(query), bounds);
  if (query.isStream) return eventStream(context, query, bounds);
  const { page, lastId, reader } = await heldBack(context, query, bounds.lastId);
  return pageAnswer(reader, query, query.isInOrder ? leadingOn(page, query, lastId) : page);
}

const wholeLog = (context: RequestContext, format: Format): ListQuery =>
  queryOf(context, (parameters, errors) => {
    checkSnapshot(format, parameters, errors);
    return listQuery(context.resource, parameters, context.caller, context.dependencies.cursorSigner, errors);
  });

/** A position beyond the end, or in a skipped range, comes from a log before a backup was restored. */
function refuseIfPassed(known: bigint | null, { oldestId, lastId, skipped }: LogBounds): void {
  if (known === null) return;
  const isOfAnotherLog = skipped.some(({ afterId, upToId }) => known > afterId && known < upToId);
  if (!isOfAnotherLog && known >= oldestId - 1n && known <= lastId) return;
  throw new Problem('gone', detail('eventsGone'));
}

interface HeldBack {
  readonly page: Page;
  /** All events up to this id that the reader may see are on this page or before it. */
  readonly lastId: bigint;
  /** The reader with its rights at the last query. */
  readonly reader: RequestContext;
}

async function heldBack(context: RequestContext, query: FeedQuery, seenId: bigint): Promise<HeldBack> {
  let reader = context;
  let lastId = seenId;
  let page = await readPage(reader, query.page);
  const isWaiting = () => page.representations === null && query.page.limit > 0 && context.request.method === 'GET';
  if (!isWaiting()) return { page, lastId, reader };
  const { signal } = context.request;
  const giveBack = context.dependencies.waitLimit.take(context.caller);
  try {
    const endsAtMs = performance.now() + query.waitSeconds * 1000;
    while (isWaiting()) {
      const leftMs = Math.max(0, endsAtMs - performance.now());
      const news = context.dependencies.publications.after(reader.caller.accountId, lastId, leftMs, signal);
      const newId = await context.deadline.excluding(news);
      if (newId === lastId) break;
      lastId = newId;
      reader = await withRightsOfNow(reader);
      page = await readPage(reader, query.page);
    }
  } finally {
    giveBack();
  }
  return { page, lastId, reader };
}

/** At the end of the log, the next page starts after everything published before this one was read. */
function leadingOn(page: Page, { page: { start } }: FeedQuery, lastId: bigint): Page {
  if (page.hasNext || typeof start === 'number' || start.isBackward) return page;
  const shownId = BigInt(page.last?.[0] ?? 0);
  return { ...page, hasNext: true, last: [String(shownId > lastId ? shownId : lastId)] };
}
