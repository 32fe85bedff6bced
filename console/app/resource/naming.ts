/** How a row of any resource is called on the screen: by the member that people know it by, in their language. */
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
  // Where a resource has translations, they are those of its name.
  const translations = row.t9n as Translations | null | undefined;
  return (locale && translations?.[member]?.[locale]) || String(row[member]);
}
