/** Reading a page of a list: from a position or an index, in any order, narrowed by filters and by what the caller may see. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { rowMark, rowMarkInSql, separated } from './address.ts';
import { columnAt, idTypeOf, tableOf } from './columns.ts';
import { conditionOf, type FilterTerm } from './filter.ts';
import { binder, type Condition, type Place } from './read.ts';
import { digestedTerms, openedTexts } from './sealing.ts';

export interface SortKey {
  readonly path: string;
  readonly isDescending: boolean;
}

/** Where a page begins: after or before a row, given by its sort values; at an end when there are none. */
export interface Position {
  readonly isBackward: boolean;
  readonly values: readonly string[] | null;
}

/** What a caller asks of a list. */
export interface PageQuestion {
  readonly limit: number;
  /** Ends with `id`, which makes every row's place unique. */
  readonly sort: readonly SortKey[];
  readonly filters: readonly FilterTerm[];
  /** A cursor's position, or the number of rows to pass over. */
  readonly start: Position | number;
  readonly isCounted: boolean;
  /** Whether ids and positions are wanted beside the texts. */
  readonly isLinked: boolean;
}

/** The same, among the rows that exist for the caller. */
export interface PageRequest extends PageQuestion {
  readonly conditions: readonly Condition[];
}

export interface Page {
  /** The representations of the page in their order, separated by row marks; null when there are none. */
  readonly representations: string | null;
  /** The revisions of the rows: they change when, and only when, the content does. */
  readonly revisions: string;
  /** Only when asked for: ids of the rows, and the sort values of the first and the last. */
  readonly ids: readonly string[];
  readonly first: readonly string[] | null;
  readonly last: readonly string[] | null;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly totalCount: number | null;
}

export async function findPage(session: Session, resource: Resource, asked: PageRequest): Promise<Page> {
  const request = { ...asked, filters: digestedTerms(session, resource, asked.filters) };
  const [rows, totalCount] = await Promise.all([
    request.limit === 0 ? emptyRows : pageRows(session, resource, request),
    request.isCounted ? countRows(session, resource, request) : null,
  ]);
  const { start, limit } = request;
  const hasMore = Number(rows.found) > limit && limit > 0;
  const hasCome = limit > 0 && (typeof start === 'number' ? start > 0 : start.values !== null);
  const isBackward = typeof start !== 'number' && start.isBackward;
  const kept = (joined: string | null | undefined) =>
    hasMore && joined ? withoutExtra(joined, isBackward) : (joined ?? null);
  const keys = request.isLinked ? request.sort.map((_, index) => separated(kept(rows[`key_${index}`]))) : [];
  const positionAt = (row: number) =>
    keys[0]?.length ? keys.map((values) => JSON.parse(values.at(row) as string)) : null;
  return {
    representations: openedTexts(session, kept(rows.representations)),
    revisions: kept(rows.revisions) ?? '',
    ids: separated(kept(rows.ids)),
    first: positionAt(0),
    last: positionAt(-1),
    hasPrevious: isBackward ? hasMore : hasCome,
    hasNext: isBackward ? hasCome : hasMore,
    totalCount,
  };
}

/** The row beyond the page is the last one, or the first where the page was looked for backwards. */
const withoutExtra = (joined: string, isBackward: boolean): string =>
  isBackward ? joined.slice(joined.indexOf(rowMark) + 1) : joined.slice(0, joined.lastIndexOf(rowMark));

/** Of the whole list, not of one page. */
function wholeList(resource: Resource, { filters, conditions }: PageRequest, place: Place): string[] {
  const all = [...conditions, ...filters.map((term) => conditionOf(resource, term))];
  return ['account_id = $1', ...all.map((condition) => condition(place))];
}

async function countRows(session: Session, resource: Resource, request: PageRequest): Promise<number> {
  const { values, place } = binder();
  const where = wholeList(resource, request, place);
  const [row] = await session.run<{ count: string }>(
    statement(`select count(*) from ${tableOf(resource)} as shown_row where ${where.join(' and ')}`),
    values,
  );
  return Number(row?.count);
}

interface JoinedRows {
  readonly found: string;
  readonly representations: string | null;
  readonly revisions: string | null;
  readonly ids?: string | null;
  readonly [key: `key_${number}`]: string | null;
}

const emptyRows: JoinedRows = { found: '0', representations: null, revisions: null };

/**
 * The page arrives as one row whose texts are joined by the database: one long text costs the driver a fraction of a
 * hundred short ones. One row more than the page is looked for, which tells whether another page follows.
 */
