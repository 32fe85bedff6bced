/**
 * Filters of employees by attributes: every base schema with every operator, as a single value, as a property and with
 * several values, compared with a check of each person's values.
 */
import type { BaseSchemaName } from '@muster/contract/base-schemas.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setSettings } from '../../support/account-settings.ts';
import { type Given, give, heldBy, listed } from '../../support/attributes/attribute-lists.ts';
import { baseSchema, definitionsPath, objectValue, singleValue } from '../../support/attributes/definitions.ts';
import { type Body, createExample, pathOf, type Row } from '../../support/examples.ts';
import { uploaded } from '../../support/files/files.ts';
import { oneIn } from '../../support/form.ts';
import { idsOf, pagesFrom } from '../../support/list-model.ts';
import { timedService } from '../../support/people/days.ts';
import { at, type Company, hired, newCompany } from '../../support/people/people.ts';
import { dayFromNow } from '../../support/recorded.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
let where: Company;
let people: Row[];
const given: Given[] = [];
/** Few values of each base schema, so that several people share them. */
let pools: Record<Exclude<BaseSchemaName, 'long-text'>, unknown[]>;

type Kept = keyof typeof pools;
const texts = ['short-text', 'phone-number', 'email', 'url'] as const;
const numbers = ['int32', 'decimal'] as const;
const references = ['file-reference', 'employee-reference', 'taxonomy-label-reference'] as const;
const bases: readonly Kept[] = [...texts, ...numbers, ...references, 'boolean', 'legacy-date'];
const ranged: readonly Kept[] = [...numbers, 'legacy-date'];

/** The use of a base schema: single, single with several values, or as a property. */
type Shape = 'single' | 'multiple' | 'property';
const shapes: readonly Shape[] = ['single', 'multiple', 'property'];
const idOf = (base: Kept, shape: Shape): string => (shape === 'property' ? 'e_object' : `e_${shape}_${word(base)}`);
const word = (base: string): string => base.replaceAll('-', '_');
const propertyOf = (base: Kept, shape: Shape): string | null => (shape === 'property' ? word(base) : null);
const isReference = (base: Kept): boolean => (references as readonly Kept[]).includes(base);

function nameOf(base: Kept, shape: Shape): string {
  const property = propertyOf(base, shape);
  return `attributes.${idOf(base, shape)}${property ? `.${property}` : ''}${isReference(base) ? '.id' : ''}`;
}

async function define(body: Body): Promise<void> {
  const reply = await client.call('POST', definitionsPath, { body });
  if (reply.status !== 201) throw new Error(`A definition answers ${reply.status}: ${reply.text}`);
}

beforeAll(async () => {
  service = await sharedService();
  ({ client, ...where } = await newCompany(service));
  people = [];
  for (let index = 0; index < 12; index += 1) people.push(await hired(client, where));
  const [one, two] = [await createExample(client, taxonomyLabels), await createExample(client, taxonomyLabels)];
  pools = {
    'short-text': ['Paris', 'paris', 'A,B', 'back\\slash', 'x'.repeat(255)],
    'phone-number': ['+33144556677', '0144556677'],
    email: ['a@example.com', 'A@example.com'],
    url: ['https://example.com/a', `https://example.com/${'long/'.repeat(60)}`],
    int32: [-2_147_483_648, -1, 0, 7, 2_147_483_647],
    decimal: [-0.5, 0.1, 1e-7, 1e20, 3],
    boolean: [true, false],
    'legacy-date': ['2019-12-31', '2024-02-29', '2024-03-01'],
    'file-reference': [at(await uploaded(client)), at(await uploaded(client))],
    'employee-reference': [at(people[0] as Row), at(people[1] as Row)],
    'taxonomy-label-reference': [at(one), at(two)],
  };
  const several = { sorting: 'ascending', sortingProperty: null };
  for (const base of bases) {
    const schema = baseSchema(base);
    await define(singleValue({ id: idOf(base, 'single'), schema }));
    await define(singleValue({ id: idOf(base, 'multiple'), schema, multipleValueHandling: several }));
  }
  await define(objectValue(Object.fromEntries(bases.map((base) => [word(base), base])), { id: 'e_object' }));
  for (const [index, employee] of people.entries()) await giveValues(employee, index);
}, 60_000);

