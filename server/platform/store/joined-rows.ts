/** A page arrives as one row: the texts of its rows, joined by markers. */
import type { StoredText } from '../database/texts.ts';
import { rowMark, rowMarkInSql } from './address.ts';
import type { SortKey } from './list-page.ts';
import { fitColumns } from './page-bytes.ts';

export interface JoinedRows {
  readonly found: string;
  /** How many rows are included, if bytes are counted; otherwise all. */
  readonly shown?: string;
  representations: StoredText | null;
  readonly revisions: string | null;
  readonly ids?: string | null;
  readonly [key: `key_${number}`]: string | null;
}

export const emptyRows: JoinedRows = { found: '0', representations: null, revisions: null };

/** The extra row is the last one, or the first if the page was read backwards. */
export const withoutExtra = <Text extends string>(joined: Text, isBackward: boolean): Text =>
  // A part of an open text is open.
  (isBackward ? joined.slice(joined.indexOf(rowMark) + 1) : joined.slice(0, joined.lastIndexOf(rowMark))) as Text;

/** Joins the rows of two consecutive statements. */
export function joinedRows(one: JoinedRows, other: JoinedRows): JoinedRows {
  if (one.found === '0') return other;
  if (other.found === '0') return one;
  const joined = Object.entries(one).map(([name, text]) => [name, text + rowMark + other[name as keyof JoinedRows]]);
  const sum = (name: 'found' | 'shown') => String(Number(one[name]) + Number(other[name]));
  return {
    ...Object.fromEntries(joined),
    found: sum('found'),
    ...(one.shown !== undefined && { shown: sum('shown') }),
  };
}

interface Asked {
  readonly sort: readonly SortKey[];
  readonly bytesMax: number | null;
}

export function joinedColumns({ sort, bytesMax }: Asked): string {
  const joined = (column: string, name: string) => `string_agg(${column}, ${rowMarkInSql}) as ${name}`;
  // As JSON text: a raw key may contain any character, including the row marker.
  const key = (index: number) => joined(`coalesce(to_json(key_${index}::text)::text, 'null')`, `key_${index}`);
  return [
    // With only texts in it, the row is read faster (`text-query.ts`).
    ...(bytesMax === null ? ['count(*)::text as found'] : fitColumns),
    joined('representation', 'representations'),
    joined('revision::text', 'revisions'),
    joined('id::text', 'ids'),
    ...sort.flatMap(({ path }, index) => (path === 'id' ? [] : [key(index)])),
  ].join(', ');
}
