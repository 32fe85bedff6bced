/** The two ways to read a resource: one row, or one page. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session, Tx } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { canName, columnAt, idTypeOf, tableOf } from './columns.ts';
import { representation } from './representation.ts';

/** A row as it is answered: JSON text without its closing brace, and what the server itself needs beside it. */
export interface Shown {
  readonly id: string;
  /** What the entity tag is made of. */
  readonly revision: string;
  readonly members: string;
}

/** SQL that must hold for a row to be found. `place` binds a value and returns its placeholder. */
export type Condition = (place: Place) => string;
export type Place = (value: unknown) => string;

export interface SortKey {
  readonly path: string;
  readonly isDescending: boolean;
}

/** Where a page begins: after or before a row, given by its sort values; at an end when there are none. */
export interface Position {
  readonly isBackward: boolean;
  readonly values: readonly string[] | null;
}

export interface PageRequest {
  readonly limit: number;
  /** Ends with `id`, which makes every row's place unique. */
  readonly sort: readonly SortKey[];
  readonly conditions: readonly Condition[];
  /** A cursor's position, or the number of rows to pass over. */
  readonly start: Position | number;
  readonly isCounted: boolean;
}

export interface PageRow extends Shown {
  /** The values of the sort keys, as text that the database takes back unchanged. */
  readonly position: readonly string[];
}

export interface Page {
  readonly rows: readonly PageRow[];
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly totalCount: number | null;
}

/** Reads one row and keeps others from changing it, or from referring to it, until the transaction ends. */
export async function lockOne(tx: Tx, resource: Resource, id: string): Promise<Shown | null> {
  if (!canName(resource, id)) return null;
  const [row] = await tx.run<Shown>(
    statement(
      `select ${shownColumns(resource)} from ${tableOf(resource)} as shown_row where account_id = $1 and id = $2 for update`,
    ),
    [id],
  );
  return row ?? null;
}

export async function findOne(
  session: Session,
  resource: Resource,
  id: string,
  conditions: readonly Condition[] = [],
): Promise<Shown | null> {
  if (!canName(resource, id)) return null;
  const { values, place } = binder([id]);
  const where = ['account_id = $1', 'id = $2', ...conditions.map((condition) => condition(place))];
  const [row] = await session.run<Shown>(
    statement(`select ${shownColumns(resource)} from ${tableOf(resource)} as shown_row where ${where.join(' and ')}`),
    values,
  );
  return row ?? null;
}

export const shownColumns = (resource: Resource, row = 'shown_row'): string =>
  `${row}.id::text as id, ${row}.revision::text as revision, ${representation(resource, row)} as members`;

/** Binds values after the account, which is always `$1`. */
export function binder(first: readonly unknown[] = []): { values: unknown[]; place: Place } {
  const values = [...first];
  return { values, place: (value) => `$${values.push(value) + 1}` };
}

/** Asks for one row more than the page, which tells whether another page follows. */
export async function findPage(session: Session, resource: Resource, request: PageRequest): Promise<Page> {
  const [rows, totalCount] = await Promise.all([
    request.limit === 0 ? [] : pageRows(session, resource, request),
    request.isCounted ? countRows(session, resource, request.conditions) : null,
  ]);
  if (request.limit === 0) return { rows, hasPrevious: false, hasNext: false, totalCount };
  const hasMore = rows.length > request.limit;
  const page = hasMore ? rows.slice(0, request.limit) : rows;
  if (typeof request.start === 'number') {
    return { rows: page, hasPrevious: request.start > 0, hasNext: hasMore, totalCount };
  }
  const hasCome = request.start.values !== null;
  return request.start.isBackward
    ? { rows: page.reverse(), hasPrevious: hasMore, hasNext: hasCome, totalCount }
    : { rows: page, hasPrevious: hasCome, hasNext: hasMore, totalCount };
}

async function countRows(session: Session, resource: Resource, conditions: readonly Condition[]): Promise<number> {
  const { values, place } = binder();
  const where = ['account_id = $1', ...conditions.map((condition) => condition(place))];
  const [row] = await session.run<{ count: string }>(
    statement(`select count(*) from ${tableOf(resource)} as shown_row where ${where.join(' and ')}`),
    values,
  );
  return Number(row?.count);
}

type RawRow = Shown & Record<`key_${number}`, string>;

async function pageRows(session: Session, resource: Resource, request: PageRequest): Promise<PageRow[]> {
  const { values, place } = binder();
  const { start, sort } = request;
  const isBackward = typeof start !== 'number' && start.isBackward;
  const keys = sort.map(({ path, isDescending }) => ({
    ...sortColumn(resource, path),
    isDown: isDescending !== isBackward,
  }));
  const where = ['account_id = $1', ...request.conditions.map((condition) => condition(place))];
  if (typeof start !== 'number' && start.values) where.push(beyond(keys, start.values, place));
  const order = keys.map(({ sql, isDown }) => `${sql} ${isDown ? 'desc' : 'asc'}`).join(', ');
  const selected = keys.map(({ sql }, index) => `${sql}::text as key_${index}`).join(', ');
  const offset = typeof start === 'number' && start > 0 ? ` offset ${place(start)}` : '';
  const rows = await session.run<RawRow>(
    statement(
      `select ${shownColumns(resource)}, ${selected} from ${tableOf(resource)} as shown_row where ${where.join(' and ')}` +
        ` order by ${order} limit ${place(request.limit + 1)}${offset}`,
    ),
    values,
  );
  return rows.map((row) => ({
    id: row.id,
    revision: row.revision,
    members: row.members,
    position: keys.map((_, index) => row[`key_${index}`] as string),
  }));
}

interface OrderedColumn {
  readonly sql: string;
  readonly sqlType: string;
}

/** Texts are ordered by their folded form, kept in a column of its own. */
function sortColumn(resource: Resource, path: string): OrderedColumn {
  if (path === 'id') return { sql: 'shown_row.id', sqlType: idTypeOf(resource) };
  const column = resource.fields[path]?.column;
  if (column === 'text') return { sql: `shown_row.${columnAt(path)}_ordering`, sqlType: 'text' };
  return { sql: `shown_row.${columnAt(path)}`, sqlType: column ?? 'text' };
}

/**
 * Rows after a position. One direction throughout is a row comparison, which an index answers. Mixed directions are
 * spelled out, with the bound on the first key in front so that an index can still start there.
 */
function beyond(
  keys: readonly (OrderedColumn & { isDown: boolean })[],
  position: readonly string[],
  place: Place,
): string {
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
  return `${first.sql} ${first.isDown ? '<=' : '>='} ${first.value} and (${alternatives.map((one) => `(${one})`).join(' or ')})`;
}
