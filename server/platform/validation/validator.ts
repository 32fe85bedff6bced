/** Compiles JSON schemas into functions that report each error by its dotted path and say what is allowed. */
import type { Schema } from '@muster/contract/kit/schema.ts';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { addError, type FieldErrors, isFull, leaveOut } from '../../problem.ts';
import { validators } from './ajv.ts';
import { decimalDigitsMax } from './numbers.ts';

/** Adds the errors of a value to `errors`, under `at` and below. */
export type Validator = (value: unknown, at: string, errors: FieldErrors) => void;

/** Stops at the first error, because nearly every value has none. */
const quick = validators({});
/** Reports every error of one value, without its inner values. */
const thorough = validators({ allErrors: true, verbose: true });

const compiled = new WeakMap<Schema, (value: unknown) => boolean>();

function isValid(schema: Schema, value: unknown): boolean {
  let check = compiled.get(schema);
  if (!check) {
    check = quick.compile(schema);
    compiled.set(schema, check);
  }
  return check(value);
}

export const validatorOf =
  (schema: Schema): Validator =>
  (value, at, errors) => {
    if (!isValid(schema, value)) explain(schema, value, at === '' ? [] : [at], errors);
  };

interface Nested {
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

/** The errors of an invalid value, from the outside in, up to the limit of a response. */
function explain(schema: Schema, value: unknown, path: readonly string[], errors: FieldErrors): void {
  explainAlone(schema, value, path, errors);
  for (const [name, of, inner] of insideOf(schema, value)) {
    if (isValid(of, inner)) continue;
    if (isFull(errors)) {
      leaveOut(errors);
      return;
    }
    explain(of, inner, [...path, name], errors);
  }
}

function* insideOf(schema: Schema, value: unknown): Generator<[name: string, of: Schema, inner: unknown]> {
  const { items } = schema as Nested;
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (items) for (const [index, item] of value.entries()) yield [String(index), items, item];
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    const of = schemaOfMember(schema as Nested, name);
    if (typeof of === 'object') yield [name, of, inner];
  }
}

function schemaOfMember(
  { properties = {}, patternProperties = {}, additionalProperties }: Nested,
  name: string,
): Schema | boolean | undefined {
  if (Object.hasOwn(properties, name)) return properties[name];
  const [, matching] = Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern).test(name)) ?? [];
  return matching ?? additionalProperties;
}

const alone = new WeakMap<Schema, ValidateFunction>();

/** The errors of a value itself, without its inner values. */
function explainAlone(schema: Schema, value: unknown, path: readonly string[], errors: FieldErrors): void {
  const tooMuch = excess(schema, value);
  if (tooMuch !== null) {
    addError(errors, path.join('.'), tooMuch);
    return;
  }
  let check = alone.get(schema);
  if (!check) {
    check = thorough.compile(withoutInside(schema));
    alone.set(schema, check);
  }
  if (check(value)) return;
  for (const error of check.errors ?? []) {
    const { name, message } = describe(error);
    addError(errors, (name === null ? path : [...path, name]).join('.'), message);
    if (isFull(errors)) break;
  }
}

/**
 * Values that are far too long are not checked further: they are invalid anyway, and the cost grows with the length.
 */
function excess(schema: Schema, value: unknown): string | null {
  const { maxLength, maxItems } = schema;
  if (
    typeof value === 'string' &&
    !hasFixedLength(schema) &&
    typeof maxLength === 'number' &&
    value.length > 2 * maxLength
  )
    return sentence('maxLength', { limit: maxLength });
  if (Array.isArray(value) && typeof maxItems === 'number' && value.length > maxItems)
    return sentence('maxItems', { limit: maxItems });
  return null;
}

/** The length follows from the format. */
const hasFixedLength = ({ format }: Schema): boolean => format === 'date' || format === 'date-time';

/** Without what the format implies: a wrong value gets one message, not one more for its length or pattern. */
function withoutImplied(schema: Schema): Schema {
  const { minLength: _min, maxLength: _max, ...unmeasured } = schema;
  if (hasFixedLength(schema)) return unmeasured;
  const { pattern: _pattern, ...unpatterned } = schema;
  return 'x-format' in schema ? unpatterned : schema;
}

function withoutInside({ $id: _id, $schema: _schema, items: _items, ...schema }: Schema): Schema {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema as Nested;
  return {
    ...withoutImplied(schema),
    properties: Object.fromEntries(Object.keys(properties).map((name) => [name, true])),
    patternProperties: Object.fromEntries(Object.keys(patternProperties).map((pattern) => [pattern, true])),
    additionalProperties: additionalProperties !== false,
  };
}

interface Described {
  /** The member that it concerns; null: the value itself. */
  readonly name: string | null;
  readonly message: string;
}

function describe({ keyword, params, parentSchema, message }: ErrorObject): Described {
  const known = parentSchema?.properties as Record<string, unknown> | undefined;
  switch (keyword) {
    case 'required':
      return { name: params.missingProperty, message: 'This member is required.' };
    case 'additionalProperties':
      return {
        name: params.additionalProperty,
        message: `This member is not known. Allowed: ${Object.keys(known ?? {}).join(', ')}.`,
      };
    default:
      return { name: null, message: sentence(keyword, params, message) };
  }
}

const typeNames: Record<string, string> = {
  object: 'an object',
  array: 'an array',
  integer: 'an integer',
  null: 'null',
};

function sentence(keyword: string, params: Record<string, unknown>, fallback = 'is not valid'): string {
  const limit = params.limit;
  switch (keyword) {
    case 'type':
      return `Must be ${[params.type]
        .flat()
        .map((type) => typeNames[String(type)] ?? `a ${type}`)
        .join(' or ')}.`;
    case 'enum':
      return `Must be one of: ${(params.allowedValues as unknown[]).map((value) => String(value)).join(', ')}.`;
    case 'const':
      return `Must be ${JSON.stringify(params.allowedValue)}.`;
    case 'minLength':
      return `Must have at least ${limit} ${limit === 1 ? 'character' : 'characters'}.`;
    case 'maxLength':
      return `Must have at most ${limit} characters.`;
    case 'maxItems':
      return `Must NOT have more than ${limit} items.`;
    case 'minimum':
      return `Must be at least ${limit}.`;
    case 'maximum':
      return `Must be at most ${limit}.`;
    case 'pattern':
      return `Must match the pattern ${params.pattern}.`;
    case 'format':
    case 'x-format':
      return params.format === 'decimal'
        ? `Must have at most ${decimalDigitsMax} significant digits.`
        : `Must be a valid ${params.format}.`;
    default:
      return `${fallback.charAt(0).toUpperCase()}${fallback.slice(1)}.`;
  }
}
