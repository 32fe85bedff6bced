/** Reads a page of a list: from a position or an index, in any order, with filters and the visibility of the caller. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { limits } from '@muster/contract/limits.ts';
import { hasLargeRows } from '@muster/contract/row-size.ts';
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { separated } from './address.ts';
import type { InIdOrder } from './attribute-filter.ts';
import { havingInOrder, lackingInOrder } from './attribute-order.ts';
import { idTypeOf, tableOf } from './columns.ts';
import { binder, type Condition, never, type Place } from './condition.ts';
import { conditionsOf } from './conditions.ts';
import { forgetText } from './forget-text.ts';
import { emptyRows, type JoinedRows, joinedColumns, joinedRows, withoutExtra } from './joined-rows.ts';
import type { Page, Source, VisiblePageQuery } from './list-page.ts';
import {
  beyond,
  beyondInParts,
  type DirectedColumn,
  directed,
  isInOneDirection,
  orderBy,
  tableOrder,
} from './order.ts';
import { fittingRows, refuseIfCut } from './page-bytes.ts';
import { digestedTerms, openedText } from './sealing.ts';
import { shownColumns } from './shown-columns.ts';
import { storedText } from './stored-text.ts';

/** With the byte limit of the rows; null if they are never large. */
interface SizedRequest extends VisiblePageQuery {
  readonly bytesMax: number | null;
}

const sized = (resource: Resource, request: VisiblePageQuery): SizedRequest => ({
  ...request,
  bytesMax: hasLargeRows(resource) ? limits.pageBytesMax : null,
});

export async function findPage(session: Session, resource: Resource, asked: VisiblePageQuery): Promise<Page> {
  const request = sized(resource, asked);
  const { sort } = request;
  const filters = digestedTerms(session, resource, request.filters);
  const order = idOrderAt(0, resource, request);
  const text = storedText(resource, 'shown_row');
  const source = { from: `${tableOf(resource)} as shown_row`, text, order: tableOrder(resource) };
  const { ofPage, ofList, walked } = await conditionsOf(session, resource, filters, order, request.conditions);
  const counted = [{ ...source, conditions: ofList }];
  const part = sort[0]?.part;
  if (!part) {
    const found = () => pageRows(session, [{ ...source, conditions: ofPage }], request);
    const find = walked ? () => walkedRows(session, { ...source, ...walked }, request, found) : found;
    return pageOf(session, request, find, counted);
  }
  const way = (filters.length === 0 && idOrderAt(1, resource, request)) || 'row-by-row';
  const inTurn = [[havingInOrder(resource, ofPage, part)], [lackingInOrder(resource, ofPage, part, way)]] as const;
  return pageOf(session, request, () => rowsInTurn(session, inTurn, request), counted);
}

/**
 * Which ids a page can show, and in which direction, if rows are ordered by id: by their first key, or by their second
 * key among rows without a value for the first. Null for any other order.
 */
function idOrderAt(key: 0 | 1, resource: Resource, { start, sort }: VisiblePageQuery): InIdOrder | null {
  const { path, isDescending = false } = sort[key] ?? {};
  if (path !== 'id') return null;
  const [isBackward, position] = typeof start === 'number' ? [false, null] : [start.isBackward, start.values];
  const isDown = isDescending !== isBackward;
  if (!position || (key === 1 && position[0] !== null)) return { isDown, idsBeyond: null };
  const idsBeyond = (column: string) => (place: Place) =>
    `${column} ${isDown ? '<' : '>'} ${place(position[key])}::${idTypeOf(resource)}`;
  return { isDown, idsBeyond };
}

/** Over several sources, whose rows are merged in the order of the page. */
export const pageAmong = (
  session: Session,
  resource: Resource,
  sources: readonly Source[],
  request: VisiblePageQuery,
): Promise<Page> => pageOf(session, request, () => pageRows(session, sources, sized(resource, request)), sources);

/** Over sources that follow others: rows with a value for the first key, and rows without one. `counted` has all rows. */
export const pageInTurn = (
  session: Session,
  resource: Resource,
  inTurn: Turns,
  counted: readonly Source[],
  request: VisiblePageQuery,
): Promise<Page> => pageOf(session, request, () => rowsInTurn(session, inTurn, sized(resource, request)), counted);

