/**
 * Validators of JSON schemas with the formats of the API. Their cost does not grow with texts that are far too long.
 */
import { _, Ajv2020, type Code, type Options } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isDate, isDateTime, isTimezone } from './date-time.ts';
import { isShortDecimal } from './numbers.ts';

/** These formats use patterns whose cost and stack grow with the text. No column holds more anyway. */
const formatCharactersMax = 10_000;

function formatNamed(name: 'email' | 'uri'): (text: string) => boolean {
  const format = formats.default.get(name);
  if (typeof format === 'function') return format as (text: string) => boolean;
  if (format instanceof RegExp) return (text) => format.test(text);
  throw new Error(`The format ${name} is of a kind that is not known here.`);
}

const lengthRules = {
  minLength: (limit: number, text: string) =>
    text.length >= limit * 2 || (text.length >= limit && characters(text) >= limit),
  maxLength: (limit: number, text: string) =>
    text.length <= limit || (text.length <= limit * 2 && characters(text) <= limit),
};

/** Code points. Counts only texts that may be on either side of a limit, so a very long text costs nothing. */
function characters(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length - 1; i += 1) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) pairs += 1;
  }
  return text.length - pairs;
}

const lengthKeyword = (isWithin: (limit: number, text: string) => boolean) => ({
  type: 'string' as const,
  schemaType: 'number' as const,
  validate: isWithin,
  error: {
    message: 'has a wrong length',
    params: ({ schemaCode }: { schemaCode: Code | number | boolean }) => _`{limit: ${schemaCode}}`,
  },
});

/** With the members of objects in one order. */
const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );

/**
 * Ajv compares each item with each other one, and asks items for their `valueOf` and `toString`, which may be members of
 * any type.
 */
const uniqueKeyword = {
  keyword: 'uniqueItems',
  type: 'array' as const,
  schemaType: 'boolean' as const,
  validate: (mustBeUnique: boolean, items: readonly unknown[]) =>
    !mustBeUnique || new Set(items.map(canonicalText)).size === items.length,
  error: { message: 'must NOT have duplicate items' },
};

/** Formats that no registry of OpenAPI has. */
const ownFormats: Readonly<Record<string, (text: string) => boolean>> = { timezone: isTimezone };

const ownFormatKeyword = {
  keyword: 'x-format',
  type: 'string' as const,
  schemaType: 'string' as const,
  validate: (name: string, text: string) => ownFormats[name]?.(text) ?? false,
  error: {
    message: 'has a wrong format',
    params: ({ schemaCode }: { schemaCode: Code | number | boolean }) => _`{format: ${schemaCode}}`,
  },
};

export function validators(options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    // 0.57 is 57 hundredths, although a division of doubles gives 56.99999999999999.
    multipleOfPrecision: 6,
    ...options,
  });
  for (const keyword of ['minLength', 'maxLength'] as const) {
    ajv.removeKeyword(keyword).addKeyword({ ...lengthKeyword(lengthRules[keyword]), keyword });
  }
  for (const name of ['email', 'uri'] as const) {
    const validate = formatNamed(name);
    ajv.addFormat(name, (text: string) => text.length <= formatCharactersMax && validate(text));
  }
  ajv.addFormat('date', isDate);
  ajv.addFormat('date-time', isDateTime);
  ajv.removeKeyword('uniqueItems').addKeyword(uniqueKeyword);
  ajv.addKeyword(ownFormatKeyword);
  // The bounds of the schema already cover it.
  ajv.addFormat('int32', true);
  ajv.addFormat('decimal', { type: 'number', validate: isShortDecimal });
  return ajv;
}
