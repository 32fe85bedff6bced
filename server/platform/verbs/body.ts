/**
 * Bodies → values to store. The declaration validates creations and updates member by member, all errors are reported
 * together, and unchanged members of an update are no changes.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Field } from '@muster/contract/kit/field.ts';
import { collectionOf, type Resource } from '@muster/contract/kit/resource.ts';
import type { Schema } from '@muster/contract/kit/schema.ts';
import { rootOf } from '@muster/contract/resources.ts';
import { addError, type FieldErrors, noErrors, throwIfAny, throwIfFull } from '../../problem.ts';
import { canBeNamed } from '../store/columns.ts';
import { isSameMoment } from '../validation/date-time.ts';
import { spelledTimezone } from '../validation/timezone-names.ts';
import { validatorOf } from '../validation/validator.ts';

export type JsonObject = Record<string, unknown>;

/** Empty for a value of another type, whose error is found elsewhere: an object may have a member `toString`, and then it has no text. */
export const givenText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The validated members of a create body. */
export function valuesIn(resource: Resource, body: JsonObject, baseUrl: string): JsonObject {
  const errors = noErrors();
  const values = checkedValues(resource, body, baseUrl, errors);
  throwIfAny(errors);
  return values;
}

/** The same for a resource with its own rules, whose errors are reported together with these. */
export function checkedValues(resource: Resource, body: JsonObject, baseUrl: string, errors: FieldErrors): JsonObject {
  const values: JsonObject = {};
  for (const name of Object.keys(body)) {
    throwIfFull(errors);
    const value = body[name];
    const field = fieldNamed(resource, name);
    // Seeded rows are validated by the code that creates them.
    if (Object.hasOwn(resource.seeds, name)) values[name] = value;
    else if (!field) addError(errors, name, unknownMember(resource, 'create'));
    // A resource that was read can be posted again: the new one has an id of its own.
    else if (name === 'id' && field.create === 'absent' && typeof value === 'string') continue;
    else if (field.create === 'absent') addError(errors, name, isFixed(name, field));
    else {
      const given = spelled(field, value);
      check(field, given, name, baseUrl, errors);
      values[name] = completed(name, field, given);
    }
  }
  for (const name of requiredIn(resource)) {
    if (!Object.hasOwn(body, name)) addError(errors, name, 'This member is required.');
  }
  throwIfFull(errors);
  return isObject(values.t9n ?? {}) ? tidied(values, resource) : values;
}

const required = new WeakMap<Resource, readonly string[]>();

/** Picked out once: an import asks for each of its people. */
function requiredIn(resource: Resource): readonly string[] {
  const isRequired = (name: string) => resource.fields[name]?.create === 'required';
  const found = required.get(resource) ?? Object.keys(resource.fields).filter(isRequired);
  required.set(resource, found);
  return found;
}

/**
 * In every representation but not part of the resource: they depend on the request, so sending them back changes
 * nothing.
 */
const ofTheRequest = ['links', 'embedded'];

const isOfTheRequest = (name: string, value: unknown): boolean =>
  (ofTheRequest.includes(name) && typeof value === 'object') || (name === 'unreadable' && Array.isArray(value));

/** The members of an update body that differ from the current representation, merged and validated. */
export function changesIn(resource: Resource, current: JsonObject, body: JsonObject, baseUrl: string): JsonObject {
  const errors = noErrors();
  const changes = checkedChanges(resource, current, body, baseUrl, errors);
  throwIfAny(errors);
  return changes;
}

/** The same for a resource with its own rules, whose errors are reported together with these. */
export function checkedChanges(
  resource: Resource,
  current: JsonObject,
  body: JsonObject,
  baseUrl: string,
  errors: FieldErrors,
): JsonObject {
  const changes: JsonObject = {};
  for (const [name, value] of Object.entries(body)) {
    throwIfFull(errors);
    if (isOfTheRequest(name, value)) continue;
    const field = fieldNamed(resource, name);
    if (field?.update === 'optional') {
      const merged = field.target ? value : spelled(field, merge(current[name], value));
      check(field, merged, name, baseUrl, errors);
      changes[name] = completed(name, field, merged);
    } else if (!Object.hasOwn(current, name)) addError(errors, name, unknownMember(resource, 'update'));
    else if (!isSame(field, current[name], value)) addError(errors, name, isFixed(name, field));
  }
  throwIfFull(errors);
  // An invalid body cannot be compared.
  if (Object.keys(errors).length > 0) return changes;
  const tidy = tidied(changes, resource);
  return Object.fromEntries(
    Object.entries(tidy).filter(
      ([name, value]) => isUnreadable(current, body, name) || !isSame(fieldNamed(resource, name), current[name], value),
    ),
  );
}

/**
 * A member that could not be decrypted differs from every value, so it can be overwritten, also with null. A body that
 * lists it in `unreadable` was read and sent back: it leaves the value alone, because the right key may still decrypt
 * it.
 */
const isUnreadable = (current: JsonObject, body: JsonObject, name: string): boolean =>
  listed(current.unreadable, name) && !listed(body.unreadable, name);

const listed = (names: unknown, name: string): boolean => Array.isArray(names) && names.includes(name);

const fieldNamed = (resource: Resource, name: string): Field | undefined =>
  Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;

