/** The maximum size of a row, from its declaration: lists of large rows are also paged by bytes. */

import { type Field, longestText } from './kit/field.ts';
import type { Resource } from './kit/resource.ts';
import type { Schema } from './kit/schema.ts';
import { limits } from './limits.ts';

/** JSON writes a control character with six bytes, and no other character takes more. */
const bytesPerCharacter = 6;
/** A number, a date, a timestamp, an id or a relative address: none is longer. */
const shortBytes = 300;
/** Encrypted text is base64url, with its nonce and its tag. */
const encryptedGrowth = 1.5;

/** The maximum size of a row as JSON text; infinite if its declaration has no limit. */
export const rowBytesMax = ({ fields }: Resource): number =>
  Object.entries(fields).reduce((sum, [name, field]) => sum + name.length + fieldBytesMax(field), shortBytes);

const fieldBytesMax = ({ read, column }: Field): number =>
  schemaBytesMax(read) * (column === 'sealed' ? encryptedGrowth : 1);

function schemaBytesMax(schema: Schema): number {
  const { const: constant, enum: words, anyOf, oneOf, type } = schema;
  if (constant !== undefined) return JSON.stringify(constant).length;
  if (Array.isArray(words)) return largest(words.map((word) => JSON.stringify(word).length));
  const alternatives = [anyOf, oneOf].find(Array.isArray);
  if (alternatives) return largest(alternatives.map(schemaBytesMax));
  if (type === undefined) return Number.POSITIVE_INFINITY;
  return largest([type].flat().map((one) => typeBytesMax(String(one), schema)));
}

function typeBytesMax(type: string, schema: Schema): number {
  if (type === 'string') return textBytesMax(schema);
  if (type === 'array') return itemsMax(schema) * (1 + schemaBytesMax((schema.items ?? {}) as Schema));
  return type === 'object' ? membersBytesMax(schema) : shortBytes;
}

function textBytesMax({ maxLength, format }: Schema): number {
  if (typeof maxLength === 'number') return maxLength * bytesPerCharacter;
  return format === undefined ? longestText * bytesPerCharacter : shortBytes;
}

/** A list of different words has no more items than there are words. */
function itemsMax({ maxItems, uniqueItems, items }: Schema): number {
  const words = (items as Schema | undefined)?.enum;
  if (uniqueItems && Array.isArray(words)) return words.length;
  return typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY;
}

function membersBytesMax({ properties = {}, additionalProperties }: Schema): number {
  if (additionalProperties !== false) return Number.POSITIVE_INFINITY;
  const members = Object.entries(properties as Record<string, Schema>);
  return members.reduce((sum, [name, member]) => sum + name.length + 4 + schemaBytesMax(member), 2);
}

const largest = (sizes: readonly number[]): number => Math.max(0, ...sizes);

const known = new WeakMap<Resource, boolean>();

/**
 * Whether a page must be limited by bytes: a full page of the largest rows would exceed the limit many times. Rows of a
 * few short texts do not, and their statements stay simple.
 */
export function hasLargeRows(resource: Resource): boolean {
  const found = known.get(resource) ?? rowBytesMax(resource) * limits.pageMax > largePages * limits.pageBytesMax;
  known.set(resource, found);
  return found;
}

/** At worst such a page costs some hundred megabytes, which a process has. */
const largePages = 10;
