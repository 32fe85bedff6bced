/** Values that a declaration refuses, with the name under which each must be reported. */
import type { Field } from '@muster/contract/kit/field.ts';
import type { Schema } from '@muster/contract/kit/schema.ts';

export interface Fault {
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

/** What a value may be is said elsewhere: the declaration refuses none. */
export const takesAnything = ({ type }: Schema): boolean => type === undefined;

/** Whole numbers are numbers. */
const takes = (schema: Schema, type: string): boolean =>
  typesOf(schema).includes(type) || (type === 'integer' && typesOf(schema).includes('number'));

const typesOf = (schema: Schema): unknown[] => [schema.type].flat();

/** Everything that can be wrong with a member by itself. References have faults of their own besides. */
export function faultsOf(name: string, field: Field): Fault[] {
  if (takesAnything(field.write)) return [];
  return [...faultsIn(name, field.write), ...(field.target === undefined ? [] : referenceFaults(name, field))];
}

function faultsIn(name: string, schema: Schema): Fault[] {
  const types = typesOf(schema);
  const fault = (what: string, value: unknown, key = name): Fault => ({ what, value, key });
  return [
    ...samples.filter(([type]) => !takes(schema, type)).map(([type, value]) => fault(`of type ${type}`, value)),
    ...(types.includes('null') ? [] : [fault('null', null)]),
    ...(types.includes('string') ? textFaults(name, schema) : []),
    ...(types.includes('integer')
      ? [
          fault('a fraction', 1.5),
          fault('too small', Number(schema.minimum) - 1),
          fault('too large', Number(schema.maximum) + 1),
        ]
      : []),
    ...(types.includes('number') ? [fault('below its range', Number(schema.minimum) - 1)] : []),
    ...(types.includes('object') && schema.additionalProperties === false
      ? [fault('with an unknown member', { nothing: 1 }, `${name}.nothing`)]
      : []),
    ...((schema.required ?? []) as string[]).map((member) => fault(`without ${member}`, {}, `${name}.${member}`)),
    ...(Number(schema.minItems ?? 0) > 0 ? [fault('empty', [])] : []),
    ...nestedFaults(name, schema),
  ];
}

/** Of members inside a structure; the other members are left as they come. */
function nestedFaults(name: string, schema: Schema): Fault[] {
  const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  return members.flatMap(([member, inner]) =>
    (takesAnything(inner) ? [] : faultsIn(`${name}.${member}`, inner)).map((fault) => ({
      ...fault,
      what: `with ${member} ${fault.what}`,
      value: { [member]: fault.value },
    })),
  );
}

/** The same word, in capitals or in small letters; a date has none, and gets one. */
function swapped(text: string): string {
  if (!/[a-z]/i.test(text)) return `${text}a`;
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

function textFaults(name: string, schema: Schema): Fault[] {
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

function referenceFaults(name: string, field: Field): Fault[] {
  const blamed = field.isBlamedOnId ? `${name}.id` : name;
  const unknown = ['999999999', '0', '-1', '1e3', 'x', '9'.repeat(30), "1' or '1'='1"];
  const isList = field.column === 'references';
  return unknown.map((id) => ({
    what: `to nothing (${id})`,
    value: isList ? [{ id }] : { id },
    key: isList ? `${name}.0` : blamed,
  }));
}
