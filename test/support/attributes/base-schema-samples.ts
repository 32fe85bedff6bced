/**
 * For each base schema: values that it accepts, including its bounds, and values that it refuses, each with the path
 * inside the value that the error must name. Rules that JSON Schema cannot express are marked.
 */
import type { BaseSchemaName } from '@muster/contract/base-schemas.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import { type Body, pathOf, type Row } from '../examples.ts';
import { uploaded } from '../files/files.ts';
import type { TestClient } from '../service.ts';
import { taxonomyOf } from './attribute-values.ts';
import { baseSchema, objectValue, singleValue } from './definitions.ts';

/** The targets of references in values. */
export interface Nameable {
  readonly employee: Row;
  readonly label: Row;
  readonly archivedLabel: Row;
  /** A label of another taxonomy. */
  readonly foreignLabel: Row;
  readonly taxonomy: Row;
  readonly file: Row;
}

export async function nameable(client: TestClient, employee: Row): Promise<Nameable> {
  const { taxonomy, labels } = await taxonomyOf(client, 'Fire', 'Water');
  const [label, archivedLabel] = labels as [Row, Row];
  const { labels: others } = await taxonomyOf(client, 'Earth');
  await client.call('PATCH', pathOf(taxonomyLabels, archivedLabel.id), { body: { isArchived: true } });
  return { employee, label, archivedLabel, foreignLabel: others[0] as Row, taxonomy, file: await uploaded(client) };
}

export interface Refusal {
  readonly value: unknown;
  /** Relative to the value; empty for the value itself. */
  readonly at: string;
  /** Why a validator with only the schema may accept it. */
  readonly beyondSchema?: string;
}

export interface Samples {
  readonly accepts: readonly unknown[];
  readonly refuses: readonly Refusal[];
}

const refused = (...values: unknown[]): Refusal[] => values.map((value) => ({ value, at: '' }));

const beyond = (beyondSchema: string, at: string, ...values: unknown[]): Refusal[] =>
  values.map((value) => ({ value, at, beyondSchema }));

/** The maximum length of an address: a local part of 64, and labels of at most 63. */
const longestEmail = `${'l'.repeat(64)}@${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(58)}.com`;
const longestUrl = `https://acme.example.com/${'x'.repeat(2048 - 25)}`;

const plain: Readonly<Partial<Record<BaseSchemaName, Samples>>> = {
  'short-text': {
    accepts: ['', 'Paris', 'x'.repeat(255), '🙂'.repeat(255), '"\\\n\u2028\u0001</script>', null],
    refuses: refused('x'.repeat(256), '🙂'.repeat(256), 5, true, ['Paris'], { id: 'Paris' }),
  },
  'long-text': {
    accepts: ['', 'A line\nand another', 'x'.repeat(65_535), null],
    refuses: refused('x'.repeat(65_536), 5, false, [], {}),
  },
  boolean: { accepts: [true, false, null], refuses: refused('true', 0, 1, '', [], {}) },
  int32: {
    accepts: [-2_147_483_648, -1, 0, 1, 2_147_483_647, null],
    refuses: refused(-2_147_483_649, 2_147_483_648, 1.5, '1', true, [], {}),
  },
  decimal: {
    accepts: [0, 1.25, -3, 0.1, 123_456_789_012_345, 0.000_123_456_789_012_345, 1e300, 1e-300, null],
    refuses: [
      ...refused('1.25', true, [], {}),
      ...beyond('formats of numbers only inform', '', 1_234_567_890_123_456, 0.1 + 0.2, 1.000_000_000_000_001),
    ],
  },
  'legacy-date': {
    accepts: ['2024-02-29', '1900-01-01', '0001-01-01', '9999-12-31', null],
    refuses: [
      ...refused('2023-02-29', '1900-02-29', '2024-13-01', '2024-00-10', '2024-01-32', '29/02/2024', '2024-2-9'),
      ...refused('2024-02-29T00:00:00Z', '', 'today', 20_240_229, {}),
      ...beyond('some take a year zero', '', '0000-01-01'),
    ],
  },
  'phone-number': {
    accepts: ['+33144556677', '(555) 555-5555', '555.555.5555', '1234567890', '123456789012', null],
    refuses: refused('123456789', '1234567890123', 'call me', '', '++33144556677', 33_144_556_677, []),
  },
  email: {
    accepts: ['a@b.co', 'nora.lindqvist@acme.example.com', 'n+tag@acme.example.com', longestEmail, null],
    refuses: refused('nora', 'a@', '@b.co', '<a@b.co>', 'Nora <a@b.co>', 'a@b.co>', '', `x${longestEmail}`, 5, {}),
  },
  url: {
    accepts: [
      'https://acme.example.com/a?b=c#d',
      'HTTP://ACME.EXAMPLE.COM',
      'http://127.0.0.1:8080/',
      longestUrl,
      null,
    ],
    refuses: refused(
      'ftp://acme.example.com',
      'acme',
      '//acme.example.com',
      'https://acme example.com',
      `${longestUrl}x`,
      '',
      5,
    ),
  },
};

