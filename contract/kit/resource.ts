/**
 * A resource is a type name, a path, the scopes that open it, the operations it answers, its fields, and
 * what a list of it can be filtered and sorted by. It holds facts only: no functions, no imports from the
 * server, so a browser can load it.
 */
import type { PlainMessageName } from '../messages.ts';
import { type AnyToken, administrationScopes, type Family, type Needed, type Scope, scopes } from '../scopes.ts';
import { type Belonging, hiddenOf, type OtherCreations } from './belonging.ts';
import { collectionOf } from './collection.ts';
import { described, type Field, type Fields, type Presence, readOnly, text } from './field.ts';
import type { Flat, ObjectOf, Schema } from './schema.ts';

export type Operation = 'list' | 'read' | 'create' | 'update' | 'remove';

/**
 * What a list can be narrowed by. Its name is a dotted path; the column compared is that path in snake case
 * (`taxonomy.id` → `taxonomy_id`).
 */
export interface Filter {
  /** A `number` or `uuid` is an id: one that names nothing matches nothing, while an `integer` of another form is refused. */
  readonly kind: 'text' | 'number' | 'uuid' | 'integer' | 'decimal' | 'boolean' | 'date' | 'instant';
  readonly isNullable: boolean;
  /** The closed list of values, where there is one. */
  readonly values?: readonly string[];
  /** Only `null` can be asked for: the member is a structure. */
  readonly isNullOnly?: boolean;
  /** The member is a list: at least one of its elements is to match, or none for the negative. */
  readonly isList?: boolean;
  /** A list that is null stands for everything, and so matches whatever is asked for. */
  readonly isNullEverything?: boolean;
  /** The same for a list of words that is kept as JSON. */
  readonly isJsonList?: boolean;
  /** Compared are keyed digests: the member itself is sealed. */
  readonly isDigested?: boolean;
  /** The row holds on the days between these two columns: asked for is a day or a range of days that it holds on. */
  readonly period?: { readonly from: string; readonly to: string };
  /** No column is compared: `behaviours.ts` says what the values mean for who asks. */
  readonly isWorkedOut?: true;
  /** Another path than the filter's own name leads to the column. */
  readonly path?: string;
  /**
   * Compared is a member of what the column names: the type of that, and the path of the member. `isOpen`: anyone who sees
   * the row may know it; otherwise the caller must be able to read what is named.
   */
  readonly through?: { readonly type: string; readonly member: string; readonly isOpen?: true };
  /** Compared is a member of a resource of this type that is kept next to the row: the caller must be able to read that. */
  readonly of?: string;
  /** `equal`: a list of values and its negative; `range`: `.between`; `day`: `.asOf`; `from`, `to`: one end of a range. */
  readonly forms: readonly ('equal' | 'range' | 'day' | 'from' | 'to')[];
}

/** One of the scopes must be held, or the link is null. */
export type Link = { readonly needs: readonly [Scope, ...Scope[]] } & (
  | {
      /** Address below the account's own, with `{id}` for the id of the resource. */
      readonly href: string;
    }
  | {
      /** The member whose file it leads to, with a token for who asks; null where the member is. */
      readonly file: string;
    }
  | {
      /** Where it leads, and whether it leads anywhere, depends on the row: `behaviours.ts` says so. */
      readonly workedOut: true;
    }
);

/** Several members that refer to one type, of which only some members are shown. */
export interface Embedding {
  readonly from: readonly string[];
  readonly showing: readonly string[];
}

/** What a list understands and a resource links to, as literal types: the client refuses a misspelt filter by them. */
export interface Words {
  readonly sortable: string;
  readonly filterable: string;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly searched: string;
  readonly links: string;
  readonly document: string;
  readonly seeds: Readonly<Record<string, Schema>>;
  readonly isExtensible: true | undefined;
}

export interface Resource<
  T extends string = string,
  F extends Fields = Fields,
  O extends Operation = Operation,
  W extends Words = Words,
