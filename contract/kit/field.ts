/**
 * A field states one fact about a resource once: what its value looks like, where it may appear,
 * and which column holds it. Validation, SQL, OpenAPI, the client and the console all read it.
 *
 * Builders (`text`, `reference`…) say what the value is. Modifiers (`nullable`, `readOnly`…) wrap a
 * field and say where it may appear. Both return plain objects, so a field can be printed.
 */
import type { Scope } from '../scopes.ts';
import {
  anyOf,
  boolean,
  closed,
  constant,
  dateText,
  int,
  maybe,
  momentText,
  named,
  orNull,
  type Schema,
  string,
} from './schema.ts';

/** Whether a body may contain the member: required, optional, or never (a PATCH still accepts its current value). */
export type Presence = 'required' | 'optional' | 'absent';

/**
 * How a column is written into JSON. `json` holds text that the server wrote. `addressed` holds such text with
 * addresses of this service, which are stored without their host (see `server/platform/store/address.ts`).
 * `account-address` is not stored: it is the address of the account. `once` is not stored either: only the response to
 * a creation shows it. `references` holds a list of ids, `words` a list of words, `uuid` the id of a file, `day` a date
 * alone in an object, `{ "date": … }`. `sealed` holds any value as encrypted text.
 */
export type Column =
  | 'text'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'json'
  | 'addressed'
  | 'account-address'
  | 'once'
  | 'references'
  | 'words'
  | 'uuid'
  | 'day'
  | 'sealed';

// biome-ignore lint/suspicious/noExplicitAny: readers of declarations hold fields of any type
export interface Field<Out = any, In = any, C extends Presence = Presence, U extends Presence = Presence> {
  /** Schema of the value in a response. */
  readonly read: Schema<Out>;
  /** Schema of the value in a request body. */
  readonly write: Schema<In>;
  readonly create: C;
  readonly update: U;
  readonly column: Column;
  readonly isNullable: boolean;
  /** The value of an omitted member in a creation; null by default. */
  readonly fallback?: unknown;
  /** Resource type that a reference points to. */
  readonly target?: string;
  /** The collection of the target, if its type does not determine it. */
  readonly targetPath?: string;
  /** The stored type of the target, if the reference uses the type of a view of it. */
  readonly keptAs?: string;
  /** For a file: the allowed content types and size. */
  readonly fileLimits?: FileLimits;
  /** The id of the target is a word that a client chose. */
  readonly hasWordId?: true;
  /** An unknown reference is reported at `member.id` in some families and at `member` in the others. */
  readonly isBlamedOnId?: boolean;
  /** Archived rows can be referred to as well: they are only read. */
  readonly mayBeArchived?: true;
  /** Leading and trailing spaces are removed before any other check. */
  readonly isTrimmed?: boolean;
  /** Encrypted, but lists can filter by it: a keyed digest of the value is stored as well. */
  readonly isDigested?: boolean;
  /** A change of the member requires this scope in addition to those of the resource. */
  readonly changeScope?: Scope;
  /** Left out of the representation instead of being null. */
  readonly isOmittedWhenNull?: boolean;
}

export interface FileLimits {
  readonly types: readonly string[];
  readonly bytesMax: number;
}

export type Fields = Record<string, Field>;

type Stored<T> = Field<T, T, 'required', 'optional'>;

function stored<T>(schema: Schema<T>, column: Column): Stored<T> {
  return { read: schema, write: schema, create: 'required', update: 'optional', column, isNullable: false };
}

/** The limit of texts without a stated limit, so that no column and no index holds an unlimited one. */
export const longestText = 10_000;

export const text = (limits: { min?: number; max?: number; pattern?: string } = {}): Stored<string> =>
  stored(
    string({
      minLength: limits.min ?? 1,
      maxLength: limits.max ?? longestText,
      ...(limits.pattern && { pattern: limits.pattern }),
    }),
    'text',
  );
export const integer = (limits: { min?: number; max?: number } = {}): Stored<number> =>
  stored(int({ minimum: limits.min ?? 0, maximum: limits.max ?? 2 ** 31 - 1 }), 'integer');
export const flag = (): Stored<boolean> => stored(boolean(), 'boolean');
export const date = (): Stored<string> => stored(dateText(), 'date');
/** `{ "date": "2026-03-01" }` */
export const day = (): Stored<{ date: string }> => stored(named('day', closed({ date: dateText() })), 'day');
export const instant = (): Stored<string> => stored(momentText(), 'timestamptz');
export const oneOf = <const V extends string>(...values: V[]): Stored<V> => stored(anyOf(...values), 'text');
/** A list of known words, each at most once. */
export const words = (known: readonly string[]): Stored<string[]> =>
  stored({ type: 'array', items: anyOf(...known), minItems: 1, maxItems: known.length, uniqueItems: true }, 'words');
/** A structure stored as one JSON text. */
export const json = <T>(schema: Schema<T>): Stored<T> => stored(schema, 'json');

export interface Reference<T extends string = string> {
  id: string;
  type: T;
  url: string;
}

/** A reference in a body: its id; type and address are accepted if they match. */
export interface ReferenceIn {
  id: string;
  type?: string;
  url?: string;
}

const referenceId = string({ minLength: 1, maxLength: 255 });

export const referenceSchema = <const T extends string>(target: T): Schema<Reference<T>> =>
  named(`${target}-reference`, closed({ id: referenceId, type: constant(target), url: string({ format: 'uri' }) }));

/** A reference by id alone. */
export const idAlone = (target: string): Schema<{ id: string }> =>
  named(`${target}-by-id`, closed({ id: referenceId }));

