/** The order of a list in SQL: what its rows are sorted by, and which of them come after a position. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { columnAt, idTypeOf } from './columns.ts';
import type { Place } from './condition.ts';

export interface OrderedColumn {
  readonly sql: string;
  readonly sqlType: string;
  /** The part of the key's value that this column holds, where a key is ordered by several. */
  readonly part?: (value: string) => string;
}

/** What a sort key is, as a value, and the columns that are ordered by in its place. */
export interface SortColumn {
  readonly shown: string;
  readonly columns: readonly OrderedColumn[];
}

export type SortColumns = (path: string) => SortColumn;

/** Texts are ordered by their folded form, kept in a column of its own; a day or moment that is not set comes after all others. */
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
  // Not by coalesce(), which row-level security does not trust before it has looked at the account.
  return { sql: isNullable ? `case when ${sql} is null then 'infinity' else ${sql} end` : sql, sqlType };
}

export interface DirectedColumn extends OrderedColumn {
  readonly isDown: boolean;
  /** Which sort key it belongs to. */
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
 * Rows after a position. One direction throughout is a row comparison, which an index answers. Mixed directions are
 * spelled out, with the bound on the first key in front so that an index can still start there; so are columns of
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

/** The same as conditions of which each row meets one, and each of which an index answers, however many rows tie. */
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

/** Further by one key, and equal by all before it. */
const alternatives = (bound: readonly BoundColumn[]): string[] =>
  bound.map((key, index) => {
    const equal = bound.slice(0, index).map(({ sql, value }) => `${sql} = ${value}`);
    return [...equal, `${key.sql} ${key.isDown ? '<' : '>'} ${key.value}`].join(' and ');
  });
