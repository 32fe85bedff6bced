/**
 * JSON Schema (draft 2020-12) as plain objects that also carry a TypeScript type. Only the keywords that declarations
 * need.
 */
// biome-ignore lint/suspicious/noExplicitAny: a schema of any type is what a reader of declarations holds
export interface Schema<T = any> {
  readonly [keyword: string]: unknown;
  /** Never set: carries the TypeScript type. */
  readonly '~type'?: T;
}

export type Value<S> = S extends Schema<infer T> ? T : never;

export interface Optional<T> extends Schema<T> {
  readonly '~optional': true;
}

type Properties = Readonly<Record<string, Schema>>;
export type Flat<T> = { [K in keyof T]: T[K] } & {};
type OptionalKeys<P> = { [K in keyof P]: P[K] extends Optional<unknown> ? K : never }[keyof P];
export type ObjectOf<P extends Properties> = Flat<
  { [K in Exclude<keyof P, OptionalKeys<P>>]: Value<P[K]> } & { [K in OptionalKeys<P>]?: Value<P[K]> }
>;

export const string = (keywords: object = {}): Schema<string> => ({ type: 'string', ...keywords });
/** The length follows from the format; it is stated for readers of the schema that do not know the format. */
export const dateText = (keywords: object = {}): Schema<string> =>
  string({ format: 'date', minLength: 10, maxLength: 10, ...keywords });
/** A time with its zone and at most seven fractional digits. */
export const momentText = (keywords: object = {}): Schema<string> =>
  string({ format: 'date-time', minLength: 20, maxLength: 33, ...keywords });
export const int = (keywords: object = {}): Schema<number> => ({ type: 'integer', ...keywords });
export const boolean = (): Schema<boolean> => ({ type: 'boolean' });
export const anyOf = <const V extends string>(...values: V[]): Schema<V> => ({ type: 'string', enum: values });
export const constant = <const V extends string>(value: V): Schema<V> => ({ type: 'string', const: value });
export const maybe = <T>(schema: Schema<T>): Optional<T> => ({ ...schema, '~optional': true });
export const anything = (): Schema<unknown> => ({});
/** The same JSON Schema, under another TypeScript type. */
export const as = <T>(schema: Schema): Schema<T> => schema;

/** A schema that appears once in the OpenAPI document, under this name; only its description may differ. */
export const named = <T>(title: string, schema: Schema<T>): Schema<T> => ({ title, ...schema });

/** `type: [x, "null"]` and not `anyOf`, so that a wrong value yields one message. */
export const orNull = <T>(schema: Schema<T>): Schema<T | null> => ({
  ...schema,
  type: [schema.type, 'null'].flat(),
  ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
});

/** An object with arbitrary keys. */
export const dictionary = <T>(of: Schema<T>, keywords: object = {}): Schema<Record<string, T>> => ({
  type: 'object',
  additionalProperties: of,
  ...keywords,
});

/** An object that accepts no property but these. */
export function closed<P extends Properties>(properties: P): Schema<ObjectOf<P>> {
  const entries = Object.entries(properties);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { '~optional': _, ...schema }]) => [name, schema])),
    required: entries.filter(([, schema]) => !schema['~optional']).map(([name]) => name),
    additionalProperties: false,
  };
}
