/** Maps dotted columns to members: `firstEmployment.start.date` is one text inside two objects. */
import { createSchema, readSchema } from '@muster/contract/kit/bodies.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Schema } from '@muster/contract/kit/schema.ts';

type Properties = Readonly<Record<string, Schema>>;

const propertiesOf = (schema: Schema): Properties | undefined => schema.properties as Properties | undefined;

/** The columns of a creation; `*` represents arbitrary keys. */
export const creationColumns = (resource: Resource): string[] => leaves(createSchema(resource), []);

/** The columns of a representation. Lists and open structures are one column, as JSON. */
export const representationColumns = (resource: Resource): string[] => {
  const { links: _, embedded: __, ...properties } = propertiesOf(readSchema(resource)) as Properties;
  return leaves({ properties }, [], false);
};

function leaves(schema: Schema, path: readonly string[], isOpenSpelledOut = true): string[] {
  const known = propertiesOf(schema);
  if (known && Object.keys(known).length > 0) {
    return Object.entries(known).flatMap(([name, of]) => leaves(of, [...path, name], isOpenSpelledOut));
  }
  const isOpen = isOpenSpelledOut && typeof schema.additionalProperties === 'object';
  return [[...path, ...(isOpen ? ['*'] : [])].join('.')];
}

export function isColumn(name: string, columns: readonly string[]): boolean {
  return columns.includes(name) || columns.includes(name.replace(/[^.]+$/, '*'));
}

/** An empty cell means that the member is omitted. */
export function objectOf(columns: readonly (readonly string[])[], cells: readonly string[]): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [index, path] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (cell !== '') setAt(made, path, cell);
  }
  return made;
}

function setAt(object: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    object[first] = value;
    return;
  }
  const inner = (object[first] ?? {}) as Record<string, unknown>;
  object[first] = inner;
  setAt(inner, rest, value);
}

export function valueAt(row: unknown, path: readonly string[]): unknown {
  let value = row;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

export function cellOf(row: unknown, path: readonly string[]): string {
  const value = valueAt(row, path);
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