/** The value of each third person is past, future, or current; some have null, some no value. */
async function giveValues(employee: Row, index: number): Promise<void> {
  const days = [
    {},
    { end: dayFromNow(service, -1) },
    { start: dayFromNow(service, 1) },
    { start: dayFromNow(service, 0), end: dayFromNow(service, 0) },
  ];
  const picked = (base: Kept, offset = 0): unknown =>
    (index + offset) % 6 === 5 ? null : (pools[base][(index + offset) % pools[base].length] as unknown);
  const record = async (definition: string, value: unknown, when: object) =>
    given.push(await give(client, { employee, definition, value, ...when }));
  for (const [offset, base] of bases.entries()) {
    if ((index + offset) % 5 !== 4) await record(idOf(base, 'single'), picked(base), days[(index + offset) % 4] ?? {});
    for (let count = 0; count < (index + offset) % 4; count += 1) {
      await record(idOf(base, 'multiple'), picked(base, count), days[(index + count) % 4] ?? {});
    }
  }
  if (index % 4 === 3) return;
  const whole = Object.fromEntries(bases.map((base, offset) => [word(base), picked(base, offset)]));
  await record('e_object', whole, days[index % 3 === 2 ? 1 : 0] ?? {});
}

/** Numbers by size, days as text. */
const isAfter = (one: unknown, other: unknown): boolean => (one as number) > (other as number);

const textOf = (value: unknown): string =>
  value !== null && typeof value === 'object' ? (value as { id: string }).id : String(value);
const escaped = (value: unknown): string => encodeURIComponent(textOf(value).replaceAll(/[\\,]/g, '\\$&'));

/** Everybody whose current values match. */
function whose(base: Kept, shape: Shape, isWanted: (held: (string | number | boolean)[]) => boolean): string[] {
  const today = dayFromNow(service, 0);
  const held = (person: Row) => heldBy(given, person, idOf(base, shape), propertyOf(base, shape), today);
  return idsOf(people.filter((person) => isWanted(held(person))));
}

describe.each(shapes)('a %s value', (shape) => {
  describe.each(oneIn(3, bases, shapes.indexOf(shape)))('of the schema %s', (base) => {
    const name = nameOf(base, shape);
    const held =
      (...values: unknown[]) =>
      (all: (string | number | boolean)[]) =>
        all.some((value) => values.some((wanted) => textOf(wanted) === String(value)));

    test('is found by one of its values, by several, and by none of them', async () => {
      const [first, second] = pools[base] as [unknown, unknown];
      const without =
        (...values: unknown[]) =>
        (all: (string | number | boolean)[]) =>
          !held(...values)(all);
      for (const value of pools[base]) {
        expect(await listed(client, `${name}=${escaped(value)}`)).toEqual(whose(base, shape, held(value)));
      }
      expect(await listed(client, `-${name}=${escaped(first)}`)).toEqual(whose(base, shape, without(first)));
      const both = `${escaped(first)},${escaped(second)}`;
      expect(await listed(client, `${name}=${both}`)).toEqual(whose(base, shape, held(first, second)));
      expect(await listed(client, `-${name}=${both}`)).toEqual(whose(base, shape, without(first, second)));
    });

    test('is found where there is none in force', async () => {
      const [first] = pools[base];
      const isEmpty = (all: unknown[]) => all.length === 0;
      expect(await listed(client, `${name}=null`)).toEqual(whose(base, shape, isEmpty));
      expect(await listed(client, `-${name}=null`)).toEqual(whose(base, shape, (all) => !isEmpty(all)));
      expect(whose(base, shape, isEmpty)).not.toHaveLength(people.length);
      expect(await listed(client, `${name}=null,${escaped(first)}`)).toEqual(
        whose(base, shape, (all) => isEmpty(all) || held(first)(all)),
      );
      expect(await listed(client, `-${name}=null,${escaped(first)}`)).toEqual(
        whose(base, shape, (all) => !isEmpty(all) && !held(first)(all)),
      );
    });
  });

  test.each(ranged)('of the schema %s is found by a range, open on one side or on none', async (base) => {
    const name = nameOf(base, shape);
    const sorted = pools[base].toSorted((one, other) => (isAfter(one, other) ? 1 : -1));
    const [low, middle, high] = sorted as [unknown, unknown, unknown];
    const inside = (from: unknown, to: unknown) => (all: unknown[]) =>
      all.some((value) => (from === null || !isAfter(from, value)) && (to === null || !isAfter(value, to)));
    for (const [from, to] of [
      [low, middle],
      [middle, high],
      [middle, middle],
      [null, middle],
      [middle, null],
    ] as const) {
      const range = encodeURIComponent(`${from ?? '..'}--${to ?? '..'}`);
      expect(await listed(client, `${name}.between=${range}`)).toEqual(whose(base, shape, inside(from, to)));
      expect(await listed(client, `${name}=${range}`)).toEqual(whose(base, shape, inside(from, to)));
    }
  });
});

