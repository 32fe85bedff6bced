/** A page of a list: its query, its sources and its content. */
import type { OpenText } from '../database/texts.ts';
import type { AttributePart } from './attribute-filter.ts';
import type { Condition } from './condition.ts';
import type { FilterTerm } from './filter.ts';
import type { SortColumns } from './order.ts';
import type { Shown } from './shown-columns.ts';

export interface SortKey {
  readonly path: string;
  readonly isDescending: boolean;
  /** Set for an attribute, which can only be the first key. */
  readonly part?: AttributePart;
}

/** The start of a page: after or before a row, given by its sort values; at an end if there are none. */
export interface Position {
  readonly isBackward: boolean;
  readonly values: readonly (string | null)[] | null;
}

/** The query of a caller. */
export interface PageQuery {
  readonly limit: number;
  /** With `id`, so that the order is total; usually at the end. */
  readonly sort: readonly SortKey[];
  readonly filters: readonly FilterTerm[];
  /** The position of a cursor, or the number of rows to skip. */
  readonly start: Position | number;
  readonly isCounted: boolean;
  /** Whether the response shows links, so that the reader of a shortened page knows that it goes on. */
  readonly isLinked: boolean;
}

/** The query, limited to the rows that the caller may see. */
export interface VisiblePageQuery extends PageQuery {
  readonly conditions: readonly Condition[];
  /** How rows are shown, if not as they are stored. */
  readonly shown?: Shown;
}

/** A source of rows. Most lists have one source: the table of their resource. */
export interface Source {
  /** SQL after `from`; its rows are named `shown_row` and have an id, a revision and a representation. */
  readonly from: string | Condition;
  /**
   * The same rows without their text, for a count, if the text has outer joins: PostgreSQL leaves them out of a count, and
   * Citus refuses a statement in which it does not find them again.
   */
  readonly counted?: Condition;
  /** The filters, in the form for this source. */
  readonly conditions: readonly Condition[];
  /** SQL of the text of a row, if the column `representation` may be in the form of another release. */
  readonly text?: string;
  /** The columns for a sort key. */
  readonly order: SortColumns;
  /** Very many rows may have the same first key, and its index also serves the reverse order of the second key. */
  readonly hasManyTies?: true;
  /** Only so many rows are read in the order of the page, and those that meet the conditions are in it. */
  readonly walk?: { readonly rowsMax: number; readonly met: readonly Condition[] };
}

export interface Page {
  /** The representations of the page in order, separated by row markers; null if there are none, or if they are forgotten. */
  representations: OpenText | null;
  /** The revisions of the rows: they change if and only if the content does. */
  readonly revisions: string;
  /** The ids of the rows, and the sort values of the first and the last row. */
  readonly ids: readonly string[];
  readonly first: readonly (string | null)[] | null;
  readonly last: readonly (string | null)[] | null;
  positionAt(row: number): readonly (string | null)[] | null;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly totalCount: number | null;
}
