/** The order of a list in SQL: its sort columns, and the condition for rows after a position. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { columnAt, idTypeOf } from './columns.ts';
import type { Place } from './condition.ts';

export interface OrderedColumn {
  readonly sql: string;
  readonly sqlType: string;
  /** The part of the key's value that this column holds, if a key has several columns. */
  readonly part?: (value: string) => string;
}

/** The value of a sort key, and the columns that implement its order. */
export interface SortColumn {
  readonly shown: string;
  readonly columns: readonly OrderedColumn[];
}

export type SortColumns = (path: string) => SortColumn;

/** Texts are sorted by their folded form, which has its own column. A missing day or timestamp comes last. */
export const tableOrder =
  (resource: Resource): SortColumns =>
  (path) => {
    const column = tableColumn(resource, path);
    return { shown: column.sql, columns: [column] };
  };

function tableColumn(resource: Resource, path: string): OrderedColumn {
  if (path === 'id') return { sql: 'shown_row.id', sqlType: idTypeOf(resource) };
  const name = path.replace(/\.date$/, '');
  const { column = 'text', isNullable = false } = resource.fields[name] ?? {};
  const sql = `shown_row.${columnAt(path)}`;
  if (column === 'text') return { sql: `${sql}_ordering`, sqlType: 'text' };
  const sqlType = column === 'day' ? 'date' : column;
  if (sqlType !== 'date' && sqlType !== 'timestamptz') return { sql, sqlType };
  // Not with coalesce(), which row-level security does not trust before it has checked the account.
  return { sql: isNullable ? `case when ${sql} is null then 'infinity' else ${sql} end` : sql, sqlType };
}

export interface DirectedColumn extends OrderedColumn {
  readonly isDown: boolean;
  /** The sort key that it belongs to. */
  readonly key: number;
}

export const directed = (
  sort: readonly { readonly path: string; readonly isDescending: boolean }[],
  order: SortColumns,
  isBackward: boolean,
): DirectedColumn[] =>
  sort.flatMap(({ path, isDescending }, key) =>
    order(path).columns.map((column) => ({ ...column, key, isDown: isDescending !== isBackward })),
  );

export const orderBy = (keys: readonly { readonly sql: string; readonly isDown: boolean }[]): string =>
  `order by ${keys.map(({ sql, isDown }) => `${sql} ${isDown ? 'desc' : 'asc'}`).join(', ')}`;

/**
 * Rows after a position. With one direction, this is a row comparison, which an index serves. Mixed directions are
 * spelled out, with the bound on the first key in front so that an index can still start there. So are columns of
 * several tables, none of which has an index on all.
 */
export function beyond(keys: readonly DirectedColumn[], position: readonly (string | null)[], place: Place): string {
  const bound = boundTo(keys, position, place);
  const [first] = bound;
  if (!first) return 'true';
  if (isInOneDirection(keys) && bound.every(({ sql }) => tableIn(sql) === tableIn(first.sql))) {
    const row = bound.map(({ sql }) => sql).join(', ');
    return `(${row}) ${first.isDown ? '<' : '>'} (${bound.map(({ value }) => value).join(', ')})`;
  }
  const start = `${first.sql} ${first.isDown ? '<=' : '>='} ${first.value}`;
  return `${start} and (${alternatives(bound)
    .map((one) => `(${one})`)
    .join(' or ')})`;
}

/** The same as separate conditions: each row matches one, and an index serves each, however many ties there are. */
export const beyondInParts = (
  keys: readonly DirectedColumn[],
  position: readonly (string | null)[],
  place: Place,
): string[] => alternatives(boundTo(keys, position, place));

export const isInOneDirection = (keys: readonly { readonly isDown: boolean }[]): boolean =>
  keys.every(({ isDown }) => isDown === keys[0]?.isDown);

const tableIn = (sql: string): string | undefined => /(\w+)\./.exec(sql)?.[1];

interface BoundColumn extends DirectedColumn {
  readonly value: string;
}

const boundTo = (
  keys: readonly DirectedColumn[],
  position: readonly (string | null)[],
  place: Place,
): readonly BoundColumn[] =>
  keys.map((key) => {
    const value = position[key.key] ?? '';
    return { ...key, value: `${place(key.part ? key.part(value) : value)}::${key.sqlType}` };
  });

/** Further by one key, and equal by all keys before it. */
const alternatives = (bound: readonly BoundColumn[]): string[] =>
  bound.map((key, index) => {
    const equal = bound.slice(0, index).map(({ sql, value }) => `${sql} = ${value}`);
    return [...equal, `${key.sql} ${key.isDown ? '<' : '>'} ${key.value}`].join(' and ');
  });
