/**
 * A list as a whole: every row that the filters find, read from one snapshot and written as fast as the client reads.
 * The header `Muster-Event-Position` names the last event that the snapshot surely contains: it is read in the same
 * snapshot, and an event gets its number only after its change is committed. Events after it may be contained too; each
 * shows its resource as a whole, so applying one again leads to the same copy.
 */
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { limits } from '@muster/contract/limits.ts';
import { format as dispositionOf } from 'content-disposition';
import type { Caller } from '../../identity/auth/caller.ts';
import type { Session } from '../../platform/database/database.ts';
import { requestDeadline } from '../../platform/database/request-deadline.ts';
import { separated, withTail } from '../../platform/store/address.ts';
import type { Page, PageQuery } from '../../platform/store/list-page.ts';
import type { ListQuery } from '../query/list-query.ts';
import { embeddedOfEach } from '../response/embedded.ts';
import { addressedFor, bareTail } from '../response/encode.ts';
import { inPieces } from '../response/in-pieces.ts';
import { linksWriter } from '../response/links-writer.ts';
import { parsedRows } from '../response/parsed-rows.ts';
import type { Streamed } from '../response/response.ts';
import { rowLinksOf } from '../response/row-links.ts';
import type { Format } from '../snapshot/formats.ts';
import { listIn, snapshotPages } from '../snapshot/snapshot-pages.ts';
import { callerIdOf, withRightsOfNow } from './checks.ts';
import { notePage, noteQuery, recordShown } from './reads.ts';
import { type RequestContext, withOwnReading } from './request-context.ts';

/** A page is in memory at most three times: read, written, and being read by the client. */
const pageRows = 500;
/** Rows with their embedded resources are several times as long. */
const embeddingRows = 100;

/** What is answered as a whole: most often the list of a resource. */
export interface SnapshotSource {
  list(session: Session, query: PageQuery): Promise<Page>;
  /** Adds what a page shows of confidential data. */
  note(reader: RequestContext, page: Page): void;
}

const listOf = (context: RequestContext): SnapshotSource => {
  const { resource } = context;
  const access = context.access();
  return {
    list: (session, query) => listIn(session, resource, access)(query),
    note: (reader, page) => notePage(reader, resource, page),
  };
};

interface Beginning {
  readonly eventPosition: bigint;
  readonly totalCount: number | null;
}

/** Resolves when the first page is read: what fails before is answered as a problem. */
export async function answerSnapshot(
  context: RequestContext,
  query: ListQuery,
  format: Format,
  source = listOf(context),
): Promise<Streamed> {
  const { dependencies, caller, request, reply } = context;
  const release = dependencies.snapshotLimit.take(caller.accountId);
  const body = new PassThrough();
  const beginning = Promise.withResolvers<Beginning>();
  const isHead = request.method === 'HEAD';
  const writing = snapshotsFor(context).snapshot(caller.accountId, async (session) => {
    const { lastId } = await dependencies.publications.bounds(session);
    const pages = pagesOf(session, query, source);
    const first = await pages.next();
    beginning.resolve({ eventPosition: lastId, totalCount: first.value?.totalCount ?? null });
    if (!isHead && first.value) await write({ context, session, query, format, source }, body, first.value, pages);
  });
  writing
    .then(
      () => body.end(),
      (error: Error) => {
        beginning.reject(error);
        cut(context, body, error);
      },
    )
    .finally(release);
  const { eventPosition, totalCount } = await beginning.promise;
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) dependencies.onCut(request, reply);
  });
  return {
    status: 200,
    headers: {
      'content-type': format.contentType,
      'cache-control': 'private, no-store',
      'x-accel-buffering': 'no',
      'muster-event-position': String(eventPosition),
      ...(totalCount !== null && { 'muster-total-count': String(totalCount) }),
      ...(format.extension && { 'content-disposition': fileName(context, format.extension) }),
    },
    stream: isHead ? Readable.from([]) : body,
  };
}

