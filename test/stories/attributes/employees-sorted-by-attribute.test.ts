/** Employees sorted by an attribute: random values, orders, pages and filters, compared with sorting in memory. */
import type { BaseSchemaName } from '@muster/contract/base-schemas.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Given, give, heldBy, listed } from '../../support/attributes/attribute-lists.ts';
import { baseSchema, definitionsPath, objectValue, singleValue } from '../../support/attributes/definitions.ts';
import { type Body, pathOf, type Row, unique } from '../../support/examples.ts';
import { folded, idsOf, pagesFrom } from '../../support/list-model.ts';
import { company, hired, newCompany } from '../../support/people/people.ts';
import { propertyMs, runsWithin } from '../../support/properties.ts';
import { dayFromNow } from '../../support/recorded.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
let account: Awaited<ReturnType<typeof newCompany>>['account'];
let place: Row;
let people: Row[];

beforeAll(async () => {
  service = await sharedService();
  const { account: theirs, client: owner, ...where } = await newCompany(service);
  [account, client, place, people] = [theirs, owner, where.place, []];
  for (let index = 0; index < 14; index += 1) {
    people.push(await hired(client, where, { familyName: ['Lopez', 'lopéz', 'Abel', 'Zorn'][index % 4] }));
  }
}, 60_000);

async function define(body: Body): Promise<string> {
  const reply = await client.call('POST', definitionsPath, { body });
  if (reply.status !== 201) throw new Error(`A definition answers ${reply.status}: ${reply.text}`);
  return reply.body.id;
}

/** Few different values, so that ties are frequent. */
const pools = {
  'short-text': fc.constantFrom('', 'a', 'A', 'á', 'b', 'ß', '10', '9', '\u0001', '\u0002', '🙂', 'x'.repeat(250)),
  boolean: fc.boolean(),
  int32: fc.constantFrom(-2_147_483_648, -1, 0, 9, 10, 2_147_483_647),
  decimal: fc.constantFrom(-0.1, 0, 0.1, 0.3, 1e-7, 123_456_789.012_345, 1e21),
  'legacy-date': fc.constantFrom('1999-12-31', '2024-02-29', '2024-03-01'),
  email: fc.constantFrom('a@example.com', 'B@example.com', 'b@example.com'),
} as const satisfies Partial<Record<BaseSchemaName, fc.Arbitrary<unknown>>>;

interface Case {
  readonly base: keyof typeof pools;
  readonly isProperty: boolean;
  /** By person: a value, null, none, or one that does not apply now. */
  readonly values: readonly (unknown | undefined)[];
  readonly isOver: readonly boolean[];
  readonly sort: (name: string) => string;
  readonly limit: number;
  readonly filter: (name: string) => string;
}

const cases: fc.Arbitrary<Case> = fc.constantFrom(...(Object.keys(pools) as (keyof typeof pools)[])).chain((base) =>
  fc.record({
    base: fc.constant(base),
    isProperty: fc.boolean(),
    values: fc.array(
      fc.oneof(
        { weight: 4, arbitrary: pools[base] as fc.Arbitrary<unknown> },
        { weight: 1, arbitrary: fc.constantFrom(null, undefined) },
      ),
      { minLength: 14, maxLength: 14 },
    ),
    isOver: fc.array(
      fc.nat(5).map((of) => of === 0),
      { minLength: 14, maxLength: 14 },
    ),
    sort: fc.constantFrom(
      (name: string) => name,
      (name: string) => `-${name}`,
      (name: string) => `${name},-id`,
      (name: string) => `-${name},-id`,
      (name: string) => `${name},familyName`,
      (name: string) => `-${name},familyName`,
      (name: string) => `-${name},-familyName,-id`,
    ),
    limit: fc.constantFrom(1, 2, 3, 5, 13, 14, 100),
    filter: fc.constantFrom(
      () => '',
      () => '',
      (name: string) => `&-${name}=null`,
      (name: string) => `&${name}=null`,
      () => '&search=lop',
    ),
  }),
);

