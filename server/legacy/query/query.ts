/** A parsed legacy query: every name is known, every value has its type. */
import type { ArrayMember, Scalar } from '../members.ts';

export const operators = [
  'equals',
  'notequal',
  'like',
  'starts',
  'since',
  'until',
  'between',
  'greaterthan',
  'greaterthanorequal',
  'lessthan',
  'lessthanorequal',
] as const;

export type Operator = (typeof operators)[number];

/** A day or a second: from its first moment up to, and without, the next one. In milliseconds since 1970. */
export interface Span {
  readonly kind: 'span';
  readonly from: number;
  readonly until: number;
}

/** Integers stay digits; numbers, booleans and enumerations are in shown form. */
export type Value = string | number | boolean | Span;

export interface Term {
  /** With the case of the description. */
  readonly path: string;
  readonly member: Scalar;
  /** The array that the path leads through: one element must match. */
  readonly through: ArrayMember | null;
  readonly operator: Operator;
  readonly values: readonly Value[];
  /** Whether `null` was among the values. */
  readonly hasNull: boolean;
}

/**
 * The shown members of an object: all listed ones, and additionally named ones. Names have the case of the description.
 */
export interface Selection {
  readonly isWhole: boolean;
  readonly named: ReadonlyMap<string, Selection>;
}

export interface OrderKey {
  readonly member: Scalar;
  readonly isDescending: boolean;
}

export interface LegacyQuery {
  readonly selection: Selection;
  /** Whether the rows of all pages are counted, and whether only the count is returned. */
  readonly isCounted: boolean;
  readonly isOnlyCounted: boolean;
  readonly paging: { readonly first: number; readonly size: number };
  readonly isPagingSent: boolean;
  readonly order: readonly OrderKey[];
  readonly terms: readonly Term[];
  /** The reserved parameter `formerEmployees`. */
  readonly isFormerAsked: boolean;
}