async function pageRows(session: Session, resource: Resource, request: PageRequest): Promise<JoinedRows> {
  const { values, place } = binder();
  const { start, sort } = request;
  const isBackward = typeof start !== 'number' && start.isBackward;
  const keys = sort.map(({ path, isDescending }) => ({
    ...sortColumn(resource, path),
    isDown: isDescending !== isBackward,
  }));
  const where = wholeList(resource, request, place);
  if (typeof start !== 'number' && start.values) where.push(beyond(keys, start.values, place));
  const limit = `${place(String(request.limit + 1))}::bigint`;
  const offset = typeof start === 'number' && start > 0 ? ` offset ${place(String(start))}::bigint` : '';
  const selected = request.isLinked ? keys.map(({ sql }, index) => `, ${sql}::text as key_${index}`).join('') : '';
  const page = `select shown_row.*${selected} from ${tableOf(resource)} as shown_row where ${where.join(' and ')}
  ${orderBy(keys)} limit ${limit}${offset}`;
  const [row] = await session.run<JoinedRows>(
    statement(`select ${joinedColumns(request)} from (
  ${isBackward ? `select * from (${page}) as shown_row ${orderBy(keys.map(reversed))}` : page}
) as page`),
    values,
  );
  return row ?? emptyRows;
}

function joinedColumns({ isLinked, sort }: PageRequest): string {
  const joined = (column: string, name: string) => `string_agg(${column}, ${rowMarkInSql}) as ${name}`;
  // As JSON text: a raw key may hold any character, the mark between rows included.
  const key = (index: number) => joined(`to_json(key_${index})::text`, `key_${index}`);
  const linked = [joined('id::text', 'ids'), ...sort.map((_, index) => key(index))];
  return [
    'count(*) as found',
    joined('representation', 'representations'),
    joined('revision::text', 'revisions'),
    ...(isLinked ? linked : []),
  ].join(', ');
}

type DirectedColumn = OrderedColumn & { readonly isDown: boolean };

const orderBy = (keys: readonly DirectedColumn[]) =>
  `order by ${keys.map(({ sql, isDown }) => `${sql} ${isDown ? 'desc' : 'asc'}`).join(', ')}`;

const reversed = (key: DirectedColumn): DirectedColumn => ({ ...key, isDown: !key.isDown });

interface OrderedColumn {
  readonly sql: string;
  readonly sqlType: string;
}

/** Texts are ordered by their folded form, kept in a column of its own; a day that is not set comes after all others. */
function sortColumn(resource: Resource, path: string): OrderedColumn {
  if (path === 'id') return { sql: 'shown_row.id', sqlType: idTypeOf(resource) };
  const name = path.replace(/\.date$/, '');
  const { column = 'text', isNullable = false } = resource.fields[name] ?? {};
  const sql = `shown_row.${columnAt(path)}`;
  if (column === 'text') return { sql: `${sql}_ordering`, sqlType: 'text' };
  if (column !== 'date' && column !== 'day') return { sql, sqlType: column };
  // Not by coalesce(), which row-level security does not trust before it has looked at the account.
  return { sql: isNullable ? `case when ${sql} is null then 'infinity' else ${sql} end` : sql, sqlType: 'date' };
}

/**
 * Rows after a position. One direction throughout is a row comparison, which an index answers. Mixed directions are
 * spelled out, with the bound on the first key in front so that an index can still start there.
 */
function beyond(keys: readonly DirectedColumn[], position: readonly string[], place: Place): string {
  const bound = keys.map((key, index) => ({ ...key, value: `${place(position[index])}::${key.sqlType}` }));
  const [first] = bound;
  if (!first) return 'true';
  if (bound.every(({ isDown }) => isDown === first.isDown)) {
    const row = bound.map(({ sql }) => sql).join(', ');
    return `(${row}) ${first.isDown ? '<' : '>'} (${bound.map(({ value }) => value).join(', ')})`;
  }
  const alternatives = bound.map((key, index) => {
    const equal = bound.slice(0, index).map(({ sql, value }) => `${sql} = ${value}`);
    return [...equal, `${key.sql} ${key.isDown ? '<' : '>'} ${key.value}`].join(' and ');
  });
  const start = `${first.sql} ${first.isDown ? '<=' : '>='} ${first.value}`;
  return `${start} and (${alternatives.map((one) => `(${one})`).join(' or ')})`;
}