function unknownMember(resource: Resource, body: 'create' | 'update'): string {
  const allowed = Object.entries(resource.fields).filter(([, field]) => field[body] !== 'absent');
  const names = [...allowed.map(([name]) => name), ...(body === 'create' ? Object.keys(resource.seeds) : [])];
  return `This member is not known. Allowed: ${names.join(', ')}.`;
}

function isFixed(name: string, field: Field | undefined): string {
  if (field?.create === 'absent' && field.update === 'optional')
    return `${name} can be changed, but not given on creation.`;
  if (field && field.create !== 'absent') return `${name} is given on creation and cannot be changed.`;
  return `${name} is read-only.`;
}

function check(field: Field, value: unknown, name: string, baseUrl: string, errors: FieldErrors): void {
  const validate = validatorOf(field.write);
  if (!field.target) {
    validate(value, name, errors);
    return;
  }
  const before = Object.keys(errors).length;
  validate(value, name, errors);
  if (Object.keys(errors).length > before) return;
  if (isObject(value)) checkReference(field, field.target, value, name, baseUrl, errors);
  if (Array.isArray(value)) checkReferences(field, field.target, value, name, baseUrl, errors);
}

/** Texts in their stored spelling. */
function spelled({ isTrimmed, write }: Field, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (write['x-format'] === 'timezone') return spelledTimezone(value);
  return isTrimmed ? value.trim() : value;
}

function checkReferences(
  field: Field,
  target: string,
  values: readonly JsonObject[],
  name: string,
  baseUrl: string,
  errors: FieldErrors,
): void {
  for (const [index, value] of values.entries()) {
    const at = `${name}.${index}`;
    checkReference(field, target, value, at, baseUrl, errors);
    if (values.findIndex(({ id }) => id === value.id) < index) addError(errors, at, 'Is named more than once.');
  }
}

function checkReference(
  field: Field,
  target: string,
  value: JsonObject,
  name: string,
  baseUrl: string,
  errors: FieldErrors,
): void {
  const id = givenText(value.id);
  if (!canBeNamed(field, id)) {
    addError(errors, blamed(name, field), unknownReference(target));
    return;
  }
  if (value.url === undefined) return;
  const url = `${baseUrl}${rootOf(target)}/${field.targetPath ?? collectionOf(target)}/${id}`;
  if (value.url !== url) addError(errors, `${name}.url`, `Must be ${url}, or left out.`);
}

export const blamed = (name: string, field: Field): string => (field.isBlamedOnId ? `${name}.id` : name);

export const unknownReference = (target: string): string => `There is no ${target} with this id.`;

/** Merges objects member by member; null stays and is validated by the schema. Everything else is replaced. */
export function merge(current: unknown, patch: unknown): unknown {
  if (!isObject(current) || !isObject(patch)) return patch;
  const merged = Object.entries(patch).map(([name, value]) => [name, merge(ownMember(current, name), value)]);
  return { ...current, ...Object.fromEntries(merged) };
}

const ownMember = (object: JsonObject, name: string) => (Object.hasOwn(object, name) ? object[name] : undefined);

function isSame(field: Field | undefined, one: unknown, other: unknown): boolean {
  if (field?.target && isObject(one) && isObject(other)) return one.id === other.id && agrees(other, one);
  if (field?.column === 'references' && Array.isArray(one) && Array.isArray(other)) {
    return (
      one.length === other.length &&
      one.every((element, index) => isSame({ ...field, column: 'text' }, element, other[index]))
    );
  }
  if (field?.column === 'timestamptz' && typeof one === 'string' && typeof other === 'string')
    return isSameMoment(one, other);
  return isDeepStrictEqual(one, other);
}

/** Whether all members of a part equal those of the whole. */
const agrees = (part: JsonObject, whole: JsonObject): boolean =>
  Object.entries(part).every(([name, value]) => value === ownMember(whole, name));

/** A structure is stored with all members: missing ones get their default, or null. */
const completed = (name: string, field: Field, value: unknown): unknown =>
  (field.column === 'json' || field.column === 'sealed') && name !== 't9n'
    ? withEveryMember(field.write, value)
    : value;

/** Handles only objects with known members; anything that the schema refuses passes unchanged. */
function withEveryMember(schema: Schema, value: unknown): unknown {
  const { properties, items } = schema as { properties?: Record<string, Schema>; items?: Schema };
  if (Array.isArray(value) && items) return value.map((element) => withEveryMember(items, element));
  if (!isObject(value) || !properties) return value;
  const members = Object.entries(properties).flatMap(([name, of]) => {
    if (Object.hasOwn(value, name)) return [[name, withEveryMember(of, value[name])]];
    if (of.default !== undefined) return [[name, of.default]];
    return [of.type].flat().includes('null') ? [[name, null]] : [];
  });
  return { ...Object.fromEntries(members), ...rest(value, properties) };
}

const rest = (value: JsonObject, known: object): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !Object.hasOwn(known, name)));

/** Translations are stored only for languages with a text; null, at any level, means none. */
function tidied(values: JsonObject, resource: Resource): JsonObject {
  if (values.t9n === undefined) return values;
  const members = Object.keys((resource.fields.t9n?.read.properties ?? {}) as object);
  const given = (values.t9n ?? {}) as Record<string, Record<string, string | null> | null>;
  return { ...values, t9n: Object.fromEntries(members.map((member) => [member, languagesSet(given[member])])) };
}

export const languagesSet = (dictionary: Record<string, string | null> | null | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(dictionary ?? {}).filter((entry): entry is [string, string] => entry[1] !== null));
