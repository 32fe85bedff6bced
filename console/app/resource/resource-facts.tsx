/** Read-only members of a resource: names instead of ids, texts instead of codes. */
import { Text } from '@mantine/core';
import type { Field } from '@muster/contract/kit/field.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Schema } from '@muster/contract/kit/schema.ts';
import type { ReactNode } from 'react';
import { areCountries } from '../texts/countries.ts';
import { useFormats } from '../texts/formats.ts';
import { useLabels } from '../texts/labels.ts';
import { useLanguage } from '../texts/language.tsx';
import { Facts } from '../ui/facts.tsx';
import { AttributeValue } from './attribute-value.tsx';

interface ResourceFactsProps {
  readonly resource: Resource;
  readonly value: object;
  readonly members: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
}

export function ResourceFacts({ resource, value, members, labels = {} }: ResourceFactsProps) {
  const { fieldLabel } = useLabels();
  const held = value as Readonly<Record<string, unknown>>;
  const given = members.filter((name) => held[name] !== null && held[name] !== undefined && resource.fields[name]);
  return (
    <Facts
      facts={given.map((name): [string, ReactNode] => [
        labels[name] ?? fieldLabel(name),
        // Only declared members are left.
        <FactValue key={name} name={name} field={resource.fields[name] as Field} value={held[name]} />,
      ])}
    />
  );
}

interface FactValueProps {
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
}

export function FactValue({ name, field, value }: FactValueProps) {
  const { valueLabel } = useLabels();
  const { moment, country, list } = useFormats();
  if (name === 't9n') return <Translations value={value} />;
  if (field.column === 'timestamptz') return moment(String(value));
  if (Array.isArray(value) && field.column === 'references')
    return value.map((one: { readonly id: string }) => (
      <div key={one.id}>
        <AttributeValue value={one} definition={undefined} />
      </div>
    ));
  if (Array.isArray(value) && isCountryList(field)) return list(value.map(String).map(country));
  if (!Array.isArray(field.read.enum)) return <AttributeValue value={value} definition={undefined} />;
  return areCountries(field.read.enum) ? country(String(value)) : valueLabel(String(value));
}

function isCountryList({ read }: Field): boolean {
  const items = (read.items ?? {}) as Schema;
  return Array.isArray(items.enum) && areCountries(items.enum);
}

function Translations({ value }: { readonly value: unknown }) {
  const { locale } = useLanguage();
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  const entries = Object.values(value as Readonly<Record<string, Readonly<Record<string, string | null>> | null>>);
  const texts = entries.flatMap((one) => Object.entries(one ?? {})).filter(([, text]) => text);
  if (texts.length === 0) return '–';
  return texts.map(([language, text]) => (
    <Text key={language} size="sm">
      <Text span c="dimmed" size="sm">
        {`${names.of(language)}: `}
      </Text>
      <span lang={language}>{text}</span>
    </Text>
  ));
}
