/**
 * A resource is a type name, a path, its scopes, operations and fields, and the filters and sort keys of its list. It
 * contains only facts: no functions, no imports from the server, so a browser can load it.
 */
import type { PlainMessageName } from '../messages.ts';
import { type AnyToken, administrationScopes, type Family, type Needed, type Scope, scopes } from '../scopes.ts';
import { type Belonging, hiddenOf, type OtherCreations } from './belonging.ts';
import { collectionOf } from './collection.ts';
import { described, type Field, type Fields, type Presence, readOnly, text } from './field.ts';
import type { Link } from './link.ts';
import type { Flat, ObjectOf, Schema } from './schema.ts';

export type Operation = 'list' | 'read' | 'create' | 'update' | 'remove';

/**
 * A filter of a list. Its name is a dotted path; the compared column is that path in snake case (`taxonomy.id` →
 * `taxonomy_id`).
 */
export interface Filter {
  /** A `number` or `uuid` is an id: an impossible one matches nothing, while a malformed `integer` is refused. */
  readonly kind: 'text' | 'number' | 'uuid' | 'integer' | 'decimal' | 'boolean' | 'date' | 'instant';
  readonly isNullable: boolean;
  /** The closed list of values, if there is one. */
  readonly values?: readonly string[];
  /** The values are topics of events, also `<resource type>.*`. Their list is open, and a word that is none is refused. */
  readonly isTopics?: true;
  /** The shortest and the longest text that the member can have. */
  readonly lengths?: readonly [number, number];
  /** Only `null` can be compared: the member is a structure. */
  readonly isNullOnly?: boolean;
  /** The member is a list: at least one of its elements must match, or none for the negative. */
  readonly isList?: boolean;
  /** A null list means everything, and so matches every value. */
  readonly isNullEverything?: boolean;
  /** The same for a list of words stored as JSON. */
  readonly isJsonList?: boolean;
  /** Compares keyed digests: the member itself is encrypted. */
  readonly isDigested?: boolean;
  /** The row is in force between these two columns: the filter is a day or a range of days. */
  readonly period?: { readonly from: string; readonly to: string };
  /** No column is compared: the list function of the resource computes the condition. */
  readonly isWorkedOut?: true;
  readonly presenceOf?: string;
  /** The path of the column, if it differs from the filter's name. */
  readonly path?: string;
  /**
   * Compares a member of the referenced resource: its type, and the path of the member. `isOpen`: every caller that
   * sees the row may know it; otherwise the caller must be able to read the referenced resource.
   */
  readonly through?: { readonly type: string; readonly member: string; readonly isOpen?: true };
  /** Compares a member that belongs to a resource of this type: the caller must be able to read that resource. */
  readonly of?: string;
  /** `equal`: a list of values and its negative; `range`: `.between`; `day`: `.asOf`; `from`, `to`: one end of a range. */
  readonly forms: readonly ('equal' | 'range' | 'day' | 'from' | 'to')[];
}

/** Several members that refer to one type, of which only some members are shown. */
export interface Embedding {
  readonly from: readonly string[];
  readonly showing: readonly string[];
}

/** The filters, sort keys and links as literal types: with them the client refuses a misspelt one at compile time. */
export interface LiteralNames {
  readonly sortable: string;
  readonly filterable: string;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly searched: string;
  readonly links: string;
  readonly document: string;
  readonly seeds: Readonly<Record<string, Schema>>;
  readonly attributeKeysIn: string | undefined;
}

export interface Resource<
  T extends string = string,
  F extends Fields = Fields,
  O extends Operation = Operation,
  N extends LiteralNames = LiteralNames,
