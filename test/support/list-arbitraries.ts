/** Random rows and orders for lists, from the declarations. */
import type { Field } from '@muster/contract/kit/field.ts';
import { sortKeysOf } from '@muster/contract/kit/list.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import fc from 'fast-check';
import { type Body, suited } from './examples.ts';

/**
 * Few letters, so that many texts differ only in case and accents; some beyond the basic plane, and some control
 * characters, which must not be confused with separators.
 */
const texts = fc.string({
  unit: fc.constantFrom(
    ...'aAáÀbBzZ',
    'ß',
    'œ',
    'É',
    'e\u0301',
    'Ω',
    'я',
    '日',
    '𝒜',
    '🙂',
    '\u0001',
    '\u0002',
    '\u001f',
    '\u0301',
    ' ',
    '-',
    '9',
    '10',
  ),
  minLength: 1,
  maxLength: 4,
});

/** Random values for sortable members. */
export function membersOf(resource: Resource): fc.Arbitrary<Body> {
  const ordered = resource.sortable.filter((name) => (resource.fields[name]?.create ?? 'absent') !== 'absent');
  const members = fc.record(
    Object.fromEntries(ordered.map((name) => [name, valuesOf(resource.fields[name] as Field)])),
  );
  return members.map((some) => suited(resource, some));
}

function valuesOf(field: Field): fc.Arbitrary<unknown> {
  if (Array.isArray(field.write.enum)) return fc.constantFrom(...field.write.enum);
  if (field.write.format === 'email') return fc.constantFrom('a@example.com', 'A@example.com', 'z@example.com', null);
  if (field.column === 'integer') return fc.integer({ min: 0, max: 3 });
  if (field.column === 'boolean') return fc.boolean();
  if (field.column === 'date') return fc.constantFrom('2024-01-01', '2024-02-29', '2022-12-31');
  return field.isTrimmed ? texts.filter((text) => text.trim() === text) : texts;
}

/** Some keys in random order, each in one of its directions. */
export const sortsOf = (resource: Resource): fc.Arbitrary<string> =>
  fc
    .shuffledSubarray(sortKeysOf(resource))
    .chain((keys) => fc.tuple(...keys.map((key) => fc.constantFrom(key, `-${key}`))))
    .map((keys) => keys.join(','));
