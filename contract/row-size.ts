/** How large a row can get, read off its declaration: lists of rows that may be large are paged by bytes too. */

import { type Field, longestText } from './kit/field.ts';
import type { Resource } from './kit/resource.ts';
import type { Schema } from './kit/schema.ts';
import { limits } from './limits.ts';

/** JSON writes a control character as six bytes, and no other character takes more. */
const bytesPerCharacter = 6;
/** A number, a date, a moment, an id or an address below that of the account: none is longer. */
const shortBytes = 300;
/** Encrypted text is written in base64url, with its nonce and its tag. */
const encryptedGrowth = 1.5;

/** The most that a row of the resource takes as JSON text; infinite where its declaration sets no bound. */
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
 * Whether a page of a list must be bounded by bytes: as many rows as a page may have, each as large as it may be, take
 * many times the bound. Rows of a few short texts do not, and the statements that read them stay as they are.
 */
export function hasLargeRows(resource: Resource): boolean {
  const found = known.get(resource) ?? rowBytesMax(resource) * limits.pageMax > largePages * limits.pageBytesMax;
  known.set(resource, found);
  return found;
}

/** Such a page costs a process some hundred megabytes at worst, which it has. */
const largePages = 10;