/** A pointer to another resource, by type name so that two resources may point at each other. */
export function reference<const T extends string>(target: T): Field<Reference<T>, ReferenceIn, 'required', 'optional'> {
  return {
    read: referenceSchema(target),
    write: named(
      `${target}-reference-sent`,
      closed({ id: referenceId, type: maybe(constant(target)), url: maybe(string()) }),
    ),
    create: 'required',
    update: 'optional',
    column: 'text',
    isNullable: false,
    target,
  };
}

/** A reference to a resource whose id a client chose. */
export const referenceByWord = <const T extends string>(
  target: T,
): Field<Reference<T>, ReferenceIn, 'required', 'optional'> => ({ ...reference(target), hasWordId: true });

/** A reference to a resource whose id is a UUID, under the type name of its place in the contract. */
export function referenceByUuid<const T extends string>(
  target: T,
  kept: { as?: string; path?: string } = {},
): Field<Reference<T>, ReferenceIn, 'required', 'optional'> {
  return {
    ...reference(target),
    column: 'uuid',
    ...(kept.as && { keptAs: kept.as }),
    ...(kept.path && { targetPath: kept.path }),
  };
}

/** A reference to a file with limited types and size. */
export const limitedFile = <F extends Field>(field: F, fileLimits: FileLimits): F => ({ ...field, fileLimits });

/** A list of references to resources of one type, each at most once. */
export function references<const T extends string>(
  target: T,
  limits: { min?: number } = {},
): Field<Reference<T>[], ReferenceIn[], 'required', 'optional'> {
  const one = reference(target);
  const list = (items: Schema) => ({ type: 'array', items, minItems: limits.min ?? 0, maxItems: 1000 });
  return { ...one, read: list(one.read), write: list(one.write), column: 'references' };
}

/** A body refers to the target by `id` alone, and an unknown one is reported at `member.id`. */
export const byIdAlone = <F extends Field>(field: F): F => ({
  ...field,
  write: field.isNullable ? orNull(idAlone(field.target ?? '')) : idAlone(field.target ?? ''),
  isBlamedOnId: true,
});

export const blamedOnId = <F extends Field>(field: F): F => ({ ...field, isBlamedOnId: true });

export const archivedToo = <F extends Field>(field: F): F => ({ ...field, mayBeArchived: true });

/** A value whose request form differs from its response form, such as a schema given by reference. */
export const differing = <O, I>(
  read: Schema<O>,
  write: Schema<I>,
  column: Column,
): Field<O, I, 'required', 'optional'> => ({
  read,
  write,
  create: 'required',
  update: 'optional',
  column,
  isNullable: false,
});

export const nullable = <O, I, C extends Presence, U extends Presence>(
  field: Field<O, I, C, U>,
): Field<O | null, I | null, C extends 'required' ? 'optional' : C, U> => ({
  ...field,
  read: orNull(field.read),
  write: orNull(field.write),
  create: (field.create === 'required' ? 'optional' : field.create) as C extends 'required' ? 'optional' : C,
  isNullable: true,
});

/** May be omitted in a creation, which then stores `fallback`. */
export const optional = <O, I, U extends Presence>(
  field: Field<O, I, Presence, U>,
  fallback: I,
): Field<O, I, 'optional', U> => ({ ...field, create: 'optional', fallback });

export const readOnly = <O, I>(field: Field<O, I>): Field<O, I, 'absent', 'absent'> => ({
  ...field,
  create: 'absent',
  update: 'absent',
});
export const createOnly = <O, I, C extends Presence>(field: Field<O, I, C>): Field<O, I, C, 'absent'> => ({
  ...field,
  update: 'absent',
});
export const updateOnly = <O, I, U extends Presence>(
  field: Field<O, I, Presence, U>,
  fallback: I,
): Field<O, I, 'absent', U> => ({ ...field, create: 'absent', fallback });

export const trimmed = <F extends Field>(field: F): F => ({ ...field, isTrimmed: true });

/** Only a caller with this scope can change it; other callers that may change the resource must leave it unchanged. */
export const changedBy = <F extends Field>(changeScope: Scope, field: F): F => ({ ...field, changeScope });

/** Confidential: encrypted in the database, in events and everywhere else. */
export const sealed = <F extends Field>(field: F): F => ({ ...field, column: 'sealed' });

/**
 * Encrypted, with a digest so that a list can filter by it. A reader of the database learns which rows have the same
 * value.
 */
export const digested = <F extends Field>(field: F): F => ({ ...sealed(field), isDigested: true });

/** One or two sentences for the reference: the meaning of the value, not what its schema already says. */
export const described = <F extends Field>(field: F, description: string): F => ({
  ...field,
  read: { ...field.read, description },
  write: { ...field.write, description },
});

/** Present in the representation only if it has a value. */
export const omittedWhenNull = <O, I, C extends Presence, U extends Presence>(
  field: Field<O, I, C, U>,
): Field<O | undefined, I, C, U> => ({ ...field, isOmittedWhenNull: true });

/** Shown only in the response to the creation: the code that creates the row adds it there. */
export const shownOnce = <O, I>(field: Field<O, I>): Field<O | undefined, I, 'absent', 'absent'> => ({
  ...readOnly(field),
  column: 'once',
  isOmittedWhenNull: true,
});

/**
 * Accepted in a body but never shown, and not stored as sent: the code that writes the row stores it in its own way.
 */
export const neverShown = <O, I, C extends Presence, U extends Presence>(
  field: Field<O, I, C, U>,
): Field<O | undefined, I, C, U> => ({ ...field, column: 'once', isOmittedWhenNull: true });