/** Key by key: nulls last when ascending, ties by id. */
function ordered(rows: readonly Row[], sort: string, keyOf: (row: Row) => unknown): Row[] {
  const keys = sort.split(',').some((key) => /^-?id$/.test(key)) ? sort.split(',') : [...sort.split(','), 'id'];
  return rows.toSorted((one, other) => {
    for (const key of keys) {
      const order = compared(key.replace(/^-/, ''), one, other, keyOf);
      if (order !== 0) return key.startsWith('-') ? -order : order;
    }
    return 0;
  });
}

function compared(path: string, one: Row, other: Row, keyOf: (row: Row) => unknown): number {
  if (path === 'id') return Number(one.id) - Number(other.id);
  const [left, right] = path === 'familyName' ? [one.familyName, other.familyName] : [keyOf(one), keyOf(other)];
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  if (typeof left !== 'string') return Number(left) - Number(right);
  const bound = (text: unknown) => Buffer.from([...folded(text as string)].slice(0, 200).join(''));
  return Buffer.compare(bound(left), bound(right));
}

test(
  'pages in the order of an attribute hold everybody once, forwards, backwards and by number',
  async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ base, isProperty, values, isOver, sort, limit, filter }) => {
        const definition = await define(
          isProperty
            ? objectValue({ part: base }, { id: `e_${unique()}` })
            : singleValue({ id: `e_${unique()}`, schema: baseSchema(base) }),
        );
        const given: Given[] = [];
        for (const [index, value] of values.entries()) {
          if (value === undefined) continue;
          const days = isOver[index] ? { end: dayFromNow(service, -1) } : {};
          const whole = isProperty ? { part: value } : value;
          given.push(await give(client, { employee: people[index] as Row, definition, value: whole, ...days }));
        }
        const name = `attributes.${definition}${isProperty ? '.part' : ''}`;
        const today = dayFromNow(service, 0);
        const keyOf = (row: Row) => heldBy(given, row, definition, isProperty ? 'part' : null, today)[0];
        const narrowed = `limit=1000${filter(name)}`;
        const left = new Set(await listed(client, narrowed.replace('limit=1000', '')));
        const expected = idsOf(ordered(people, sort(name), keyOf)).filter((id) => left.has(id));
        const address = `${pathOf(employees)}?limit=${limit}&include=links,totalCount&sort=${sort(name)}${filter(name)}`;
        const forward = await pagesFrom(client, address, 'next');
        expect(forward.flatMap(({ items }) => idsOf(items))).toEqual(expected);
        expect(forward[0]).toMatchObject({ totalCount: expected.length, links: { prev: null } });
        const last = forward.at(-1);
        if (last?.links.prev) {
          const back = await pagesFrom(client, last.links.prev.href, 'prev');
          const before = back.toReversed().flatMap(({ items }) => idsOf(items));
          expect([...before, ...idsOf(last.items)]).toEqual(expected);
        }
        for (let page = 1; page <= Math.min(forward.length, 4); page += 1) {
          const { body } = await client.call('GET', `${address}&page=${page}`);
          expect(idsOf(body.items)).toEqual(expected.slice((page - 1) * limit, page * limit));
          expect(body.links.next === null).toBe(page * limit >= expected.length);
        }
      }),
      runsWithin(500, 40),
    );
  },
  propertyMs,
);

test('a cursor alone goes on in the order and with the filter it was made for', async () => {
  const definition = await define(singleValue({ schema: baseSchema('int32') }));
  for (const [index, employee] of people.entries()) {
    if (index % 2 === 0) await give(client, { employee, definition, value: 100 - index });
  }
  const name = `attributes.${definition}`;
  const address = `${pathOf(employees)}?limit=3&include=links&sort=-${name}&-${name}=100`;
  const first = (await client.call('GET', address)).body;
  const cursor = new URL(first.links.next.href).searchParams.get('page') as string;
  const alone = (await client.call('GET', `${pathOf(employees)}?page=${encodeURIComponent(cursor)}`)).body;
  const both = (await client.call('GET', first.links.next.href)).body;
  expect(idsOf(alone.items)).toEqual(idsOf(both.items));
  expect(alone.items).toHaveLength(3);
  const other = await client.call('GET', `${first.links.next.href.replaceAll('=100', '=99')}`);
  expect(Object.keys(other.body.errors)).toEqual(['page']);
  await client.call('DELETE', `${definitionsPath}/${definition}`);
  const gone = await client.call('GET', `${pathOf(employees)}?page=${encodeURIComponent(cursor)}`);
  expect(gone.status).toBe(400);
});

