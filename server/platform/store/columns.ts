/** Maps fields to columns. Pure: takes a resource, returns SQL text. */
import { ownerPathOf } from '@muster/contract/kit/belonging.ts';
import { type Field, nullable, text } from '@muster/contract/kit/field.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { files } from '@muster/contract/resources/files.ts';
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

/** The column by which a row names its owner: `employee` → `employee_id`. */
export const ownerColumn = (type: string): string => columnAt(ownerPathOf({ type }));

export const tableOf = ({ table, path }: Resource): string => table ?? path.replaceAll('-', '_');

const idTypes = { number: 'bigint', uuid: 'uuid', text: 'text' } as const;

export const idTypeOf = ({ idKind }: Resource): string => idTypes[idKind];

const known = new WeakMap<Resource, readonly StoredField[]>();

/** Every member with a column, `id` included, in the order of the declaration; then hidden columns. */
export function storedFields(resource: Resource): readonly StoredField[] {
  const found = known.get(resource) ?? readFields(resource);
  known.set(resource, found);
  return found;
}

function readFields(resource: Resource): readonly StoredField[] {
  const shown = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.column === 'account-address' || field.column === 'once'
      ? []
      : [{ name, field, column: columnOf(name, field), sqlType: sqlTypeOf(resource, name, field) }],
  );
  const hidden = Object.entries(resource.hidden).map(([name, sqlType]) => ({
    name,
    field: hiddenField,
    column: columnAt(name),
    sqlType,
  }));
  return [...shown, ...digestsOf(resource), ...hidden];
}

/** The digest of an encrypted member, for filters: `legalGender` → `legalGender.digest`. */
export const digestNameOf = (name: string): string => `${name}.digest`;

const digestsOf = (resource: Resource): StoredField[] =>
  Object.entries(resource.fields)
    .filter(([, { isDigested }]) => isDigested)
    .map(([name, { read, isNullable }]) => ({
      name: digestNameOf(name),
      field: { ...hiddenField, isNullable },
      column: columnAt(digestNameOf(name)),
      sqlType: read.type === 'array' ? 'text[]' : 'text',
    }));

/** Bound without conversion. */
const hiddenField = nullable(text());

/** `legalEntity` → `legal_entity_id`, `start` → `start_date`. */
export function columnOf(name: string, field: Field): string {
  if (field.target) return columnAt(`${name}.id`);
  return columnAt(field.column === 'day' ? `${name}.date` : name);
}

function sqlTypeOf(resource: Resource, name: string, field: Field): string {
  if (name === 'id') return idTypeOf(resource);
  if (field.column === 'uuid') return 'uuid';
  if (field.hasWordId) return 'text';
  if (field.target) return field.column === 'references' ? 'bigint[]' : 'bigint';
  if (field.column === 'day') return 'date';
  if (field.column === 'words') return 'text[]';
  return field.column === 'addressed' || field.column === 'sealed' ? 'text' : field.column;
}

/** The columns that refer to files, by their members. */
export const fileColumnsOf = ({ fields }: Resource): (readonly [string, string])[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.column === 'uuid' && (field.keptAs ?? field.target) === files.type
      ? [[name, columnOf(name, field)] as const]
      : [],
  );

/** The parameter value of a field: a reference is stored as its id, a structure as JSON text. */
export function bound(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (field.column === 'references') return (value as { id: string }[]).map(({ id }) => id);
  if (field.target) return (value as { id: string }).id;
  if (field.column === 'day') return (value as { date: string }).date;
  if (field.column === 'addressed') return addressedJson(value);
  return field.column === 'json' ? JSON.stringify(value) : value;
}

/**
 * Ids of the service are digits that fit a bigint, without leading zeros. Any other text matches nothing and is never
 * cast.
 */
export const isNumericId = (id: string): boolean => /^(0|[1-9][0-9]{0,17})$/.test(id);

export const isUuid = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

const isWord = (id: string): boolean => /^[\w-]{1,255}$/.test(id);

/** Whether a reference can exist, checked without a query. */
export function canBeNamed({ column, hasWordId }: Field, id: string): boolean {
  if (hasWordId) return isWord(id);
  return column === 'uuid' ? isUuid(id) : isNumericId(id);
}

const idForms = { number: isNumericId, uuid: isUuid, text: isWord } as const;

/** Whether an id has a form that a row of this resource can have. */
export const canName = ({ idKind }: Resource, id: string): boolean => idForms[idKind](id);
