/** Finds what the service would refuse, by the schemas of the declarations, before anything is sent. */
import type { Fields } from '@muster/contract/kit/field.ts';
import type { Schema } from '@muster/contract/kit/schema.ts';
import { useMemo } from 'react';
import { formTexts } from '../texts/form.ts';
import { type Formats, useFormats } from '../texts/formats.ts';
import type { Words } from '../texts/part.ts';
import { useTexts } from '../texts/texts.ts';
import { isPhone, normalisedPhone } from './phone.ts';

type Texts = Words<typeof formTexts>;
type Values = Readonly<Record<string, unknown>>;

export interface CheckedMembers {
  readonly fields: Fields;
  readonly names: readonly string[];
  readonly values: Values;
  /** Members that are required here, whatever the declaration says. */
  readonly required?: readonly string[];
  /** The path of these members in the body. */
  readonly prefix?: string;
}

export type EntryCheck = (members: CheckedMembers) => Record<string, string>;

export function useEntryCheck(): EntryCheck {
  const texts = useTexts(formTexts);
  const formats = useFormats();
  return useMemo(() => (members) => problemsIn(members, texts, formats), [texts, formats]);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

export const isRequired = (
  { fields, required }: Pick<CheckedMembers, 'fields' | 'required'>,
  name: string,
): boolean => {
  const field = fields[name];
  return required?.includes(name) ?? (field?.create === 'required' && !field.isNullable);
};

export function problemsIn(members: CheckedMembers, texts: Texts, formats: Formats): Record<string, string> {
  const { fields, names, values, prefix } = members;
  const found: Record<string, string> = {};
  for (const name of names) {
    const field = fields[name];
    if (!field) continue;
    const path = prefix === undefined ? name : `${prefix}.${name}`;
    const value = values[name] ?? field.fallback;
    if (isEmpty(value)) {
      if (isRequired(members, name)) found[path] = missing(field.write, texts, formats, field.target !== undefined);
      continue;
    }
    collect(field.write, value, path, { texts, formats, found });
  }
  return found;
}

function missing(schema: Schema, texts: Texts, { typedDay }: Formats, isReference: boolean): string {
  const properties = Object.keys((schema.properties ?? {}) as object);
  if (schema.format === 'date' || (properties.length === 1 && properties[0] === 'date')) {
    return texts.requiredDay(typedDay('2026-03-31'));
  }
  return isReference || Array.isArray(schema.enum) ? texts.choose : texts.required;
}

interface Collecting {
  readonly texts: Texts;
  readonly formats: Formats;
  readonly found: Record<string, string>;
}

/** Values from the top down; references and lists are left to the service. */
function collect(schema: Schema, value: unknown, path: string, collecting: Collecting): void {
  const { found, texts, formats } = collecting;
  if (typeof value === 'string') {
    const message = textProblem(schema, value, texts, formats);
    if (message !== null) found[path] = message;
    return;
  }
  if (typeof value === 'number') {
    const message = numberProblem(schema, value, texts, formats);
    if (message !== null) found[path] = message;
    return;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !schema.properties) return;
  const held = value as Values;
  const required = (schema.required ?? []) as readonly string[];
  for (const [name, inner] of Object.entries(schema.properties as Readonly<Record<string, Schema>>)) {
    if (!isEmpty(held[name])) collect(inner, held[name], `${path}.${name}`, collecting);
    else if (required.includes(name)) found[`${path}.${name}`] = missing(inner, texts, formats, false);
  }
}

const isAddress = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

function textProblem(schema: Schema, value: string, texts: Texts, { number }: Formats): string | null {
  const { format, pattern, minLength, maxLength } = schema;
  const { length } = [...value];
  if (isPhone(schema)) return new RegExp(String(pattern)).test(normalisedPhone(value)) ? null : texts.phone;
  if (format === 'email') return isAddress.test(value) ? null : texts.email;
  if (format === 'uri') return URL.canParse(value) ? null : texts.uri;
  if (typeof minLength === 'number' && length < minLength) return texts.atLeast(number(minLength));
  if (typeof maxLength === 'number' && length > maxLength) return texts.atMost(number(maxLength));
  return null;
}

function numberProblem({ minimum, maximum }: Schema, value: number, texts: Texts, { number }: Formats): string | null {
  if (typeof minimum === 'number' && value < minimum) return texts.minimum(number(minimum));
  return typeof maximum === 'number' && value > maximum ? texts.maximum(number(maximum)) : null;
}

/** As the service stores them: phone numbers without blanks. */
export const prepared = (fields: Fields, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields[name];
      return [name, typeof value === 'string' && field && isPhone(field.write) ? normalisedPhone(value) : value];
    }),
  );
