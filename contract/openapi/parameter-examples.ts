/** An example of every parameter: values that the examples of the resources contain. */
import type { Filter, Resource } from '../kit/resource.ts';
import type { Json } from './schemas.ts';

/** The example of a resource by its type: its representation. */
export type ExamplesByType = ReadonlyMap<string, Json>;

/** Ends of a range by kind of value. */
export const rangeExamples: Readonly<Record<Filter['kind'], { readonly words: string; readonly range: string }>> = {
  text: { words: '', range: '' },
  uuid: { words: '', range: '' },
  boolean: { words: '', range: '' },
  number: { words: 'numbers, both ends included', range: '90412--..' },
  integer: { words: 'integers, both ends included', range: '1--3' },
  decimal: { words: 'numbers, both ends included', range: '-0.5--12' },
  date: { words: 'dates, both days included', range: '2024-01-01--2024-12-31' },
  instant: {
    words: 'date-times with their zone, the end excluded so that ranges can stand side by side',
    range: '2024-11-01T00:00:00Z--2024-12-01T00:00:00Z',
  },
};

export const dayExample = '2025-05-12';

const byKind: Readonly<Record<Filter['kind'], string>> = {
  text: 'HR-1042',
  number: '1042',
  uuid: '0196c3f2-5a10-7c4e-9b1d-2f6a3e8d4c71',
  integer: '1',
  decimal: '12.5',
  boolean: 'false',
  date: dayExample,
  instant: '2025-05-12T08:34:22Z',
};

/** A value of the filter: that of the example, or any of its kind. */
export function filterExample(
  resource: Resource,
  name: string,
  filter: Filter,
  examples: ExamplesByType,
): string | number {
  const value = shownValue(resource, name, filter, examples) ?? anyValue(filter);
  return filter.kind === 'integer' && !filter.isNullable ? Number(value) : value;
}

function shownValue({ type }: Resource, name: string, filter: Filter, examples: ExamplesByType): string | null {
  const own = examples.get(type);
  const found = filter.through
    ? valueAt(examples.get(filter.through.type), filter.through.member)
    : (valueAt(own, name) ?? valueAt(own, filter.path ?? name));
  return found === undefined || (filter.values && !filter.values.includes(found)) ? null : found;
}

function anyValue({ values, isNullOnly, isNullable, kind }: Filter): string {
  if (isNullOnly || (isNullable && !values)) return 'null';
  return values?.[0] ?? byKind[kind];
}

/** The plain value at a dotted path; of a list, that of its first element. */
export function valueAt(example: unknown, path: string): string | undefined {
  let at: unknown = example;
  for (const name of path.split('.')) {
    const [one] = [at].flat();
    at = typeof one === 'object' && one !== null ? (one as Json)[name] : undefined;
  }
  const [value] = [at].flat();
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/** A word that the search finds in the example. */
export const searchExample = ({ type, searched }: Resource, examples: ExamplesByType): string =>
  searched.map((name) => valueAt(examples.get(type), name)?.split(/[\s\-_,.]/)[0]).find((word) => word) ?? 'paris';