> extends Belonging,
    OtherCreations {
  readonly type: T;
  /** Name of the collection. */
  readonly path: string;
  /** One sentence for the reference. */
  readonly summary: string;
  /** Any one of these families opens the resource: `x.readonly` to read, `x.readwrite` to write. */
  readonly scopes: AnyToken | readonly [Family, ...Family[]];
  readonly operations: readonly O[];
  readonly fields: F;
  /** Members of a creation alone: what is made together with the resource. */
  readonly seeds: W['seeds'];
  /** Columns that lists are narrowed by, or that the service needs, and that nobody is shown: path → type. */
  readonly hidden: Readonly<Record<string, 'bigint' | 'boolean' | 'text' | 'date' | 'timestamptz' | 'bytea'>>;
  /** `number`: made by the service, ordered as numbers; `uuid`: made by it too, in the order of creation; `text`: ordered by code point. */
  readonly idKind: 'number' | 'uuid' | 'text';
  /** Members that order a list, next to `id`, `createdAt` and `lastUpdatedAt`. */
  readonly sortable: readonly W['sortable'][];
  /** Members that narrow a list by equality, by dotted path. */
  readonly filterable: readonly W['filterable'][];
  readonly filters: W['filters'];
  /** Members that `search` looks into. */
  readonly searched: readonly W['searched'][];
  /**
   * `words`: every given word starts one of theirs; `kept-words`: the same among very many rows, whose words have a
   * table of their own; `parts`: they contain the given text.
   */
  readonly searchedBy: 'words' | 'kept-words' | 'parts';
  readonly links: Readonly<Record<W['links'], Link>>;
  /** Each file that this member names, itself or one level below, has a link of its own under its path. */
  readonly filesIn?: string;
  /** What `include=embedded` brings along: a resource type, and the member that refers to it, itself or one level below. */
  readonly embedded: Readonly<Record<string, string | Embedding>>;
  /** Which establishment its events name: itself, the one that applies to it, or to the employee it belongs to; else none. */
  readonly establishment?: 'itself' | 'applicable' | 'of-employee';
  /** Attributes can be defined for it, which lists are then narrowed and ordered by: `attributes.<definition>`. */
  readonly isExtensible?: W['isExtensible'];
  /**
   * It has bytes of its own, which reading it may answer instead of JSON. `kept`: it is uploaded, and read with the token
   * of a link; `shown`: it is a view of such a one.
   */
  readonly content?: 'kept' | 'shown';
  /** Verbs of the events that this resource records. */
  readonly events: readonly ('created' | 'updated' | 'deleted' | 'failing')[];
  /** A log that only grows, in the order of `id`: its list can be waited on (`wait`) and streamed. */
  readonly isFeed: boolean;
  readonly isBeta: boolean;
  /** What a reader of the reference must know of an operation and no schema says. */
  readonly notes: Readonly<Partial<Record<Operation, string>>>;
  /** Reading one answers the value of this member alone, under any of these media types. */
  readonly document?: { readonly member: W['document']; readonly types: readonly string[] };
  /** Of the JSON that creates or changes it. What is uploaded has a limit of the installation instead. */
  readonly bodyBytesMax: number;
  /** Operations that have an address and are refused to everybody, for the reason that the sentence gives. */
  readonly refused: Readonly<Partial<Record<Operation, PlainMessageName>>>;
  /** Announced in the `Deprecation` (a date) and `Sunset` (a date-time) headers. */
  readonly deprecation?: { readonly deprecatedOn: string; readonly sunsetAt?: string };
}

/** Of a body of JSON, unless its resource declares more. */
const bodyBytesMax = 1_000_000;

/** Made by the service: decimal digits. A resource whose clients choose the id states its own. */
const commonFields = {
  id: described(readOnly(text({ max: 255 })), 'Made by the service: decimal digits, never used twice.'),
};

type CommonFields = typeof commonFields;

interface Declaration<T extends string, F extends Fields, O extends Operation, W extends Words>
  extends Belonging,
    OtherCreations {
  type: T;
  summary: string;
  scopes: Resource['scopes'];
  operations: readonly O[];
  fields: F;
  seeds?: W['seeds'];
  hidden?: Resource['hidden'];
  idKind?: Resource['idKind'];
  sortable?: readonly W['sortable'][];
  filterable?: readonly W['filterable'][];
  filters?: W['filters'];
  searched?: readonly W['searched'][];
  searchedBy?: Resource['searchedBy'];
  embedded?: Resource['embedded'];
  establishment?: 'itself' | 'applicable' | 'of-employee';
  filesIn?: string;
  isExtensible?: W['isExtensible'];
  content?: 'kept' | 'shown';
  links?: Record<W['links'], Link>;
  events?: Resource['events'];
  isFeed?: boolean;
  isBeta?: boolean;
  notes?: Resource['notes'];
  document?: { member: W['document']; types: readonly string[] };
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
  const X extends true | undefined = undefined,
>(
  declared: Declaration<
    T,
    F,
    O,
    { sortable: S; filterable: P; filters: N; searched: Q; links: L; document: M; seeds: E; isExtensible: X }
  >,
): Resource<
  T,
  Omit<CommonFields, keyof F> & F,
  O,
  { sortable: S; filterable: P; filters: N; searched: Q; links: L; document: M; seeds: E; isExtensible: X }
> {
  return {
    idKind: 'number',
    sortable: [],
    filterable: [],
    // Undeclared means that N, L and E are empty.
    seeds: {} as E,
    filters: {} as N,
    searched: [],
    searchedBy: 'words',
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

/** Members that a response may leave out. One of any type (`unknown`) is always there. */
type Omittable<F extends Fields> = {
  [K in keyof F]: unknown extends Out<F[K]> ? never : undefined extends Out<F[K]> ? K : never;
}[keyof F];

/** Most resources have one type; one whose rows differ has it as a field, and its own is what they have in common. */
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

/** The scopes of which a caller needs one. Throws for a declaration whose families open no such operation. */
export function scopesFor(resource: Resource, operation: Operation): Needed {
  if (resource.scopes === 'any-token') return 'any-token';
  const isRead = operation === 'list' || operation === 'read';
  const wanted = resource.scopes.flatMap((family) =>
    isRead ? [`${family}.readonly`, `${family}.readwrite`] : [`${family}.readwrite`],
  );
  // Some families cannot be written by clients: their other half does not exist.
  const [first, ...others] = wanted.filter(isScope);
  if (first === undefined) throw new Error(`No scope opens the operation ${operation} of ${resource.type}.`);
  return [first, ...others];
}

const isScope = (scope: string): scope is Scope => scopes.includes(scope) || administrationScopes.includes(scope);
