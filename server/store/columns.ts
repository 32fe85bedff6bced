/** How fields become columns. Pure: takes a resource, returns SQL text. */
import type { Field } from '@muster/contract/kit/field.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { addressedJson } from './address.ts';

export interface StoredField {
  readonly name: string;
  readonly field: Field;
  readonly column: string;
  readonly sqlType: string;
}

/** `taxonomy.id` → `taxonomy_id`, `createdAt` → `created_at`. */
export const columnAt = (path: string): string =>
  path.replaceAll('.', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const tableOf = (resource: Resource): string => resource.path.replaceAll('-', '_');

export const idTypeOf = (resource: Resource): string => (resource.idKind === 'number' ? 'bigint' : 'text');

/** Every member that has a column, `id` included, in the order of the declaration. */
export function storedFields(resource: Resource): StoredField[] {
  return Object.entries(resource.fields).flatMap(([name, field]) =>
    field.column === 'account-address'
      ? []
      : [
          {
            name,
            field,
            column: columnAt(field.target ? `${name}.id` : name),
            sqlType: sqlTypeOf(resource, name, field),
          },
        ],
  );
}

function sqlTypeOf(resource: Resource, name: string, field: Field): string {
  if (name === 'id') return idTypeOf(resource);
  if (field.target) return field.column === 'references' ? 'bigint[]' : 'bigint';
  return field.column === 'addressed' ? 'text' : field.column;
}

/** The value to bind for a field: a reference is stored by its id, a structure as JSON text. */
export function bound(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (field.column === 'references') return (value as { id: string }[]).map(({ id }) => id);
  if (field.target) return (value as { id: string }).id;
  if (field.column === 'addressed') return addressedJson(value);
  return field.column === 'json' ? JSON.stringify(value) : value;
}

/** Ids of the service are digits that fit a bigint, without leading zeros; anything else names nothing, nor is cast. */
export const isNumericId = (id: string): boolean => /^(0|[1-9][0-9]{0,17})$/.test(id);

/** Whether an id can name a row at all, whatever its shape. */
export const canName = (resource: Resource, id: string): boolean =>
  resource.idKind === 'number' ? isNumericId(id) : /^[\w-]{1,255}$/.test(id);
