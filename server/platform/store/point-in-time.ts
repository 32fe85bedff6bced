/** The time that a request asks about, if it is not now: a day, a moment of knowledge, or both. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Condition } from './condition.ts';
import type { FormerReader } from './version-list.ts';

export interface PointInTime {
  /** The day on which rows with dates are shown; null: as they are recorded. */
  readonly day: string | null;
  /** Later changes are left out; null: everything that is recorded counts. */
  readonly moment: string | null;
  /** The same for rows without dates: also what was recorded after the end of the day is left out. */
  readonly recordedUntil: string | null;
  /**
   * Between which moments of the database changes after these moments were written: the first, the last, and bounds of
   * partitions of versions between them. Null: in any, because the clock of the account may have been moved.
   */
  readonly written: readonly string[] | null;
}

/** The same with what the caller may see of each resource. */
export interface CallerPointInTime extends PointInTime {
  /** What depends on other rows or on the day, if a resource has it. */
  inTimeOf(resource: Resource): InTime | undefined;
  /** Conditions on rows that exist now: the rights of today decide. */
  visibleOf(resource: Resource): readonly Condition[];
  /** Who asks for rows that were deleted since; null: they are not shown to this caller. */
  formerReaderOf(resource: Resource): FormerReader | null;
}

/** Which rows of another resource: by their own id, or by that of their owner; SQL. */
export type By = { readonly id: string } | { readonly owner: string };

/** What a function of a resource gets to derive columns of the rows `known`. */
export interface Deriving {
  /** SQL of the day; null if none is asked for. */
  readonly day: string | null;
  /** Whether the list uses this column. Others are left out, because long statements take long to plan. */
  needs(column: string): boolean;
  /** SQL of rows of another resource as they were known at the same moment, for any caller, with these columns. */
  related(resource: Resource, by: By, columns: readonly string[]): string;
}

export interface Derived {
  /** Joined to `known`. */
  readonly joins?: string;
  /** SQL that replaces columns, by their names. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Derives columns that the text of a row does not have, or that depend on the day. */
export type InTime = (deriving: Deriving) => Derived;