> extends Belonging,
    OtherCreations {
  readonly type: T;
  /** Name of the collection. */
  readonly path: string;
  /** Of its schemas in OpenAPI, if the type is also a global name of the language that clients are generated in. */
  readonly schemaName?: string;
  /** One sentence for the reference. */
  readonly summary: string;
  /** Each of these families is sufficient: `x.readonly` to read, `x.readwrite` to write. */
  readonly scopes: AnyToken | readonly [Family, ...Family[]];
  /** Families that are sufficient to read it, in addition. */
  readonly readableWith: readonly Family[];
  readonly operations: readonly O[];
  readonly fields: F;
  /** Members of a creation only: rows that are created together with the resource. */
  readonly seeds: N['seeds'];
  /** Columns that lists filter by, or that the service needs, but that are never shown: path → type. */
  readonly hidden: Readonly<Record<string, 'bigint' | 'boolean' | 'text' | 'date' | 'timestamptz' | 'bytea'>>;
  /** `number` and `uuid` are assigned by the service and sort by creation; `text` sorts by code point. */
  readonly idKind: 'number' | 'uuid' | 'text';
  /** Members that sort a list, in addition to `id`, `createdAt` and `lastUpdatedAt`. */
  readonly sortable: readonly N['sortable'][];
  /** Members that filter a list by equality, by dotted path. */
  readonly filterable: readonly N['filterable'][];
  readonly filters: N['filters'];
  /** Members that `search` looks into. */
  readonly searched: readonly N['searched'][];
  /** By starts of words, by the same in a table of words for very many rows (`kept-words`), or by any part of the text. */
  readonly searchedBy: 'words' | 'kept-words' | 'parts';
  /** Sortable texts that `search` also finds if the whole given text begins them. Only next to kept words. */
  readonly searchedFromStart: readonly string[];
  /** Texts of which `contains` finds any part. Only next to kept words. */
  readonly searchedInside: readonly string[];
  readonly links: Readonly<Record<N['links'], Link>>;
  /**
   * The member with the value of an attribute: each file that it refers to, directly or one level below, has its own link
   * under its path.
   */
  readonly filesIn?: string;
  /** The members with the definition of a value and with the value: the definition says whether it is confidential. */
  readonly confidentialBy?: { readonly definition: string; readonly value: string };
  /** The resources of `include=embedded`: a type, and the member that refers to it, directly or one level below. */
  readonly embedded: Readonly<Record<string, string | Embedding>>;
  /** Attributes can be defined for it: the table of their keys, by which lists filter and sort. */
  readonly attributeKeysIn?: N['attributeKeysIn'];
  /**
   * It has bytes, which a read may return instead of JSON. `kept`: it is uploaded, and read with the token of a link;
   * `shown`: it is a view of such a resource.
   */
  readonly content?: 'kept' | 'shown';
  /** Verbs of the events that this resource records. */
  readonly events: readonly ('created' | 'updated' | 'deleted' | 'failing')[];
  /** A log that only grows, in the order of `id`: its list can be waited on (`wait`) and streamed. */
  readonly isFeed: boolean;
  readonly isBeta: boolean;
  /** Notes for the reference that no schema expresses. */
  readonly notes: Readonly<Partial<Record<Operation, string>>>;
  /** A read returns only the value of this member, under any of these media types. */
  readonly document?: { readonly member: N['document']; readonly types: readonly string[] };
  /** The size limit of JSON bodies. Uploads have a limit of the installation instead. */
  readonly bodyBytesMax: number;
  /** Operations that exist but are refused for everybody, with the reason. */
  readonly refused: Readonly<Partial<Record<Operation, PlainMessageName>>>;
  /** Announced in the `Deprecation` (a date) and `Sunset` (a date-time) headers. */
  readonly deprecation?: { readonly deprecatedOn: string; readonly sunsetAt?: string };
}

/** Of a body of JSON, unless its resource declares more. */
const bodyBytesMax = 1_000_000;

/** Assigned by the service: decimal digits. A resource whose clients choose the id declares its own. */
const commonFields = {
  id: described(readOnly(text({ max: 255 })), 'Made by the service: decimal digits, never used twice.'),
};

type CommonFields = typeof commonFields;

interface Declaration<T extends string, F extends Fields, O extends Operation, N extends LiteralNames>
  extends Belonging,
    OtherCreations {
  type: T;
  schemaName?: string;
  summary: string;
  scopes: Resource['scopes'];
  readableWith?: Resource['readableWith'];
  operations: readonly O[];
  fields: F;
  seeds?: N['seeds'];
  hidden?: Resource['hidden'];
  idKind?: Resource['idKind'];
  sortable?: readonly N['sortable'][];
  filterable?: readonly N['filterable'][];
  filters?: N['filters'];
  searched?: readonly N['searched'][];
  searchedBy?: Resource['searchedBy'];
  searchedFromStart?: readonly string[];
  searchedInside?: readonly string[];
  embedded?: Resource['embedded'];
  filesIn?: string;
  confidentialBy?: { readonly definition: string; readonly value: string };
  attributeKeysIn?: N['attributeKeysIn'];
  content?: 'kept' | 'shown';
  links?: Record<N['links'], Link>;
  events?: Resource['events'];
  isFeed?: boolean;
  isBeta?: boolean;
  notes?: Resource['notes'];
  document?: { member: N['document']; types: readonly string[] };
  bodyBytesMax?: number;
  refused?: Resource['refused'];
  deprecation?: { deprecatedOn: string; sunsetAt?: string };
}