/** The connection is closed without the end of the body: the client sees that rows are missing. */
function cut({ request }: RequestContext, body: PassThrough, error: Error): void {
  // Nothing listens if the response has not begun.
  body.on('error', () => undefined);
  if (!body.destroyed) request.logged = { ...request.logged, failure: error.message };
  body.destroy(error);
}

/** A time limit of its own, and connections of its own: a slow reader takes none that requests need. */
const snapshotsFor = ({ dependencies, caller, request }: RequestContext) =>
  dependencies.snapshots.withDeadline(
    requestDeadline({
      callerId: callerIdOf(caller),
      isRead: true,
      client: request.raw.socket,
      span: request.span,
      ms: limits.snapshotSecondsMax * 1000,
      waitedMs: 0,
    }),
    caller.author,
  );

const pagesOf = (session: Session, { page, include }: ListQuery, source: SnapshotSource) =>
  snapshotPages((query) => source.list(session, query), {
    sort: page.sort,
    filters: page.filters,
    isCounted: include.totalCount,
    rows: include.embedded ? embeddingRows : pageRows,
  });

interface Snapshot {
  readonly context: RequestContext;
  readonly session: Session;
  readonly query: ListQuery;
  readonly format: Format;
  readonly source: SnapshotSource;
}

async function write(
  { context, session, query, format, source }: Snapshot,
  body: PassThrough,
  first: Page,
  rest: AsyncIterable<Page>,
): Promise<void> {
  const writer = format.writer(context.resource);
  const ending = new AbortController();
  body.once('close', () => ending.abort());
  const put = async (piece: string | Buffer) => {
    ending.signal.throwIfAborted();
    if (piece.length > 0 && !body.write(piece)) await once(body, 'drain', { signal: ending.signal });
  };
  const putPage = async (page: Page) => {
    // What the page embeds is added while its rows are written.
    const reader = withOwnReading(context);
    source.note(reader, page);
    noteQuery(reader, query.page, page);
    const rows = await writer.rows(await rowTexts(reader, session, query, page));
    recordShown(reader, reader.reading);
    await put(rows);
  };
  await put(writer.head());
  await putPage(first);
  for await (const page of rest) {
    await refuseIfEnded(context);
    await putPage(page);
  }
  await put(await writer.end());
}

/** Rights that end, or change which rows are visible, end the stream: the rest would be another collection. */
async function refuseIfEnded(context: RequestContext): Promise<void> {
  if (context.dependencies.publications.isStopped) throw new Error('The service stops.');
  const { caller } = await withRightsOfNow(context);
  const before = context.caller;
  if (caller === before) return;
  const limitOf = ({ establishments, person }: Caller) => JSON.stringify([establishments, person?.teamOf ?? null]);
  const isSame = limitOf(caller) === limitOf(before);
  if (!isSame) throw new Error('The rights of the caller have changed.');
}

/** The representations of a page, each as in the response to a read with this `include`. */
async function rowTexts(
  context: RequestContext,
  session: Session,
  { include }: ListQuery,
  { representations, ids }: Page,
): Promise<string[]> {
  const { resource, caller, dependencies } = context;
  const texts = separated(representations);
  if (!include.links && !include.embedded)
    return inPieces(texts, (text) => addressedFor(resource, withTail(text, bareTail), caller));
  const parsed = parsedRows(representations, null);
  const embedded = include.embedded ? await embeddedOfEach(session, context, parsed) : null;
  const rows = { ids, representations, parsed };
  const ofRows = include.links ? await rowLinksOf(session, dependencies.fileLinkSigner, caller, resource, rows) : null;
  const linksOf = linksWriter(resource, caller, context.moments);
  return inPieces(texts, (text, index) => {
    const links = include.links ? linksOf(ids[index] ?? '', ofRows?.[index]) : 'null';
    const tail = `,"links":${links},"embedded":${embedded?.[index] ?? 'null'}}`;
    return addressedFor(resource, withTail(text, tail), caller);
  });
}

const fileName = ({ resource }: RequestContext, extension: string): string =>
  dispositionOf({ type: 'attachment', parameters: { filename: `${resource.path}.${extension}` } });
