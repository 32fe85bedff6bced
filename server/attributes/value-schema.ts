/**
 * The allowed values of a definition. A schema is composed of base schemas, so the validator of each base schema is
 * compiled once for the whole service, and a definition is only a list of parts: the base schema of each, and the
 * taxonomy of its labels. Pure.
 */
import { type BaseSchemaName, baseSchemaNamed, baseSchemas } from '@muster/contract/base-schemas.ts';
import { collectionOf, type Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { files } from '@muster/contract/resources/files.ts';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import { addressToken } from '../platform/store/address.ts';
import { validatorOf } from '../platform/validation/validator.ts';
import { givenText, isObject, type JsonObject } from '../platform/verbs/body.ts';
import { addError, type FieldErrors } from '../problem.ts';

/** One property of an object value, or a whole single value. */
export interface Part {
  readonly base: BaseSchemaName;
  /** The taxonomy of its labels; null if any is allowed. */
  readonly taxonomyId: string | null;
}

export interface ValueSchema {
  readonly isObject: boolean;
  /** By the name of the property, in order; under `singlePart` if the value is not an object. */
  readonly parts: ReadonlyMap<string, Part>;
}

/** The name of the only part if the value is not an object. */
export const singlePart = '';

/**
 * A value with every property and with references reduced to their ids, for rules, comparisons and keys. Never an
 * array.
 */
export type Plain = unknown;

const targets: Readonly<Partial<Record<BaseSchemaName, Resource>>> = {
  'file-reference': files,
  'employee-reference': employees,
  'taxonomy-label-reference': taxonomyLabels,
};

/** The target of references; undefined if the part is not a reference. */
export const targetOf = ({ base }: Part): Resource | undefined => targets[base];

/** From the members of a definition: its schema, the descriptions of its properties, its taxonomy. */
export function valueSchemaOf(schema: JsonObject, descriptions: unknown, taxonomyId: string | null): ValueSchema {
  if (!isObject(schema.properties) || schema.$id !== undefined) {
    return { isObject: false, parts: new Map([[singlePart, { base: baseOf(schema), taxonomyId }]]) };
  }
  const parts = Object.entries(schema.properties as Record<string, JsonObject>).map(([name, property]) => {
    const described = isObject(descriptions) && Object.hasOwn(descriptions, name) ? descriptions[name] : undefined;
    const taxonomy = (described as { taxonomy?: { id: string } | null } | undefined)?.taxonomy;
    return [name, { base: baseOf(property), taxonomyId: taxonomy?.id ?? null }] as const;
  });
  return { isObject: true, parts: new Map(parts) };
}

function baseOf({ $id }: JsonObject): BaseSchemaName {
  const name = baseSchemaNamed(String($id));
  if (name === null) throw new Error(`A definition is built on ${$id}, which is no base schema.`);
  return name;
}

/** The path of a part inside a body. */
export const pathOf = (name: string): string => (name === singlePart ? 'value' : `value.${name}`);

/** The validated parts of a body; null if its form is wrong. */
export function checkedParts(
  { isObject: hasProperties, parts }: ValueSchema,
  value: unknown,
  baseUrl: string,
  errors: FieldErrors,
): Map<string, Plain> | null {
  if (hasProperties && !isObject(value)) {
    addError(errors, 'value', 'Must be an object.');
    return null;
  }
  const given = hasProperties ? Object.entries(value as JsonObject) : [[singlePart, value] as const];
  const checked = new Map<string, Plain>();
  for (const [name, one] of given) {
    const part = parts.get(name);
    if (part) checked.set(name, checkedPart(part, one, pathOf(name), baseUrl, errors));
    else addError(errors, pathOf(name), `This member is not known. Allowed: ${[...parts.keys()].join(', ')}.`);
  }
  return checked;
}

function checkedPart(part: Part, value: unknown, at: string, baseUrl: string, errors: FieldErrors): Plain {
  validatorOf(baseSchemas[part.base])(value, at, errors);
  const target = targetOf(part);
  if (!target || !isObject(value)) return value;
  const url = addressOf(target, value.id, baseUrl);
  // The schema refuses a malformed reference; here its address must match its id.
  if (typeof value.url === 'string' && value.url !== url) addError(errors, `${at}.url`, `Must be ${url}, or left out.`);
  return { id: value.id };
}

const addressOf = ({ type }: Resource, id: unknown, baseUrl: string): string =>
  `${baseUrl}/svc-api/${collectionOf(type)}/${id}`;

/** The value of these parts; missing properties are null. */
export function joined({ isObject: hasProperties, parts }: ValueSchema, given: ReadonlyMap<string, Plain>): Plain {
  if (!hasProperties) return given.get(singlePart) ?? null;
  return Object.fromEntries([...parts.keys()].map((name) => [name, given.get(name) ?? null]));
}

/** The parts of a stored value. */
export function partsOf({ parts, isObject: hasProperties }: ValueSchema, value: unknown): Map<string, Plain> {
  const read = ([name, part]: [string, Part]): [string, Plain] => {
    const one = hasProperties ? (value as JsonObject)[name] : value;
    return [name, targetOf(part) && isObject(one) ? { id: one.id } : one];
  };
  return new Map([...parts].map(read));
}

/** A value as it is stored: references with their types and addresses. */
export function storedValue(schema: ValueSchema, given: ReadonlyMap<string, Plain>): unknown {
  const addressed = ([name, one]: [string, Plain]): [string, unknown] => {
    const part = schema.parts.get(name);
    const target = part && targetOf(part);
    if (!target || !isObject(one)) return [name, one];
    return [name, { id: one.id, type: target.type, url: addressOf(target, one.id, addressToken) }];
  };
  return joined(schema, new Map([...given].map(addressed)));
}

/** A reference inside a value. */
export interface ValueReference {
  readonly part: string;
  readonly target: Resource;
  readonly id: string;
  readonly taxonomyId: string | null;
}

export const namedBy = (schema: ValueSchema, given: ReadonlyMap<string, Plain>): ValueReference[] =>
  [...given].flatMap(([name, one]) => {
    const part = schema.parts.get(name);
    const target = part && targetOf(part);
    return target && isObject(one) ? [{ part: name, target, id: givenText(one.id), taxonomyId: part.taxonomyId }] : [];
  });
