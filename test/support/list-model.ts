/** A simple, independent model of lists: sorting in memory, and following links. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Row } from './examples.ts';
import type { TestClient } from './service.ts';

export interface Page {
  readonly items: Row[];
  readonly links: { readonly prev: { href: string } | null; readonly next: { href: string } | null };
  /** If requested. */
  readonly totalCount?: number;
}

/** The page at `path` and all pages that its links lead to in one direction. */
export async function pagesFrom(client: TestClient, path: string, direction: 'prev' | 'next'): Promise<Page[]> {
  const pages: Page[] = [];
  for (let at: string | undefined = path; at !== undefined; ) {
    const { status, body, text } = await client.call('GET', at);
    if (status !== 200) throw new Error(`A page answers ${status}: ${text}`);
    pages.push(body);
    if (pages.length > 500) throw new Error('Pages go in a circle.');
    at = body.links[direction]?.href;
  }
  return pages;
}

export const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id);

/** The value of a member by its dotted path; a path through null is null. Hidden values are stored next to the rows. */
export const valueAt = (row: Row, path: string): unknown =>
  Object.hasOwn(row, path)
    ? row[path]
    : path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name] ?? null, row);

export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

const byCodePoint = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Rows in the order of a `sort` parameter: nulls last when ascending, ties by ascending id. */
export function sortedRows(resource: Resource, rows: readonly Row[], sort: string): Row[] {
  const keys = sort.split(',').filter((key) => key !== '');
  const paths = keys.map((key) => key.replace(/^[-+ ]/, ''));
  const all = paths.includes('id') ? keys : [...keys, 'id'];
  return rows.toSorted((one, other) => {
    for (const key of all) {
      const path = key.replace(/^[-+ ]/, '');
      const order = compared(resource, path, valueAt(one, path), valueAt(other, path));
      if (order !== 0) return key.startsWith('-') ? -order : order;
    }
    return 0;
  });
}

function compared(resource: Resource, path: string, one: unknown, other: unknown): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (path === 'id' && resource.idKind === 'number') return Number(one) - Number(other);
  if (typeof one !== 'string' || typeof other !== 'string') return Number(one) - Number(other);
  const isText = path !== 'id' && resource.fields[path]?.column === 'text';
  return isText ? byCodePoint(folded(one), folded(other)) : byCodePoint(one, other);
}