test('following pages shows every unchanged person, while values change', async () => {
  const definition = await define(singleValue({ schema: baseSchema('int32') }));
  for (const [index, employee] of people.entries()) await give(client, { employee, definition, value: index });
  const address = `${pathOf(employees)}?limit=4&include=links&sort=attributes.${definition}`;
  const first = (await client.call('GET', address)).body;
  // A person who was already listed moves back, and one who was not loses the value.
  const values = (await client.call('GET', `/svc-api/employee-attributes?definition.id=${definition}`)).body.items;
  await client.call('PATCH', `/svc-api/employee-attributes/${values[0].id}`, { body: { value: 1000 } });
  await client.call('DELETE', `/svc-api/employee-attributes/${values[9].id}`);
  const rest = await pagesFrom(client, first.links.next.href, 'next');
  const met = [...idsOf(first.items), ...rest.flatMap(({ items }) => idsOf(items))];
  expect(new Set(met)).toEqual(new Set(idsOf(people)));
  expect(met.slice(4)).toEqual([...idsOf(people.slice(4).filter((_, index) => index !== 5)), met[0], people[9]?.id]);
});

describe('a sort key', () => {
  const refusal = async (sort: string): Promise<string> => {
    const { status, body, text } = await client.call('GET', `${pathOf(employees)}?sort=${sort}`);
    if (status !== 400) throw new Error(`sort=${sort} answers ${status}: ${text}`);
    expect(Object.keys(body.errors)).toEqual(['sort']);
    return body.errors.sort.join(' ');
  };

  test('that leads nowhere, or to nothing that has an order, is refused', async () => {
    expect(await refusal('attributes.e_none')).toContain("There is no definition 'e_none'");
    expect(await refusal('nothing')).toContain('attributes.<definition>');
    expect(await refusal('attributes.employee_givenName')).toContain('category extension');
    const several = await define(
      singleValue({ multipleValueHandling: { sorting: 'ascending', sortingProperty: null } }),
    );
    expect(await refusal(`attributes.${several}`)).toContain('several values');
    const reference = await define(singleValue({ schema: baseSchema('employee-reference') }));
    expect(await refusal(`-attributes.${reference}`)).toContain('references');
    const essay = await define(singleValue({ schema: baseSchema('long-text') }));
    expect(await refusal(`attributes.${essay}`)).toContain('long texts');
    const whole = await define(objectValue({ first: null, second: 'int32' }));
    expect(await refusal(`attributes.${whole}`)).toContain(`attributes.${whole}.first, attributes.${whole}.second`);
    expect(await refusal(`attributes.${whole}.first.between`)).toContain(`attributes.${whole}.first`);
  });

  test('of an attribute is the first key, and only once', async () => {
    const one = await define(singleValue());
    const other = await define(singleValue());
    expect(await refusal(`familyName,attributes.${one}`)).toContain('must be the first key');
    expect(await refusal(`attributes.${one},attributes.${other}`)).toContain('must be the first key');
    expect(await refusal(`attributes.${one},-attributes.${one}`)).toContain('different keys');
  });
});

test('a limited caller sees the people of its establishments in the same order', async () => {
  const elsewhere = await company(client);
  const hidden = await hired(client, elsewhere);
  const definition = await define(singleValue({ schema: baseSchema('boolean') }));
  const values = people.map((employee, index) => ({ employee, definition, value: index % 3 === 0 }));
  for (const given of [...values, { employee: hidden, definition, value: false }]) await give(client, given);
  const sort = `-attributes.${definition}`;
  const limited = await service.client(account, { establishments: [place.id] });
  const expected = idsOf([...people.filter((_, index) => index % 3 === 0), ...people.filter((_, index) => index % 3)]);
  expect(await listed(limited, `sort=${sort}`)).toEqual(expected);
  expect(await listed(client, `sort=${sort}`)).toEqual([...expected, hidden.id]);
  const there = await newCompany(service);
  const stranger = await there.client.call('GET', `${pathOf(employees)}?sort=${sort}`);
  expect(stranger.status).toBe(400);
});
