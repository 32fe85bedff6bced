/** Values that a declaration refuses, with the key of each error. */
import type { Field } from '@muster/contract/kit/field.ts';
import type { Schema } from '@muster/contract/kit/schema.ts';

export interface InvalidValue {
  readonly what: string;
  readonly value: unknown;
  /** The key in `errors`. */
  readonly key: string;
}

const samples: readonly (readonly [type: string, value: unknown])[] = [
  ['integer', 5],
  ['string', 'text'],
  ['boolean', true],
  ['array', []],
  ['object', {}],
];

/** A value of a type that the schema refuses. */
export const wrongTyped = (schema: Schema): unknown => samples.find(([type]) => !takes(schema, type))?.[1];

/** The rules are elsewhere: the declaration refuses nothing. */
export const takesAnything = ({ type }: Schema): boolean => type === undefined;

/** Integers are numbers too. */
const takes = (schema: Schema, type: string): boolean =>
  typesOf(schema).includes(type) || (type === 'integer' && typesOf(schema).includes('number'));

const typesOf = (schema: Schema): unknown[] => [schema.type].flat();

/** Every error that a member can have by itself. References have further errors. */
export function invalidValuesOf(name: string, field: Field): InvalidValue[] {
  if (takesAnything(field.write)) return [];
  return [...invalidValuesIn(name, field.write), ...(field.target === undefined ? [] : referenceErrors(name, field))];
}

function invalidValuesIn(name: string, schema: Schema): InvalidValue[] {
  const types = typesOf(schema);
  const invalid = (what: string, value: unknown, key = name): InvalidValue => ({ what, value, key });
  return [
    ...samples.filter(([type]) => !takes(schema, type)).map(([type, value]) => invalid(`of type ${type}`, value)),
    ...(types.includes('null') ? [] : [invalid('null', null)]),
    ...(types.includes('string') ? textErrors(name, schema) : []),
    ...(types.includes('integer')
      ? [
          invalid('a fraction', 1.5),
          invalid('too small', Number(schema.minimum) - 1),
          invalid('too large', Number(schema.maximum) + 1),
        ]
      : []),
    ...(types.includes('number') ? [invalid('below its range', Number(schema.minimum) - 1)] : []),
    ...(types.includes('object') && schema.additionalProperties === false
      ? [invalid('with an unknown member', { nothing: 1 }, `${name}.nothing`)]
      : []),
    ...((schema.required ?? []) as string[]).map((member) => invalid(`without ${member}`, {}, `${name}.${member}`)),
    ...(Number(schema.minItems ?? 0) > 0 ? [invalid('empty', [])] : []),
    ...nestedErrors(name, schema),
  ];
}

/** Errors of members inside a structure. */
function nestedErrors(name: string, schema: Schema): InvalidValue[] {
  const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  return members.flatMap(([member, inner]) =>
    (takesAnything(inner) ? [] : invalidValuesIn(`${name}.${member}`, inner)).map((invalid) => ({
      ...invalid,
      what: `with ${member} ${invalid.what}`,
      value: { [member]: invalid.value },
    })),
  );
}

/** The same text in upper or lower case; a date gets a letter. */
function swapped(text: string): string {
  if (!/[a-z]/i.test(text)) return `${text}a`;
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

function textErrors(name: string, schema: Schema): InvalidValue[] {
  const isChosen = Array.isArray(schema.enum);
  return [
    ...((schema.minLength ?? 0) === 0
      ? []
      : [{ what: 'too short', value: 'x'.repeat(Number(schema.minLength) - 1), key: name }]),
    ...(schema.maxLength === undefined
      ? []
      : [{ what: 'too long', value: 'x'.repeat(Number(schema.maxLength) + 1), key: name }]),
    ...(isChosen
      ? [
          { what: 'outside its list', value: 'nonsense', key: name },
          { what: 'in other letters', value: swapped(String((schema.enum as string[])[0])), key: name },
        ]
      : []),
    ...(schema.format === undefined ? [] : [{ what: 'malformed', value: 'nonsense', key: name }]),
    ...(isChosen
      ? []
      : [
          { what: 'with a NUL', value: 'a\u0000b', key: name },
          { what: 'with half a surrogate pair', value: 'a\ud800b', key: name },
        ]),
  ];
}

function referenceErrors(name: string, field: Field): InvalidValue[] {
  const blamed = field.isBlamedOnId ? `${name}.id` : name;
  const unknown = ['999999999', '0', '-1', '1e3', 'x', '9'.repeat(30), "1' or '1'='1"];
  const isList = field.column === 'references';
  return unknown.map((id) => ({
    what: `to nothing (${id})`,
    value: isList ? [{ id }] : { id },
    key: isList ? `${name}.0` : blamed,
  }));
}