async function pageOf(
  session: Session,
  request: VisiblePageQuery,
  find: () => Promise<JoinedRows>,
  counted: readonly Source[],
): Promise<Page> {
  // Citus could not plan such a condition next to some others.
  const possible = counted.filter((source) => !wholeList(request, source, binder().place).includes(never));
  const [rows, totalCount] = await Promise.all([
    request.limit === 0 || possible.length === 0 ? emptyRows : find(),
    request.isCounted ? countRows(session, possible, request) : null,
  ]);
  const { start, limit } = request;
  const found = Number(rows.found);
  // If bytes are counted, the row beyond the page is already left out.
  const isFitted = rows.shown !== undefined;
  const shown = isFitted ? Number(rows.shown) : Math.min(found, limit);
  if (isFitted) refuseIfCut(request, { found, shown });
  const hasMore = found > shown && limit > 0;
  const hasCome = limit > 0 && (typeof start === 'number' ? start > 0 : start.values !== null);
  const isBackward = typeof start !== 'number' && start.isBackward;
  const kept = <Text extends string>(joined: Text | null | undefined) =>
    hasMore && !isFitted && joined ? withoutExtra(joined, isBackward) : (joined ?? null);
  const ids = separated(kept(rows.ids));
  const keys = request.sort.map(({ path }, index) => (path === 'id' ? null : separated(kept(rows[`key_${index}`]))));
  const positionAt = (row: number) => {
    const id = ids.at(row);
    return id === undefined ? null : keys.map((values) => (values ? JSON.parse(values.at(row) as string) : id));
  };
  const representations = kept(rows.representations && openedText(session, rows.representations));
  forgetText(rows);
  return {
    representations,
    revisions: kept(rows.revisions) ?? '',
    ids,
    first: positionAt(0),
    last: positionAt(-1),
    positionAt,
    hasPrevious: isBackward ? hasMore : hasCome,
    hasNext: isBackward ? hasCome : hasMore,
    totalCount,
  };
}

const fromOf = ({ from }: Pick<Source, 'from'>, place: Place): string =>
  typeof from === 'string' ? from : from(place);

/** Conditions on the whole list, not on one page. */
const wholeList = ({ conditions: visible }: VisiblePageQuery, { conditions }: Source, place: Place): string[] => [
  'shown_row.account_id = $1',
  ...[...visible, ...conditions].map((condition) => condition(place)),
];

async function countRows(session: Session, sources: readonly Source[], request: VisiblePageQuery): Promise<number> {
  if (sources.length === 0) return 0;
  const { values, place } = binder();
  const counts = sources.map((source) => {
    const from = fromOf({ from: source.counted ?? source.from }, place);
    return `(select count(*) from ${from} where ${wholeList(request, source, place).join(' and ')})`;
  });
  const [row] = await session.run<{ count: string }>(statement(`select ${counts.join(' + ')} as count`), values);
  return Number(row?.count);
}

/**
 * The page arrives as one row whose texts the database has joined: one long text costs the driver a fraction of a
 * hundred short ones. The statement reads one row more than the page, which shows whether another page follows.
 */
async function pageRows(session: Session, sources: readonly Source[], request: SizedRequest): Promise<JoinedRows> {
  const { values, place } = binder();
  const { start, sort } = request;
  const isBackward = typeof start !== 'number' && start.isBackward;
  const from = sources.flatMap((source) => pathsInto(source, request, place));
  const isMerged = from.length > 1;
  const byKeys = (isReversed: boolean) =>
    orderBy(sort.map(({ isDescending }, key) => ({ sql: `key_${key}`, isDown: isDescending !== isReversed })));
  const limit = `${place(String(request.limit + 1))}::bigint`;
  const skipped = typeof start === 'number' && start > 0 ? `${place(String(start))}::bigint` : null;
  const window = `limit ${limit}${skipped ? ` offset ${skipped}` : ''}`;
  // Each of several sources may hold the whole page and everything before it.
  const reach = isMerged && skipped ? `limit ${limit} + ${skipped}` : window;
  const parts = from.map(
    (path) => `select ${columnsOf(request, path.source, place)} from ${rowsOn(path, place)}
  ${orderBy(path.keys)} ${reach}`,
  );
  const page = isMerged
    ? `select * from ((${parts.join(') union all (')})) as merged ${byKeys(isBackward)} ${window}`
    : (parts[0] ?? '');
  const fitting = request.bytesMax === null ? page : fittingRows(page, limit, place(request.bytesMax));
  const [row] = await session.run<JoinedRows>(
    statement(`select ${joinedColumns(request)} from (
  ${isBackward ? `select * from (${fitting}) as turned ${byKeys(false)}` : fitting}
) as page`),
    values,
  );
  return row ?? emptyRows;
}

