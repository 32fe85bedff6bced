/**
 * A legacy resource as data: its members with their types, their SQL values, and its table. The query language and its
 * SQL read this and know no resource. A description may be built for each request if it depends on the reader.
 */
import type { Place } from '../platform/store/condition.ts';

/** A text, or one that binds values. `$1` is the account. */
export type Sql = string | ((place: Place) => string);

export const written = (sql: Sql, place: Place): string => (typeof sql === 'string' ? sql : sql(place));

/** The member of the current API whose value a member shows. One object for each, so that they can be compared. */
export interface Confidential {
  readonly family: string;
  readonly member: string;
}

interface Member {
  /** Its readers leave an entry in the log of reads. */
  readonly confidential?: Confidential;
  /** Shown only when `fields` names it. */
  readonly isOnRequest?: true;
  /** The reader may not see it: left out of responses, and unknown to filters and sort keys. */
  readonly isHidden?: boolean;
}

interface Compared extends Member {
  readonly isNullable?: true;
  /** The compared and sorted value, in the SQL type of its kind. Relations whose names occur in it are joined. */
  readonly sql: Sql;
  /** SQL of type json, if the shown value differs from the compared one. */
  readonly shown?: Sql;
  /** The sort columns instead of `sql`. */
  readonly order?: readonly Sql[];
  /** The condition that the value is one of these, if other columns serve it better. Nulls are handled elsewhere. */
  readonly among?: (values: readonly string[], place: Place) => string;
  /**
   * An index of the table leads to the rows of a value, in the order of the key: to few rows, or perhaps to many. Set
   * only for very large tables.
   */
  readonly leadsTo?: 'few' | 'many';
}

/**
 * A date has type date and is shown at midnight; a timestamp has type timestamptz and is shown without its fraction.
 */
export interface Plain extends Compared {
  readonly kind: 'integer' | 'number' | 'text' | 'boolean' | 'date' | 'moment';
}

/** Shown as a number or as a name, and accepts both. `sql` gives what is shown. */
export interface Enumeration extends Compared {
  readonly kind: 'enumeration';
  readonly names: Readonly<Record<string, number>>;
  readonly shows: 'number' | 'name';
}

export type Scalar = Plain | Enumeration;

export interface ObjectMember extends Member {
  readonly kind: 'object';
  readonly members: Members;
  /** The condition that it exists; otherwise null is shown. */
  readonly isThere?: Sql;
}

export interface ArrayMember extends Member {
  readonly kind: 'array';
  readonly members: Members;
  /** SQL after `from`: one row for each element. It may name relations. */
  readonly from: Sql;
  readonly order: string;
}

/** An object with arbitrary keys. Shown as null by SQL: its resource inserts the entries. */
export interface KeyedMember extends Member {
  readonly kind: 'keyed';
}

/** The service has no data for it: shown as it is here, and never compared. */
export interface ConstantMember extends Member {
  readonly kind: 'constant';
  readonly json: 'null' | '[]' | '{}';
}

export type AnyMember = Scalar | ObjectMember | ArrayMember | KeyedMember | ConstantMember;

/** In the order of the response. */
export type Members = Readonly<Record<string, AnyMember>>;

/** Another table with at most one row for each row. */
export interface Relation {
  /** `join … as <name> on …`; it may name other relations. */
  readonly join: Sql;
  /** The same for the few rows of a page: each looks up its own. */
  readonly joinOfPage?: Sql;
  /** A row may have none. */
  readonly isOptional?: boolean;
  /**
   * Conditions on the relation are evaluated on it alone, and rows are found by its ids. Set only for very large
   * tables.
   */
  readonly asSet?: {
    readonly column: string;
    readonly table: string;
    /** An index of the row's table leads to the few rows of each id. */
    readonly isLeading: boolean;
  };
  /** Its rows in an order, from which an index leads to the few rows of each. Set only for very large tables. */
  readonly inOrder?: {
    /** `(…) as <name>` without `order by`. */
    readonly rows: Sql;
    /** Joins a row of the table. */
    readonly on: string;
  };
}

/** The sort value of each row of another table, computed once. `rows` selects `id` and the value; `id` is its id in there. */
export const sortValues = (name: string, rows: string, id: string, column: string): Relation => ({
  join: `join (${rows} offset 0) as ${name} on ${name}.id = ${column}`,
  joinOfPage: `join lateral (${rows} and ${id} = ${column} offset 0) as ${name} on true`,
  inOrder: { rows, on: `${column} = ${name}.id` },
});

/** A relation to a possibly very large table. `on` finds its row by a key of the table. */
export const related = (table: string, name: string, on: string, isOptional = false): Relation => {
  const join = isOptional ? 'left join' : 'join';
  return {
    isOptional,
    join: `${join} ${table} as ${name} on ${on}`,
    // Without `offset` the planner would read the whole table.
    joinOfPage: `${join} lateral (select * from ${table} as ${name} where ${on} offset 0) as ${name} on true`,
  };
};

export interface Description {
  /** With its article, as in "is not a property of a leave". */
  readonly noun: string;
  readonly members: Members;
  readonly table: string;
  /** The alias of the table in the SQL of members. */
  readonly row: string;
  /** Columns that make the order unique: the default order, and the order among equals. */
  readonly key: readonly string[];
  readonly relations: Readonly<Record<string, Relation>>;
  /** Paths that callers may expect, in lower case, with a sentence that says where to find the data. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Additional parameters that are accepted and ignored. */
  readonly ignored?: readonly string[];
  /** Whether rows can be counted, by `fields=collection.count`. */
  readonly isCountable: boolean;
  /** So many rows that the planner needs hints. */
  readonly isVast?: true;
  readonly pageSizes: { readonly standard: number; readonly max: number };
}

export const isScalar = (member: AnyMember): member is Scalar =>
  member.kind !== 'object' && member.kind !== 'array' && member.kind !== 'keyed' && member.kind !== 'constant';
