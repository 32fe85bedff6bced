/** Shows an attribute value of any schema: texts, days, references by name, structures by their parts. */
import { Anchor, Text } from '@mantine/core';
import type { Read } from '@muster/contract/kit/resource.ts';
import type { Language } from '@muster/contract/languages.ts';
import type { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { files } from '@muster/contract/resources/files.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { useOne } from '../data/queries.ts';
import { isCountryMember } from '../texts/countries.ts';
import { useFormats } from '../texts/formats.ts';
import { useLabels } from '../texts/labels.ts';
import { useLanguage } from '../texts/language.tsx';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { Facts } from '../ui/facts.tsx';
import { FileValue } from './file-value.tsx';
import { type AnyRow, nameOf } from './naming.ts';

export type Definition = Read<typeof employeeAttributeDefinitions>;

interface Translated {
  readonly name: string;
  readonly t9n?: { readonly name?: Readonly<Partial<Record<Language, string | null>>> | null } | null;
}

export const nameIn = ({ name, t9n }: Translated, locale: Language): string => t9n?.name?.[locale] ?? name;

interface AttributeValueProps {
  readonly value: unknown;
  readonly definition: Definition | undefined;
}

export function AttributeValue({ value, definition }: AttributeValueProps) {
  const { locale } = useLanguage();
  const descriptions = definition?.propertyDescriptions;
  if (!descriptions || typeof value !== 'object' || value === null) return <PlainValue value={value} />;
  // With descriptions, a value is an object of these properties.
  const members = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(descriptions).sort((one, other) => place(descriptions[one]) - place(descriptions[other]));
  return (
    <Facts
      facts={names
        .filter((name) => members[name] !== null && members[name] !== undefined)
        .map((name) => [
          nameIn(descriptions[name] ?? { name }, locale),
          <PlainValue key={name} value={members[name]} />,
        ])}
    />
  );
}

const place = (description: { readonly sortOrder: number } | undefined): number => description?.sortOrder ?? 0;

const isDay = /^\d{4}-\d\d-\d\d$/;

function PlainValue({ value }: { readonly value: unknown }) {
  const t = useTexts(shellTexts);
  const { day, number } = useFormats();
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (typeof value === 'number') return number(value);
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ');
  if (typeof value === 'object')
    return isPointer(value) ? <PointedValue pointer={value} /> : <StructuredValue value={value} />;
  const text = String(value);
  if (isDay.test(text)) return day(text);
  if (/^https?:\/\//i.test(text))
    return (
      <Anchor size="sm" href={text} target="_blank" rel="noreferrer noopener">
        {text}
      </Anchor>
    );
  return (
    <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
      {text}
    </Text>
  );
}

interface Pointer {
  readonly id: string;
  readonly type: string;
}

const isPointer = (value: object): value is Pointer => 'id' in value && 'type' in value && 'url' in value;

function PointedValue({ pointer }: { readonly pointer: Pointer }) {
  const { locale } = useLanguage();
  const resource = resourceOf(pointer.type);
  if (pointer.type === files.type) return <FileValue id={pointer.id} />;
  const isReadable = resource?.operations.includes('read') && !resource.content;
  if (!resource || !isReadable) return pointer.id;
  return <ReadName pointer={pointer} locale={locale} />;
}

function ReadName({ pointer, locale }: { readonly pointer: Pointer; readonly locale: Language }) {
  const resource = resourceOf(pointer.type);
  if (!resource) throw new Error(`${pointer.type} is not declared.`);
  const { data } = useOne(resource, pointer.id);
  if (!data) return pointer.id;
  // Of any type: its name and translations are read if it has them.
  const row = data.value as unknown as AnyRow & Translated;
  return row.t9n?.name?.[locale] ?? nameOf(row);
}

/** By the labels of members, such as those of an address; a country by its name. */
function StructuredValue({ value }: { readonly value: object }) {
  const { fieldLabel } = useLabels();
  const { country, day } = useFormats();
  const textOf = (name: string, part: unknown): string => {
    if (Array.isArray(part)) return part.map((one) => textOf(name, one)).join(', ');
    if (typeof part === 'object') return JSON.stringify(part);
    const text = String(part);
    if (isDay.test(text)) return day(text);
    return isCountryMember(name) ? country(text) : text;
  };
  const parts = Object.entries(value).filter(([, part]) => part !== null);
  const [only] = parts;
  // `{ date }` means the date.
  if (only && parts.length === 1 && only[0] === 'date') return textOf('date', only[1]);
  return parts.map(([name, part]) => `${fieldLabel(name)}: ${textOf(name, part)}`).join(', ');
}
