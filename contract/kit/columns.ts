/** The members of a body as dotted columns of a table: `firstEmployment.start.date` is one text inside two objects. */
import { createSchema } from './bodies.ts';
import type { Resource } from './resource.ts';
import type { Schema } from './schema.ts';

export type Properties = Readonly<Record<string, Schema>>;

export const propertiesOf = (schema: Schema): Properties | undefined => schema.properties as Properties | undefined;

/** The columns of a creation; `*` represents arbitrary keys. */
export const creationColumns = (resource: Resource): string[] => leafColumns(createSchema(resource), []);

export function leafColumns(schema: Schema, path: readonly string[], isOpenSpelledOut = true): string[] {
  const known = propertiesOf(schema);
  if (known && Object.keys(known).length > 0) {
    return Object.entries(known).flatMap(([name, of]) => leafColumns(of, [...path, name], isOpenSpelledOut));
  }
  const isOpen = isOpenSpelledOut && typeof schema.additionalProperties === 'object';
  return [[...path, ...(isOpen ? ['*'] : [])].join('.')];
}

/** The schema of a column of a creation; undefined for one that the declaration does not describe. */
export function schemaAt(resource: Resource, path: readonly string[]): Schema | undefined {
  let schema: Schema | undefined = createSchema(resource);
  for (const name of path) {
    const open: unknown = schema?.additionalProperties;
    schema = propertiesOf(schema ?? {})?.[name] ?? (typeof open === 'object' ? (open as Schema) : undefined);
  }
  return schema;
}
