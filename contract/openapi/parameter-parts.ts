/** What parameters of all kinds are made of. */
import { anyOf, named, type Schema } from '../kit/schema.ts';
import type { Json } from './schemas.ts';

const parameter =
  (place: 'path' | 'query' | 'header') =>
  (name: string, description: string, schema: Json, more: Json = {}): Json => ({
    name,
    in: place,
    ...(place === 'path' && { required: true }),
    description,
    schema,
    ...more,
  });

export const pathParameter = parameter('path');
export const query = parameter('query');
export const header = parameter('header');

/** A comma-separated list. */
export const listParameter = (
  name: string,
  description: string,
  items: Json,
  maxItems: number,
  example: unknown,
): Json =>
  query(
    name,
    description,
    { type: 'array', items, minItems: 1, maxItems },
    { style: 'form', explode: false, example: [example] },
  );

/** A boolean in an address. */
export const flagText: Schema = named('true-or-false', anyOf('true', 'false'));

/** `legalEntity.countryCode` → `legal-entity-country-code`. */
export const kebabOf = (name: string): string =>
  name.replaceAll('.', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