export { collectionOf } from './collection.ts';

export function resource<
  const T extends string,
  F extends Fields,
  const O extends Operation,
  const S extends string = never,
  const P extends string = never,
  const N extends Readonly<Record<string, Filter>> = Record<never, Filter>,
  const Q extends keyof F & string = never,
  const L extends string = never,
  const M extends keyof F & string = never,
  E extends Readonly<Record<string, Schema>> = Record<never, Schema>,
  const X extends string | undefined = undefined,
>(
  declared: Declaration<
    T,
    F,
    O,
    { sortable: S; filterable: P; filters: N; searched: Q; links: L; document: M; seeds: E; attributeKeysIn: X }
  >,
): Resource<
  T,
  Omit<CommonFields, keyof F> & F,
  O,
  { sortable: S; filterable: P; filters: N; searched: Q; links: L; document: M; seeds: E; attributeKeysIn: X }
> {
  return {
    idKind: 'number',
    readableWith: [],
    sortable: [],
    filterable: [],
    // Undeclared means that N, L and E are empty.
    seeds: {} as E,
    filters: {} as N,
    searched: [],
    searchedBy: 'words',
    searchedFromStart: [],
    searchedInside: [],
    embedded: {},
    links: {} as Record<L, Link>,
    events: ['created', 'updated', 'deleted'],
    isFeed: false,
    isBeta: false,
    notes: {},
    bodyBytesMax,
    refused: {},
    ...declared,
    hidden: { ...hiddenOf(declared), ...declared.hidden },
    path: collectionOf(declared.type),
    fields: { ...commonFields, ...declared.fields },
  };
}

type Out<F> = F extends Field<infer O, unknown> ? O : never;
type In<F> = F extends Field<unknown, infer I> ? I : never;
type With<F extends Fields, B extends 'create' | 'update', P extends Presence> = {
  [K in keyof F]: F[K][B] extends P ? K : never;
}[keyof F];

/** The address of a page or of a related resource; null without access or target. */
export type Href = { href: string } | null;

/** Members that a response may omit. One of any type (`unknown`) is always present. */
type Omittable<F extends Fields> = {
  [K in keyof F]: unknown extends Out<F[K]> ? never : undefined extends Out<F[K]> ? K : never;
}[keyof F];

/** Most resources have one type; one whose rows have different types has it as a field. */
type TypeOf<R extends Resource> = R['fields'] extends { readonly type: infer F } ? Out<F> : R['type'];

/** The types of its rows. */
export const rowTypesOf = ({ type, fields }: Resource): readonly string[] =>
  (fields.type?.read.enum as readonly string[] | undefined) ?? [type];

/** What a response carries. */
export type Read<R extends Resource> = Flat<
  { id: string; type: TypeOf<R>; url: string } & {
    [K in Exclude<keyof R['fields'], Omittable<R['fields']> | 'type'>]: Out<R['fields'][K]>;
  } & { [K in Omittable<R['fields']>]?: Exclude<Out<R['fields'][K]>, undefined> } & {
    links: Record<string, Href> | null;
    embedded: Record<string, Record<string, unknown>> | null;
  }
>;
/** What a create body carries. */
export type Create<R extends Resource> = Flat<
  { [K in With<R['fields'], 'create', 'required'>]: In<R['fields'][K]> } & {
    [K in With<R['fields'], 'create', 'optional'>]?: In<R['fields'][K]>;
  } & ObjectOf<R['seeds']>
>;
/** What an update body carries: any subset of the writable fields. */
export type Patch<R extends Resource> = Flat<{ [K in With<R['fields'], 'update', 'optional'>]?: In<R['fields'][K]> }>;

/** The caller needs one of these scopes. Throws for a declaration whose families do not allow the operation. */
export function scopesFor(resource: Resource, operation: Operation): Needed {
  if (resource.scopes === 'any-token') return 'any-token';
  const isRead = operation === 'list' || operation === 'read';
  const wanted = isRead
    ? [...resource.scopes, ...resource.readableWith].flatMap((family) => [`${family}.readonly`, `${family}.readwrite`])
    : resource.scopes.map((family) => `${family}.readwrite`);
  // Clients cannot write some families: these have no `readwrite` scope.
  const [first, ...others] = wanted.filter(isScope);
  if (first === undefined) throw new Error(`No scope opens the operation ${operation} of ${resource.type}.`);
  return [first, ...others];
}

const isScope = (scope: string): scope is Scope => scopes.includes(scope) || administrationScopes.includes(scope);
