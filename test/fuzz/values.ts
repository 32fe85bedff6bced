/** Values for a schema: valid, almost valid, and hostile ones. */
import type { Json } from './operations.ts';
import type { Random } from './random.ts';

export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '9'.repeat(19),
  'null',
  'NaN',
  '\0',
  '\ud800',
  '\u202e',
  '\uFEFF',
  'e\u0301',
  'İ',
  'ﬃ',
  '🦊',
  "' or 1=1 --",
  '"',
  '\\',
  '%',
  '%00',
  '../..',
  '<script>',
  '#{7*7}',
  '2024-02-30',
  '0000-00-00',
  '9999-12-31',
  '2024-01-01T00:00:00Z',
  '0001-01-01T00:00:00+15:59',
  'infinity',
  '__proto__',
  'constructor',
  'e_x',
  'x'.repeat(300),
  'é'.repeat(11_000),
];

export const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  2 ** 31,
  2 ** 53,
  1e308,
  5e-324,
  [],
  [null],
  [[]],
  {},
  { id: null },
  { id: '0' },
  { id: [] },
  { id: '9'.repeat(18) },
  { $ref: '/svc-api/schemas/int32' },
  { type: 'object', properties: {} },
  JSON.parse('{"__proto__":{"id":"1"}}'),
  { toString: 1 },
  { length: 3 },
];

/** Nearly always valid. */
export function valueFor(schema: Json, random: Random, depth = 0): unknown {
  if (random.chance(0.04)) return random.pick(hostileValues);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return random.pick(schema.enum);
  const types = [schema.type ?? 'string'].flat() as string[];
  switch (random.pick(types)) {
    case 'null':
      return null;
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return Number(schema.minimum ?? 0) + random.below(5);
    case 'array': {
      const count = Math.max(Number(schema.minItems ?? 0), random.below(3));
      return Array.from({ length: count }, () => valueFor((schema.items ?? {}) as Json, random, depth + 1));
    }
    case 'object':
      return objectFor(schema, random, depth);
    default:
      return textFor(schema, random);
  }
}

function objectFor(schema: Json, random: Random, depth: number): unknown {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Json>>;
  const required = (schema.required ?? []) as readonly string[];
  const chosen = Object.entries(properties).filter(
    ([name]) => required.includes(name) || random.chance(depth === 0 ? 0.5 : 0.3),
  );
  return Object.fromEntries(chosen.map(([name, of]) => [name, valueFor(of, random, depth + 1)]));
}

function textFor(schema: Json, random: Random): string {
  switch (schema.format) {
    case 'date':
      return `20${10 + random.below(25)}-0${1 + random.below(9)}-1${random.below(10)}`;
    case 'date-time':
      return `2024-0${1 + random.below(9)}-11T0${random.below(10)}:00:00Z`;
    case 'email':
      return `x${random.below(1e9)}@example.com`;
    case 'uri':
      return `https://hooks.example.net/x${random.below(1e6)}`;
    case 'timezone':
      return random.pick(['Europe/Paris', 'America/Lima', 'Asia/Tokyo']);
    default:
      return `x${random.below(1e9)}`.slice(0, Number(schema.maxLength ?? 100));
  }
}
