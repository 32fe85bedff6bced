/** Compiles JSON schemas into functions that name each fault by its dotted path and say what is allowed. */
import type { Schema } from '@muster/contract/kit/schema.ts';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { complain, type FieldErrors } from '../problem.ts';
import { isDate, isDateTime, isTimezone } from './date-time.ts';
import { decimalDigitsMax, isShortDecimal } from './numbers.ts';

/** Adds the faults of a value to `errors`, under `at` and below. */
export type Validator = (value: unknown, at: string, errors: FieldErrors) => void;

const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  verbose: true,
  ownProperties: true,
  // 0.57 is 57 hundredths, though a division of doubles says 56.99999999999999.
  multipleOfPrecision: 6,
});
formats.default(ajv, ['email', 'uri']);
ajv.addFormat('date', isDate);
ajv.addFormat('date-time', isDateTime);
ajv.addFormat('timezone', isTimezone);
// Said by the bounds of a schema already.
ajv.addFormat('int32', true);
ajv.addFormat('decimal', { type: 'number', validate: isShortDecimal });

/** A body of thousands of faults is not read by anybody. */
const faultsMax = 100;

const compiled = new WeakMap<Schema, Validator>();

export function validatorOf(schema: Schema): Validator {
  const found = compiled.get(schema);
  if (found) return found;
  const validate = ajv.compile(schema);
  const made: Validator = (value, at, errors) => {
    if (validate(value)) return;
    for (const fault of (validate.errors ?? []).slice(0, faultsMax)) {
      const { path, message } = describe(fault);
      complain(errors, [at, ...path].filter((part) => part !== '').join('.'), message);
    }
  };
  compiled.set(schema, made);
  return made;
}

interface Fault {
  readonly path: readonly string[];
  readonly message: string;
}

function describe({ instancePath, keyword, params, parentSchema, message }: ErrorObject): Fault {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const known = parentSchema?.properties as Record<string, unknown> | undefined;
  switch (keyword) {
    case 'required':
      return { path: [...path, params.missingProperty], message: 'This member is required.' };
    case 'additionalProperties':
      return {
        path: [...path, params.additionalProperty],
        message: `This member is not known. Allowed: ${Object.keys(known ?? {}).join(', ')}.`,
      };
    default:
      return { path, message: sentence(keyword, params, message) };
  }
}

const typeNames: Record<string, string> = {
  object: 'an object',
  array: 'an array',
  integer: 'an integer',
  null: 'null',
};

/** What is allowed, in words. */
function sentence(keyword: string, params: Record<string, unknown>, fallback = 'is not valid'): string {
  const limit = params.limit;
  switch (keyword) {
    case 'type':
      return `Must be ${[params.type]
        .flat()
        .map((type) => typeNames[String(type)] ?? `a ${type}`)
        .join(' or ')}.`;
    case 'enum':
      return `Must be one of: ${(params.allowedValues as unknown[]).map((value) => String(value)).join(', ')}.`;
    case 'const':
      return `Must be ${JSON.stringify(params.allowedValue)}.`;
    case 'minLength':
      return `Must have at least ${limit} ${limit === 1 ? 'character' : 'characters'}.`;
    case 'maxLength':
      return `Must have at most ${limit} characters.`;
    case 'minimum':
      return `Must be at least ${limit}.`;
    case 'maximum':
      return `Must be at most ${limit}.`;
    case 'pattern':
      return `Must match the pattern ${params.pattern}.`;
    case 'format':
      return params.format === 'decimal'
        ? `Must have at most ${decimalDigitsMax} significant digits.`
        : `Must be a valid ${params.format}.`;
    default:
      return `${fallback.charAt(0).toUpperCase()}${fallback.slice(1)}.`;
  }
}
