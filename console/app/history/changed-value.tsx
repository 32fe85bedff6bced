/** A value of any member in words: names instead of ids, labels instead of codes, days in the format of the person. */
import { Text } from '@mantine/core';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { files } from '@muster/contract/resources/files.ts';
import type { ReactNode } from 'react';
import { useBatched } from '../data/batched.ts';
import { nameIn } from '../resource/attribute-value.tsx';
import { isCountryMember } from '../texts/countries.ts';
import { type Duration, useFormats } from '../texts/formats.ts';
import { historyTexts } from '../texts/history.ts';
import { useLabels } from '../texts/labels.ts';
import { useLanguage } from '../texts/language.tsx';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { wrappedText } from '../ui/wrapped-text.tsx';
import { isPointer, PointedName } from './pointed-name.tsx';

export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(isEmpty));

interface ChangedValueProps {
  /** Of the member, which decides how a text is meant. */
  readonly name: string;
  readonly value: unknown;
  /** Labels of the parts of a structure, if they are not those of members. */
  readonly labelOf?: (name: string) => string;
}

export function ChangedValue({ name, value, labelOf }: ChangedValueProps): ReactNode {
  const t = useTexts(historyTexts);
  const { yes, no } = useTexts(shellTexts);
  const { number, duration } = useFormats();
  if (isEmpty(value)) return <i>{t.nothing}</i>;
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'number') return number(value);
  if (typeof value === 'string') return <TextValue name={name} text={value} />;
  if (Array.isArray(value)) return <Listing name={name} values={value} labelOf={labelOf} />;
  if (isDuration(value as object)) return duration(value as Duration);
  if (isPointer(value as object)) return <Pointed value={value as { id: string; type: string }} />;
  return <Structure name={name} value={value as object} labelOf={labelOf} />;
}

/** Its text in ISO 8601 says the same once more. */
const isDuration = (value: object): boolean => 'iso' in value && 'value' in value && 'unit' in value;

function Pointed({ value }: { readonly value: { readonly id: string; readonly type: string } }) {
  const { hidden } = useTexts(historyTexts);
  return value.type === files.type ? hidden : <PointedName pointer={value} />;
}

const dayForm = /^\d{4}-\d\d-\d\d$/;
const momentForm = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Texts that people write; codes have labels. */
const written = /^(name|jobTitle|title|description|comment|notes|email|.*Name|.*Lines|remoteId|value|.*Number|.*Id)$/;

function TextValue({ name, text }: { readonly name: string; readonly text: string }) {
  const { day, moment, country } = useFormats();
  const { valueLabel } = useLabels();
  if (dayForm.test(text) && name !== 'apiVersion') return day(text);
  if (momentForm.test(text)) return moment(text);
  if (isCountryMember(name)) return country(text);
  if (!written.test(name) && /^[a-z]+([A-Z][a-z]*)*$/.test(text)) return valueLabel(text);
  return <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{wrappedText(text)}</span>;
}

interface ListingProps {
  readonly name: string;
  readonly values: readonly unknown[];
  readonly labelOf: ((name: string) => string) | undefined;
}

function Listing({ name, values, labelOf }: ListingProps) {
  return values.map((value, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a list of a recorded state never changes its order
    <div key={index}>
      <ChangedValue name={name} value={value} {...(labelOf && { labelOf })} />
    </div>
  ));
}

interface StructureProps {
  readonly name: string;
  readonly value: object;
  readonly labelOf: ((name: string) => string) | undefined;
}

function Structure({ name, value, labelOf }: StructureProps) {
  const { fieldLabel } = useLabels();
  const { locale } = useLanguage();
  const parts = Object.entries(value).filter(([, part]) => !isEmpty(part));
  const [only] = parts;
  // `{ date }` and `{ name: { fr } }` of translations mean what is in them.
  if (parts.length === 1 && only && (only[0] === 'date' || name === 't9n'))
    return <ChangedValue name={only[0]} value={only[1]} />;
  const languages = new Intl.DisplayNames(locale, { type: 'language' });
  const label = (part: string) =>
    /^[a-z]{2}-[A-Z]{2}$/.test(part) ? (languages.of(part) ?? part) : (labelOf ?? fieldLabel)(part);
  return parts.map(([part, inner]) => (
    <div key={part}>
      <Text span size="sm" c="dimmed">{`${label(part)}: `}</Text>
      <ChangedValue name={part} value={inner} />
    </div>
  ));
}

/** The value of an attribute: its parts are named by its definition. */
export function AttributeChange({ definitionId, value }: { readonly definitionId: string; readonly value: unknown }) {
  const { locale } = useLanguage();
  const { fieldLabel } = useLabels();
  const { data } = useBatched(employeeAttributeDefinitions, definitionId);
  const labelOf = (part: string) => {
    const description = data?.propertyDescriptions?.[part];
    return description ? nameIn(description, locale) : fieldLabel(part);
  };
  return <ChangedValue name="value" value={value} labelOf={labelOf} />;
}
