/** An attribute value in one line, for cells of tables and exports. */
import type { Listed } from '@muster/client/collection.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Language } from '@muster/contract/languages.ts';
import { files } from '@muster/contract/resources/files.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { useQuery } from '@tanstack/react-query';
import { readBatched } from '../data/batched.ts';
import { useFormats } from '../texts/formats.ts';
import { useLanguage } from '../texts/language.tsx';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { type Definition, nameIn } from './attribute-value.tsx';
import { type AnyRow, nameOf } from './naming.ts';

type ReadRow = (resource: Resource, id: string) => Promise<Listed<Resource> | null>;
type Line = string | number | boolean | { readonly day: string } | null;

interface Pointer {
  readonly id: string;
  readonly type: string;
}

const isPointer = (value: object): value is Pointer => 'id' in value && 'type' in value && 'url' in value;

/** As an export writes it: days, numbers and yes or no keep their type. */
export async function attributeText(
  value: unknown,
  definition: Definition,
  locale: Language,
  read: ReadRow,
): Promise<Line> {
  if (typeof value !== 'object' || value === null || isPointer(value)) return lineOf(value, locale, read);
  const names = definition.propertyDescriptions ?? {};
  const parts = Object.entries(value).filter(([, part]) => part !== null);
  const texts = parts.map(async ([name, part]) => {
    const line = await lineOf(part, locale, read);
    return `${nameIn(names[name] ?? { name }, locale)}: ${typeof line === 'object' ? (line?.day ?? '') : line}`;
  });
  return (await Promise.all(texts)).join(', ');
}

async function lineOf(value: unknown, locale: Language, read: ReadRow): Promise<Line> {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? { day: value } : value;
  if (typeof value !== 'object' || !isPointer(value)) return JSON.stringify(value);
  const resource = resourceOf(value.type);
  if (!resource || value.type === files.type || !resource.operations.includes('list')) return value.id;
  const row = await read(resource, value.id);
  // Every representation has an id; other members are read by name.
  return row ? nameOf(row as unknown as AnyRow, locale) : value.id;
}

export function AttributeText({ value, definition }: { readonly value: unknown; readonly definition: Definition }) {
  const { locale } = useLanguage();
  const { day, number } = useFormats();
  const t = useTexts(shellTexts);
  const { data } = useQuery({
    queryKey: [definition.type, 'text', definition.id, locale, value],
    staleTime: 60_000,
    queryFn: () => attributeText(value, definition, locale, readBatched),
  });
  if (data === undefined) return '…';
  if (data === null) return null;
  if (typeof data === 'boolean') return data ? t.yes : t.no;
  if (typeof data === 'number') return number(data);
  return typeof data === 'object' ? day(data.day) : data;
}
