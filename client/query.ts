/**
 * What a list can be asked, typed from the declaration of its resource: a misspelt filter or sort key does not
 * compile. And how the question is written into an address.
 */

import type { Field, Fields } from '@muster/contract/kit/field.ts';
import type { attributePrefix } from '@muster/contract/kit/list.ts';
import type { Filter, Resource } from '@muster/contract/kit/resource.ts';

export type Include = 'links' | 'embedded' | 'totalCount';

type Moments<R extends Resource> = Extract<'createdAt' | 'lastUpdatedAt', keyof R['fields']>;

/** Bare ascends, with a leading `-` descends. */
export type SortKey<R extends Resource> = KeyOf<R> | `-${KeyOf<R>}` | AttributeKey<R>;

type KeyOf<R extends Resource> = 'id' | R['sortable'][number] | Moments<R>;

/** Names of attributes are made by definitions, so any text behind the prefix compiles; the service knows which exist. */
type AttributeKey<R extends Resource> = [Extract<R['attributeKeysIn'], string>] extends [never]
  ? never
  : `${typeof attributePrefix}${string}` | `-${typeof attributePrefix}${string}`;

/** Both ends; null leaves a side open. Days and ids include both, moments exclude the second. */
export type Range = readonly [from: Bound | null, to: Bound | null];
type Bound = string | number | Date;

type OneOrMore<V> = V | readonly V[];

type Filterable<R extends Resource> = R['filterable'][number];

type OutOf<F> = F extends Field<infer O, unknown> ? O : never;

/** The value to compare a dotted path with: that of the member, or the id of what it points to. */
type ValueAt<F extends Fields, P extends string> = P extends keyof F
  ? OutOf<F[P]>
  : P extends `${infer Member extends keyof F & string}.id`
    ? string | Extract<OutOf<F[Member]>, null>
    : string | null;

type ValueOf<N extends Filter> =
  | (N['isNullOnly'] extends true ? never : N['kind'] extends 'boolean' ? boolean : string)
  | (N['isNullable'] extends true ? null : never);

/** Names of special filters that have the form. */
type WithForm<N extends Readonly<Record<string, Filter>>, Form> = {
  [K in keyof N]: Form extends N[K]['forms'][number] ? K : never;
}[keyof N] &
  string;

/** Types do not tell a day or a moment from another text, so a text may have a range here that the service refuses. */
type Ranged<R extends Resource> = {
  [P in Filterable<R>]: P extends 'id'
    ? never
    : P extends keyof R['fields']
      ? string extends OutOf<R['fields'][P]>
        ? P
        : never
      : never;
}[Filterable<R>];

type Negatable<P extends string> = P | `-${P}`;
type Bare<P extends string> = P extends `-${infer Q}` ? Q : P;

/**
 * Filters by name, with the values as they are: several are alternatives, null asks for members without a value, a
 * leading `-` excludes, and `.between` takes a range.
 */
export type Filters<R extends Resource> = {
  readonly [P in Negatable<Filterable<R>>]?: OneOrMore<ValueAt<R['fields'], Bare<P>>>;
} & {
  readonly [P in Negatable<WithForm<R['filters'], 'equal'>>]?: OneOrMore<ValueOf<R['filters'][Bare<P>]>>;
} & {
  readonly [P in `${WithForm<R['filters'], 'range'> | Ranged<R> | Moments<R>}.between`]?: Range;
} & {
  readonly [P in AttributeKey<R>]?: OneOrMore<Bound | boolean | null>;
};

/** The time that is asked about, where the resource can be asked: now when left out. */
export interface AtMoment {
  /** A day, YYYY-MM-DD. */
  readonly asOf?: string;
  /** A moment: what was recorded later is left out. */
  readonly knownAt?: string | Date;
}

export type Query<R extends Resource> = {
  readonly filters?: Filters<R>;
  readonly sort?: readonly SortKey<R>[];
  /** Items per page, 0 to 1000; 100 when left out. */
  readonly limit?: number;
  /** `cursor` of the page to go on after. Filters and sort, where given, must be those it was made with. */
  readonly after?: string;
  readonly signal?: AbortSignal;
} & AtMoment &
  ([R['searched'][number]] extends [never] ? unknown : { readonly search?: string }) &
  (R['searchedInside'] extends readonly [] ? unknown : { readonly contains?: string });

/** A query of any resource, as the code that writes it sees it. */
export interface AnyQuery extends AtMoment {
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly search?: string;
  readonly contains?: string;
  readonly sort?: readonly string[];
  readonly limit?: number;
  readonly after?: string;
  readonly include?: readonly Include[];
  /** Seconds for which an empty answer may be held back. */
  readonly wait?: number;
}

/** `?…`, or nothing. */
export function queryText(query: AnyQuery): string {
  const { filters = {}, search, contains, sort, limit, after, include, wait, asOf, knownAt } = query;
  const parameters: [name: string, value: string][] = Object.entries(filters).map(([name, value]) => [
    name,
    filterText(name, value),
  ]);
  if (search !== undefined) parameters.push(['search', search]);
  if (contains !== undefined) parameters.push(['contains', contains]);
  if (asOf !== undefined) parameters.push(['asOf', asOf]);
  if (knownAt !== undefined) parameters.push(['knownAt', plain(knownAt)]);
  if (sort && sort.length > 0) parameters.push(['sort', sort.join(',')]);
  if (limit !== undefined) parameters.push(['limit', String(limit)]);
  if (include && include.length > 0) parameters.push(['include', [...new Set(include)].join(',')]);
  if (wait !== undefined) parameters.push(['wait', String(wait)]);
  if (after !== undefined) parameters.push(['page', after]);
  const pairs = parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** An undefined filter is a mistake, and leaving it out would list everything. No value at all is refused likewise. */
function filterText(name: string, value: unknown): string {
  const values = Array.isArray(value) ? value : [value];
  if (values.length === 0 || values.includes(undefined)) throw new TypeError(`The filter '${name}' has no value.`);
  if (name.endsWith('.between')) return values.map((bound) => (bound === null ? '..' : plain(bound))).join('--');
  return values.map((one) => plain(one).replace(/[\\,]/g, '\\$&')).join(',');
}

const plain = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));
