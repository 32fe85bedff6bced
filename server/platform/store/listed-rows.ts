/**
 * Many rows as parameters of one statement: an array for each column. PostgreSQL reads arrays in a third of the time that
 * it takes for a JSON text of the same rows.
 */
import { bound, type StoredField } from './columns.ts';
import type { Place } from './condition.ts';
import type { Values } from './values.ts';

/** SQL of the rows as `listed`, to select from, and of each column in it. */
export interface ListedRows {
  readonly from: string;
  readonly column: (field: StoredField) => string;
}

/** One of the columns must be null in no row, as the id is: shorter arrays are filled up with nulls. */
export function listedRows(fields: readonly StoredField[], rows: readonly Values[], place: Place): ListedRows {
  const arrays = fields.map(
    (field) => `${place(columnText(field, rows))}::${isList(field.sqlType) ? 'text' : field.sqlType}[]`,
  );
  return {
    from: `unnest(${arrays.join(', ')}) as listed (${fields.map(({ column }) => column).join(', ')})`,
    column: ({ column, sqlType }) =>
      isList(sqlType) ? `listed.${column}::${sqlType} as ${column}` : `listed.${column}`,
  };
}

/** Arrays of arrays have only one dimension to unnest by: a list inside is a text until it is a column. */
const isList = (sqlType: string): boolean => sqlType.endsWith('[]');

/** A column without any value, which many are, is no array of nulls but an empty one. */
function columnText({ name, field }: StoredField, rows: readonly Values[]): string {
  let isEmpty = true;
  const elements = rows.map((row) => {
    const value = bound(field, row[name] === undefined ? field.fallback : row[name]);
    if (value !== null) isEmpty = false;
    return elementText(value);
  });
  return isEmpty ? '{}' : `{${elements.join(',')}}`;
}

function elementText(value: unknown): string {
  if (value === null) return 'NULL';
  const text = plainText(value);
  if (needsNoQuotes.test(text)) return text;
  return special.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}

/** Most: ids, days and words. In quotes, each would be one more text. */
const needsNoQuotes = /^(?!null$)[\w.:@+-]+$/i;
const special = /["\\]/;

function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `{${value.map(elementText).join(',')}}`;
  return value instanceof Date ? value.toISOString() : String(value);
}