/** One of each form. */
const everyQuestion = (): string[] => [
  `${nameOf('boolean', 'single')}=true`,
  `${nameOf('short-text', 'multiple')}=Paris,paris`,
  `${nameOf('int32', 'multiple')}.between=-1--7`,
  `${nameOf('decimal', 'property')}=0.1,3`,
  `${nameOf('legacy-date', 'single')}.between=2024-01-01--..`,
  `-${nameOf('email', 'property')}=null`,
  `${nameOf('url', 'single')}=null`,
  `-${nameOf('int32', 'single')}=7`,
];

const questions = (): readonly string[] => oneIn(3, everyQuestion(), 1);

test('two filters find the people that match both', async () => {
  const alone = await Promise.all(questions().map(async (query) => ({ query, ids: await listed(client, query) })));
  for (const one of alone) {
    for (const other of alone.filter(({ query }) => query !== one.query)) {
      const both = one.ids.filter((id) => other.ids.includes(id));
      expect([one.query, other.query, await listed(client, `${one.query}&${other.query}`)]).toEqual([
        one.query,
        other.query,
        both,
      ]);
    }
  }
});

test('filters combine with others', async () => {
  const name = nameOf('boolean', 'single');
  const [id] = await listed(client, `${name}=true`);
  expect(await listed(client, `${name}=true&id=${id}`)).toEqual([id]);
  expect(await listed(client, `${name}=true&status=upcoming`)).toEqual([]);
});

test('pages of a filter hold everybody once, in both orders and directions, and count all of them', async () => {
  for (const query of questions()) {
    const expected = await listed(client, query);
    for (const sort of ['id', '-id', 'familyName']) {
      const ordered = await listed(client, `${query}&sort=${sort}`);
      if (sort !== 'familyName') expect(ordered).toEqual(sort === 'id' ? expected : expected.toReversed());
      const address = `${pathOf(employees)}?limit=2&include=links,totalCount&sort=${sort}&${query}`;
      const forward = await pagesFrom(client, address, 'next');
      expect(forward.flatMap(({ items }) => idsOf(items))).toEqual(ordered);
      const last = forward.at(-1) as (typeof forward)[number];
      const back = last.links.prev ? await pagesFrom(client, last.links.prev.href, 'prev') : [];
      expect([...back.toReversed(), last].flatMap(({ items }) => idsOf(items))).toEqual(ordered);
      const counts = [...forward, ...back].map((page) => page.totalCount);
      expect(new Set(counts)).toEqual(new Set([ordered.length]));
    }
  }
}, 30_000);

test('a value is found on the days on which it is in force, by the clocks of the account', async () => {
  const { service: timed, clock } = await timedService();
  try {
    clock.set('2025-03-09T12:00:00Z');
    const { account: theirs, client: owner, ...place } = await newCompany(timed);
    await setSettings(timed, theirs, { timezoneId: 'Asia/Tokyo' });
    const person = await hired(owner, place);
    await owner.call('POST', definitionsPath, { body: singleValue({ id: 'e_pass' }) });
    await give(owner, { employee: person, definition: 'e_pass', value: 'red', start: '2025-03-10', end: '2025-03-10' });
    const foundAt = async (moment: string) => {
      clock.set(moment);
      const renewed = await timed.renewed(owner);
      const [had, lacked] = [
        await listed(renewed, 'attributes.e_pass=red'),
        await listed(renewed, 'attributes.e_pass=null'),
      ];
      expect([...had, ...lacked]).toEqual([person.id]);
      return had.length === 1;
    };
    expect(await foundAt('2025-03-09T14:59:59Z')).toBe(false);
    expect(await foundAt('2025-03-09T15:00:00Z')).toBe(true);
    expect(await foundAt('2025-03-10T14:59:59Z')).toBe(true);
    expect(await foundAt('2025-03-10T15:00:00Z')).toBe(false);
  } finally {
    await timed.stop();
  }
});
