/**
 * What a definition allows as a value. A schema is put together from base schemas, so the validator of each of these is
 * compiled once for the whole service, and a definition is only the list of its parts: which base schema each has, and
 * whose labels it may name. Pure.
 */
import { type BaseSchemaName, baseSchemaNamed, baseSchemas } from '@muster/contract/base-schemas.ts';
import { collectionOf, type Resource } from '@muster/contract/kit/resource.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { files } from '@muster/contract/resources/files.ts';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import { addressToken } from '../platform/store/address.ts';
import { validatorOf } from '../platform/validation/validator.ts';
import { isObject, type JsonObject } from '../platform/verbs/body.ts';
import { addError, type FieldErrors } from '../problem.ts';

/** One property of an object value, or the whole of a single one. */
export interface Part {
  readonly base: BaseSchemaName;
  /** Of labels: the taxonomy that they must belong to; null where any will do. */
  readonly taxonomyId: string | null;
}

export interface ValueSchema {
  readonly isObject: boolean;
  /** By the name of the property, in their order; under `singlePart` where the value is no object. */
  readonly parts: ReadonlyMap<string, Part>;
}

/** Stands for the name of a property where the value has none. */
export const singlePart = '';

/**
 * A value with every property present and references reduced to their ids: what rules, comparisons and keys look at.
 * Never an array.
 */
export type Plain = unknown;

const targets: Readonly<Partial<Record<BaseSchemaName, Resource>>> = {
  'file-reference': files,
  'employee-reference': employees,
  'taxonomy-label-reference': taxonomyLabels,
};

/** What values of a part refer to; undefined where they are no references. */
export const targetOf = ({ base }: Part): Resource | undefined => targets[base];

/** From the members of a definition: its schema as it is read, the descriptions of its properties, its taxonomy. */
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

/** The parts that a body gives, judged; null where it is not of the form that parts are found in. */
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
  // A reference without an address that fits it is refused by its schema, or names something else than it says.
  if (typeof value.url === 'string' && value.url !== url) addError(errors, `${at}.url`, `Must be ${url}, or left out.`);
  return { id: value.id };
}

const addressOf = ({ type }: Resource, id: unknown, baseUrl: string): string =>
  `${baseUrl}/svc-api/${collectionOf(type)}/${id}`;

/** The value that these parts make; properties that are missing are null. */
export function joined({ isObject: hasProperties, parts }: ValueSchema, given: ReadonlyMap<string, Plain>): Plain {
  if (!hasProperties) return given.get(singlePart) ?? null;
  return Object.fromEntries([...parts.keys()].map((name) => [name, given.get(name) ?? null]));
}

/** The parts of a value that has been stored, as it is read. */
export function partsOf({ parts, isObject: hasProperties }: ValueSchema, value: unknown): Map<string, Plain> {
  const read = ([name, part]: [string, Part]): [string, Plain] => {
    const one = hasProperties ? (value as JsonObject)[name] : value;
    return [name, targetOf(part) && isObject(one) ? { id: one.id } : one];
  };
  return new Map([...parts].map(read));
}

/** A value as it is kept: references with their types and addresses. */
export function storedValue(schema: ValueSchema, given: ReadonlyMap<string, Plain>): unknown {
  const addressed = ([name, one]: [string, Plain]): [string, unknown] => {
    const part = schema.parts.get(name);
    const target = part && targetOf(part);
    if (!target || !isObject(one)) return [name, one];
    return [name, { id: one.id, type: target.type, url: addressOf(target, one.id, addressToken) }];
  };
  return joined(schema, new Map([...given].map(addressed)));
}

/** Something that a part of a value names. */
export interface Named {
  readonly part: string;
  readonly target: Resource;
  readonly id: string;
  readonly taxonomyId: string | null;
}

export const namedBy = (schema: ValueSchema, given: ReadonlyMap<string, Plain>): Named[] =>
  [...given].flatMap(([name, one]) => {
    const part = schema.parts.get(name);
    const target = part && targetOf(part);
    return target && isObject(one) ? [{ part: name, target, id: String(one.id), taxonomyId: part.taxonomyId }] : [];
  });