const noFile = '0190b7a4-7c1c-7d6e-8f00-000000000000';

/** References of one type: `id` is an existing row. */
function referenceSamples(row: Row, type: string, more: readonly Refusal[]): Samples {
  const { id, url } = row;
  const other = type === 'file' ? 'employee' : 'file';
  const unknown = ['999999999', 'x', '-1', "1' or '1'='1", noFile].map((one) => ({ id: one }));
  return {
    accepts: [{ id }, { id, type }, { id, type, url }, null],
    refuses: [
      ...refused(id, 5, true, [{ id }]),
      { value: {}, at: '.id' },
      { value: { id: '' }, at: '.id' },
      { value: { id: 5 }, at: '.id' },
      { value: { id: null }, at: '.id' },
      { value: { id, name: 'x' }, at: '.name' },
      { value: { id, type: other }, at: '.type' },
      { value: { id, url: 'no address' }, at: '.url' },
      ...beyond('an address that is none of this account', '.url', { id, url: 'https://elsewhere.example.com/1' }),
      ...beyond('what exists is not in a schema', '.id', ...unknown),
      ...more,
    ],
  };
}

export const samplesOf = ({
  employee,
  label,
  archivedLabel,
  foreignLabel,
  file,
}: Nameable): Readonly<Record<BaseSchemaName, Samples>> =>
  ({
    ...plain,
    'file-reference': referenceSamples(file, 'file', []),
    'employee-reference': referenceSamples(employee, employees.type, []),
    'taxonomy-label-reference': referenceSamples(label, taxonomyLabels.type, [
      ...beyond('archival is not in a schema', '.id', { id: archivedLabel.id }),
      ...beyond('nor are the labels of a taxonomy', '.id', { id: foreignLabel.id }),
    ]),
    // Every name exists: references are added to plain values.
  }) as Readonly<Record<BaseSchemaName, Samples>>;

/** What a read returns for this value: references with all of their members. */
export const shownAs = (value: unknown, { employee, label, file }: Nameable): unknown => {
  const named = value as { id?: unknown } | null;
  if (typeof named !== 'object' || named === null) return value;
  const { id, type, url } = [employee, label, file].find((row) => row.id === named.id) as Row;
  return { id, type, url };
};

/** The body of a definition of one base schema, with a taxonomy if it has labels. */
export const definitionOn = (base: BaseSchemaName, { taxonomy }: Nameable, members: Body = {}): Body =>
  singleValue({
    schema: baseSchema(base),
    ...(base === 'taxonomy-label-reference' && { taxonomy: { id: taxonomy.id } }),
    ...members,
  });

/** The name of the property of a base schema in a definition with all base schemas. */
export const propertyOf = (base: BaseSchemaName): string => base.replaceAll('-', '_');

/** The body of a definition with a property of each of these base schemas. */
export function definitionOnAll(bases: readonly BaseSchemaName[], { taxonomy }: Nameable, members: Body = {}): Body {
  const body = objectValue(Object.fromEntries(bases.map((base) => [propertyOf(base), base])), members);
  const descriptions = body.propertyDescriptions as Record<string, Body>;
  if (!bases.includes('taxonomy-label-reference')) return body;
  const labels = propertyOf('taxonomy-label-reference');
  return {
    ...body,
    propertyDescriptions: { ...descriptions, [labels]: { ...descriptions[labels], taxonomy: { id: taxonomy.id } } },
  };
}