/** The rows of a walk are read in the order of the page, so nothing is sorted. */
function rowsOn({ source, keys, where }: PathInto, place: Place): string {
  const read = `${fromOf(source, place)} where ${where.join(' and ')}`;
  if (!source.walk) return read;
  const { rowsMax, met } = source.walk;
  return `(select * from ${read} ${orderBy(keys)} limit ${place(String(rowsMax))}::bigint) as shown_row
  where ${met.map((condition) => condition(place)).join(' and ')}`;
}

interface PathInto {
  readonly source: Source;
  readonly keys: readonly DirectedColumn[];
  readonly where: readonly string[];
}

/** From the start of a source, or from a position in it: usually one path, which an index serves. */
function pathsInto(source: Source, request: VisiblePageQuery, place: Place): PathInto[] {
  const { start, sort } = request;
  const keys = directed(sort, source.order, typeof start !== 'number' && start.isBackward);
  const where = wholeList(request, source, place);
  const position = typeof start === 'number' ? null : start.values;
  if (!position) return [{ source, keys, where }];
  const isSplit = source.hasManyTies && !isInOneDirection(keys);
  const bounds = isSplit ? beyondInParts(keys, position, place) : [beyond(keys, position, place)];
  return bounds.map((bound) => ({ source, keys, where: [...where, bound] }));
}

/** Where fewer rows match, they are collected and sorted in the time of a walk that does not fill the page. */
const oneMatchIn = 20;
/** A page by its number, far into the list, would walk on through all of it where fewer match. */
const walkMax = 50_000;

/** Walks along the order of the list. If it has not filled the page, and the list goes on, the rows come from `found`. */
async function walkedRows(
  session: Session,
  source: Source & { readonly met: readonly Condition[] },
  request: SizedRequest,
  found: () => Promise<JoinedRows>,
): Promise<JoinedRows> {
  const { start, limit } = request;
  const skipped = typeof start === 'number' ? start : 0;
  const rowsMax = Math.min(oneMatchIn * (skipped + limit + 1), walkMax);
  const rows = await pageRows(session, [{ ...source, walk: { rowsMax, met: source.met } }], request);
  if (Number(rows.found) > limit) return rows;
  const { values, place } = binder();
  const beyondWalk = pathsInto(source, request, place).map(
    ({ where }) =>
      `exists (select from ${fromOf(source, place)} where ${where.join(' and ')} offset ${place(String(rowsMax))}::bigint)`,
  );
  const [row] = await session.run<{ goes_on: string }>(
    statement(`select (${beyondWalk.join(' or ')})::text as goes_on`),
    values,
  );
  return row?.goes_on === 'true' ? found() : rows;
}

type Turns = readonly [having: readonly Source[], lacking: readonly Source[]];

/**
 * If one source follows another, usually one statement finds the page, and two if it has rows of both. The sources are
 * the rows with a value for the first key and the rows without one; a position shows which it belongs to.
 */
async function rowsInTurn(session: Session, [having, lacking]: Turns, request: SizedRequest): Promise<JoinedRows> {
  const { start, sort, limit } = request;
  const [isBackward, position] = typeof start === 'number' ? [false, null] : [start.isBackward, start.values];
  const isLackingFirst = sort[0]?.isDescending !== isBackward;
  const [former, latter] = isLackingFirst ? [lacking, having] : [having, lacking];
  if (position && (position[0] === null) !== isLackingFirst) return pageRows(session, latter, request);
  const found = await pageRows(session, former, request);
  const missing = limit + 1 - Number(found.found);
  if (missing <= 0 || (found.shown !== undefined && found.shown !== found.found)) return found;
  const isPassed = typeof start === 'number' && start > 0 && found.found === '0';
  const more = await pageRows(session, latter, {
    ...request,
    limit: missing - 1,
    start: isPassed ? start - (await countRows(session, former, request)) : { isBackward, values: null },
  });
  return isBackward ? joinedRows(more, found) : joinedRows(found, more);
}

function columnsOf({ sort, shown }: VisiblePageQuery, { order, text }: Source, place: Place): string {
  const { revision, representation } = shownColumns(shown, place, text);
  return [
    'shown_row.id',
    `${revision} as revision`,
    `${representation} as representation`,
    ...sort.map(({ path }, key) => `${order(path).shown} as key_${key}`),
  ].join(', ');
}
