/**
 * The log as server-sent events: first the events after the reader's position, page by page as the reader takes them,
 * then new events as they are published. `id` is a cursor of the list, `data` an item of it on one line. Rights are
 * checked before each page and every few seconds; when they end, the stream ends.
 */
import { Readable } from 'node:stream';
import type { LogBounds } from '../../events/feed.ts';
import { separated } from '../../platform/store/address.ts';
import type { Page } from '../../platform/store/list-page.ts';
import { type FeedQuery, knownId, positionAfter, streamType } from '../query/feed-query.ts';
import { includeText } from '../query/include.ts';
import { nothingEmbedded } from '../response/embedded.ts';
import { oneText } from '../response/encode.ts';
import { onOneLine } from '../response/one-line.ts';
import type { Streamed } from '../response/response.ts';
import { withRightsOfNow } from './checks.ts';
import { readPage } from './read-steps.ts';
import { notePage, recordShown } from './reads.ts';
import { type RequestContext, withOwnReading } from './request-context.ts';

/** In memory for one reader, at most twice: one page being sent, one waiting. */
const pageItems = 100;
/** How long an idle stream continues after the reader's rights end. */
const recheckMs = 2000;
/** Proxies close idle connections, most after a minute. */
const beatMs = 15_000;
/** A reader that takes nothing for so long is gone. It can come back with its cursor. */
const stalledMs = 120_000;

export function eventStream(context: RequestContext, query: FeedQuery, bounds: LogBounds): Streamed {
  const giveBack = context.dependencies.waitLimit.take(context.caller);
  const { raw, signal } = context.request;
  const isHead = raw.method === 'HEAD';
  const stream = Readable.from(isHead ? [] : written(context, query, bounds, signal), {
    objectMode: false,
    highWaterMark: 1,
  });
  stream.once('close', giveBack);
  raw.socket.setTimeout(stalledMs);
  return {
    status: 200,
    headers: { 'content-type': streamType, 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    stream,
  };
}

async function* written(
  context: RequestContext,
  query: FeedQuery,
  bounds: LogBounds,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const { publications } = context.dependencies;
  /** The last id that was read, and the last id that was sent. */
  let readId = knownId(query);
  let sentId = readId;
  let lastId = bounds.lastId;
  let hasNews = true;
  let beatAtMs = performance.now() + beatMs;
  // Sends the headers with the first bytes.
  yield ': events follow\n\n';
  while (!signal.aborted && !publications.isStopped) {
    const reader = await withRightsOfNow(context).catch(() => null);
    if (reader === null) return;
    if (hasNews) {
      context.deadline.restart();
      const page = await readAfter(reader, query, readId);
      if (page.ids.length > 0) {
        readId = BigInt(page.ids.at(-1) ?? 0);
        sentId = readId;
        beatAtMs = performance.now() + beatMs;
        recordPage(reader, page);
        yield itemsText(reader, query, page);
        if (page.hasNext) continue;
      }
      if (readId === null || readId < lastId) readId = lastId;
    }
    lastId = readId !== null && readId > lastId ? readId : lastId;
    if (performance.now() >= beatAtMs) {
      beatAtMs = performance.now() + beatMs;
      // An id without data advances the reader's position and shows nothing.
      yield `: still here\n${readId === null || readId === sentId ? '' : idLine(reader, query, readId)}\n`;
      sentId = readId;
    }
    const newId = await publications.after(reader.caller.accountId, lastId, recheckMs, signal);
    hasNews = newId !== lastId;
    lastId = newId;
  }
}

function recordPage(reader: RequestContext, page: Page): void {
  const part = withOwnReading(reader);
  notePage(part, part.resource, page);
  recordShown(part, part.reading);
}

const readAfter = (reader: RequestContext, { page }: FeedQuery, readId: bigint | null): Promise<Page> =>
  readPage(reader, {
    ...page,
    limit: pageItems,
    start: readId === null ? { isBackward: false, values: null } : positionAfter(readId),
    isCounted: false,
    isLinked: true,
  });

function itemsText(reader: RequestContext, query: FeedQuery, { representations, ids }: Page): string {
  const included = { embedded: query.include.embedded ? nothingEmbedded : null, links: null, moments: null };
  return separated(representations)
    .map((representation, index) => {
      const id = ids[index] ?? '';
      const text = oneText(
        reader.resource,
        { id, revision: '', representation },
        query.include,
        reader.caller,
        included,
      );
      return `${idLine(reader, query, BigInt(id))}data: ${onOneLine(text)}\n\n`;
    })
    .join('');
}

function idLine({ resource, caller, dependencies }: RequestContext, query: FeedQuery, id: bigint): string {
  const { filters, sort, include, page } = query;
  const cursor = { filters, sort, limit: page.limit, include: includeText(include), position: positionAfter(id) };
  return `id: ${dependencies.cursorSigner.write(caller.accountId, resource.path, cursor)}\n`;
}
