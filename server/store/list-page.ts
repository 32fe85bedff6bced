/** A page of a list: what is asked of it, where its rows come from, and what it holds. */
import type { OpenText } from '../database/texts.ts';
import type { AttributePart } from './attribute-filter.ts';
import type { Condition } from './condition.ts';
import type { FilterTerm } from './filter.ts';
import type { SortColumns } from './order.ts';

export interface SortKey {
  readonly path: string;
  readonly isDescending: boolean;
  /** Of an attribute, which is the first key or none. */
  readonly part?: AttributePart;
}

/** Where a page begins: after or before a row, given by its sort values; at an end when there are none. */
export interface Position {
  readonly isBackward: boolean;
  readonly values: readonly (string | null)[] | null;
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

/** Where the rows of a list come from. Most lists have one source: the table of their resource. */
export interface Source {
  /** What follows `from`; its rows are called `shown_row`. They have an id, a revision and a representation. */
  readonly from: string;
  /** The filters, as this source understands them. */
  readonly conditions: readonly Condition[];
  /** What a sort key is ordered by here. */
  readonly order: SortColumns;
  /** Very many rows may be equal by the first key, and its index also leads where the second runs the other way. */
  readonly hasManyTies?: true;
}

export interface Page {
  /** The representations of the page in their order, separated by row marks; null when there are none. */
  readonly representations: OpenText | null;
  /** The revisions of the rows: they change when, and only when, the content does. */
  readonly revisions: string;
  /** Only when asked for: ids of the rows, and the sort values of the first and the last. */
  readonly ids: readonly string[];
  readonly first: readonly (string | null)[] | null;
  readonly last: readonly (string | null)[] | null;
  positionAt(row: number): readonly (string | null)[] | null;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly totalCount: number | null;
}
