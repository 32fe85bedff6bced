/** The display name of a row of any resource, in the language of the person. */
import type { Language } from '@muster/contract/languages.ts';

const members = ['name', 'legalName', 'title', 'fileName', 'email'] as const;

export interface AnyRow {
  readonly id: string;
  readonly [member: string]: unknown;
}

type Translations = Readonly<Record<string, Readonly<Partial<Record<Language, string | null>>> | null | undefined>>;

export function nameOf(row: AnyRow, locale?: Language): string {
  if (typeof row.familyName === 'string') return `${String(row.givenName)} ${row.familyName}`;
  const member = members.find((name) => typeof row[name] === 'string' && row[name] !== '');
  if (!member) return row.id;
  // Translations of a resource are those of its name.
  const translations = row.t9n as Translations | null | undefined;
  return (locale && translations?.[member]?.[locale]) || String(row[member]);
}
