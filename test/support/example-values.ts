/** Valid values for a schema, each different from the one before if the schema allows it. */
import type { Schema } from '@muster/contract/kit/schema.ts';

/** Numbers of equal length, so that texts that end with them sort in the order of creation. */
const firstNumber = 1_000_000;
let made = firstNumber;

/** Files share a worker and its modules: without this, examples would depend on the files that ran before. */
export function restartExamples(): void {
  made = firstNumber;
}

/** Different at each call; letters and digits only. */
export function unique(): string {
  made += 1;
  return `x${made}`;
}

/** Different from the last value. */
export function someDay(year: number): string {
  made += 1;
  return new Date(Date.UTC(year, 0, 2 + (made % 360))).toISOString().split('T', 1)[0] as string;
}

/** A valid value for a schema. Optional members of a structure are left out, except translations. */
export function validValue(schema: Schema, name: string): unknown {
  const [type] = [schema.type].flat();
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (name === 't9n') return translationsOf(schema);
  switch (type) {
    case 'string':
      return textOf(schema, name);
    case 'integer':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 0) }, () => validValue(schema.items as Schema, name));
    case 'object': {
      const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
      const required = (schema.required ?? []) as string[];
      return Object.fromEntries(
        members.filter(([key]) => required.includes(key)).map(([key, of]) => [key, validValue(of, key)]),
      );
    }
    default:
      throw new Error(`No example can be made for ${name}: add it to the table of particulars.`);
  }
}

function textOf(schema: Schema, name: string): string {
  if (schema.format === 'date') return someDay(2024);
  if (schema['x-format'] === 'timezone') return 'Europe/Paris';
  if (schema.format === 'date-time') return '2024-02-29T12:00:00Z';
  if (schema.format === 'uri') return 'https://example.com/';
  if (schema.pattern !== undefined || schema.format !== undefined) {
    throw new Error(`No example can be made for ${name}: add it to the table of particulars.`);
  }
  return `${name} ${unique()}`;
}

const translationsOf = (schema: Schema): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(schema.properties as object).map((member) => [member, { 'fr-FR': `${member} ${unique()}` }]),
  );
