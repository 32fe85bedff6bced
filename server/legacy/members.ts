/**
 * A legacy resource as data: its members with their types, where their values come from in SQL, and what a row of it
 * is. The query language and its SQL are readers of this; they know no single resource. A description may be made
 * again for each request, where it depends on the reader.
 */
import type { Place } from '../platform/store/condition.ts';

/** A text, or one that binds values. `$1` is the account. */
export type Sql = string | ((place: Place) => string);

export const written = (sql: Sql, place: Place): string => (typeof sql === 'string' ? sql : sql(place));

interface Member {
  /** StoredRow only when `fields` names it. */
  readonly isOnRequest?: true;
  /** The reader may not see it: left out of answers, and unknown to filters and orders. */
  readonly isHidden?: boolean;
}

interface Compared extends Member {
  readonly isNullable?: true;
  /** What is compared and ordered, in the SQL type of its kind. Relations are joined where their names stand in it. */
  readonly sql: Sql;
  /** SQL of type json, where what is shown is not what is compared. */
  readonly shown?: Sql;
  /** What is ordered by in place of `sql`. */
  readonly order?: readonly Sql[];
  /** The condition that the value is one of these, where other columns tell it better. Nulls are no concern of it. */
  readonly among?: (values: readonly string[], place: Place) => string;
  /**
   * An index of the table leads to the rows of a value, and among them in the order of the key: to few of them, or
   * perhaps to many. Said only where a table is vast.
   */
  readonly leadsTo?: 'few' | 'many';
}

/** A date is of type date and shown at midnight; a moment is of type timestamptz and shown without its fraction. */
export interface Plain extends Compared {
  readonly kind: 'integer' | 'number' | 'text' | 'boolean' | 'date' | 'moment';
}

/** StoredRow as a number or as a name; asked for by either. `sql` gives what is shown. */
export interface Enumeration extends Compared {
  readonly kind: 'enumeration';
  readonly names: Readonly<Record<string, number>>;
  readonly shows: 'number' | 'name';
}

export type Scalar = Plain | Enumeration;

export interface ObjectMember extends Member {
  readonly kind: 'object';
  readonly members: Members;
  /** The condition that it is there; otherwise null is shown. */
  readonly isThere?: Sql;
}

export interface ArrayMember extends Member {
  readonly kind: 'array';
  readonly members: Members;
  /** What follows `from`: one row for each element. Relations may be named. */
  readonly from: Sql;
  readonly order: string;
}

/** An object whose entries have names of their own. StoredRow as null by SQL: its resource puts the entries in. */
export interface KeyedMember extends Member {
  readonly kind: 'keyed';
}

/** What the service has no data for: shown as it stands here, and never compared. */
export interface ConstantMember extends Member {
  readonly kind: 'constant';
  readonly json: 'null' | '[]' | '{}';
}

export type AnyMember = Scalar | ObjectMember | ArrayMember | KeyedMember | ConstantMember;

/** In the order in which they are shown. */
export type Members = Readonly<Record<string, AnyMember>>;

/** Another table of which a row has at most one. */
export interface Relation {
  /** `join … as <name> on …`; it may name other relations. */
  readonly join: Sql;
  /** The same for the rows of a page, which are few next to those of the table: each looks up its own. */
  readonly joinOfPage?: Sql;
  /** A row may have none. */
  readonly isOptional?: boolean;
  /** What is asked of the relation is asked of it alone, and rows are found by its ids. Said only where a table is vast. */
  readonly asSet?: {
    readonly column: string;
    readonly table: string;
    /** An index of the row's table leads to the few rows of each id. */
    readonly isLeading: boolean;
  };
}

/** A relation to a table that may be vast. `on` is the condition that finds its row by a key of the table. */
export const related = (table: string, name: string, on: string, isOptional = false): Relation => {
  const join = isOptional ? 'left join' : 'join';
  return {
    isOptional,
    join: `${join} ${table} as ${name} on ${on}`,
    // Without `offset` the planner would rather read all of the table.
    joinOfPage: `${join} lateral (select * from ${table} as ${name} where ${on} offset 0) as ${name} on true`,
  };
};

export interface Description {
  /** With its article, as in "is not a property of a leave". */
  readonly noun: string;
  readonly members: Members;
  readonly table: string;
  /** What the SQL of members calls a row of the table. */
  readonly row: string;
  /** Columns that make a row's place unique: the order of rows where none is asked for, and among equals. */
  readonly key: readonly string[];
  readonly relations: Readonly<Record<string, Relation>>;
  /** Paths that callers may expect, in lower case, with a sentence that says where to look for what is there. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Words beyond those of the language that are accepted and have no effect. */
  readonly ignored?: readonly string[];
  /** Whether rows can be counted, by `fields=collection.count`. */
  readonly isCountable: boolean;
  /** So many rows that the planner is told how to find them. */
  readonly isVast?: true;
  readonly pageSizes: { readonly standard: number; readonly max: number };
}

export const isScalar = (member: AnyMember): member is Scalar =>
  member.kind !== 'object' && member.kind !== 'array' && member.kind !== 'keyed' && member.kind !== 'constant';
