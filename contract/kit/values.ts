/** Values that several families of the organization share: codes, numbers of authorities, addresses. */
import { countryCodes, currencyCodes } from '../codes.ts';
import { json, longestText, oneOf, readOnly, text } from './field.ts';
import { anyOf, as, closed, maybe, named, orNull, type Schema, string } from './schema.ts';

export const countryCode = () => oneOf(...countryCodes);
export const currencyCode = () => oneOf(...currencyCodes);

/** A number of an authority, with its format. Only the length is checked. */
export const formatted = <const F extends string>(max: number, ...formats: F[]) =>
  json(closed({ format: anyOf(...formats), value: string({ minLength: 1, maxLength: max }) }));

export const industryCode = () => formatted(50, 'other', 'franceAPE', 'spainCNAE', 'germanyWZ', 'usaNAICS');

export interface Address {
  addressLines: string[];
  postalCode?: string | null;
  locality?: string | null;
  administrativeArea?: string | null;
  countryCode?: string | null;
}

const part = maybe(orNull(string({ maxLength: longestText })));
const lines: Schema<string[]> = {
  type: 'array',
  items: string({ minLength: 1, maxLength: longestText }),
  minItems: 1,
  maxItems: 100,
};

export const address = () =>
  json(
    as<Address>(
      named(
        'address',
        closed({
          addressLines: lines,
          postalCode: part,
          locality: part,
          administrativeArea: part,
          countryCode: maybe(orNull(anyOf(...countryCodes))),
        }),
      ),
    ),
  );

/** An IANA name such as `Europe/Paris`. */
export const timezone = () => {
  const field = text({ max: 255 });
  // Not `format`, which names only what the registries of formats have: strict tools refuse any other.
  const schema = { ...field.read, pattern: '^[A-Za-z][\\w+-]*(/[\\w+-]+)*$', 'x-format': 'timezone' };
  return { ...field, read: schema, write: schema };
};

/** A valid address without a display name; refused domains are set per account. */
export const email = () => {
  const field = text({ min: 3, max: 255, pattern: '^[^<>]*$' });
  const schema = { ...field.read, format: 'email' };
  return { ...field, read: schema, write: schema };
};

export const phonePattern = '^[\\+]?[(]?[0-9]{3}[)]?[-\\s\\.]?[0-9]{3}[-\\s\\.]?[0-9]{4,6}$';

export const phone = () => text({ max: 50, pattern: phonePattern });

/** By the day in the timezone of the establishment: before the first day, between, after the last. */
export const employeeStatus = () => readOnly(oneOf('active', 'upcoming', 'deactivated'));
