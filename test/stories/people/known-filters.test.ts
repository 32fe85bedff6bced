/** Filters by attributes and by encrypted members compare the values that were known at the moment. */
import { attributePrefix } from '@muster/contract/kit/list.ts';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, createExample, newcomer, pathOf, type Row } from '../../support/examples.ts';
import { at } from '../../support/people/people.ts';
import { hired, personalRecord } from '../../support/people/personal-records.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let client: TestClient;
let people: readonly Row[];

beforeAll(async () => {
  service = await testService();
  ({ client } = await newcomer(service));
  people = [await hired(client), await hired(client), await hired(client)];
});
afterAll(() => service.stop());

function moment(): string {
  service.advance(1000);
  const now = service.now().toISOString();
  service.advance(1000);
  return now;
}

/** The people, by their places, whose ids a list answers with. */
async function found(collection: string, query: string): Promise<number[]> {
  const reply = await client.call('GET', `/svc-api/${collection}?limit=1000&${query}&include=totalCount`);
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.totalCount).toBe(reply.body.items.length);
  const ids = reply.body.items.map((row: Body) => (row.employee as Row | undefined)?.id ?? row.id);
  return people.flatMap(({ id }, place) => (ids.includes(id) ? [place] : []));
}

async function changed(path: string, body: Body): Promise<void> {
  const reply = await client.call('PATCH', path, { body });
  expect(reply.status, reply.text).toBe(200);
}

const definitionOf = (schema: Body): Promise<Row> =>
  createExample(client, employeeAttributeDefinitions, { schema, multipleValueHandling: null });

const valueGiven = (definition: Row, place: number, value: unknown, applicability: Body | null = null): Promise<Row> =>
  createExample(client, employeeAttributes, {
    definition: at(definition),
    employee: at(people[place] as Row),
    applicability,
    value,
  });

test('people are found by the attributes that were known', async () => {
  const badge = await definitionOf({ $ref: '/svc-api/schemas/short-text' });
  const points = await definitionOf({ $ref: '/svc-api/schemas/int32' });
  const [one, two] = [await valueGiven(badge, 0, 'blue'), await valueGiven(badge, 1, 'red')];
  const [few] = [await valueGiven(points, 0, 7), await valueGiven(points, 1, 70)];
  const before = moment();
  await changed(pathOf(employeeAttributes, one.id), { value: 'red' });
  await changed(pathOf(employeeAttributes, few.id), { value: 700 });
  const between = moment();
  expect((await client.call('DELETE', pathOf(employeeAttributes, two.id))).status).toBe(204);
  await valueGiven(badge, 2, 'green');
  const after = moment();
  const name = `${attributePrefix}${badge.id}`;
  const known = (query: string, then: string) => found('employees', `${query}&knownAt=${then}`);
  const bySize = `${attributePrefix}${points.id}`;
  expect(await known(`${name}=blue`, before)).toEqual([0]);
  expect(await known(`${name}=red`, before)).toEqual([1]);
  expect(await known(`${name}=red,blue`, before)).toEqual([0, 1]);
  expect(await known(`-${name}=red`, before)).toEqual([0, 2]);
  expect(await known(`${name}=null`, before)).toEqual([2]);
  expect(await known(`-${name}=null`, before)).toEqual([0, 1]);
  expect(await known(`${name}=blue`, between)).toEqual([]);
  expect(await known(`${name}=red`, between)).toEqual([0, 1]);
  expect(await known(`${name}=red`, after)).toEqual(await found('employees', `${name}=red`));
  expect(await known(`${name}=null,green`, after)).toEqual([1, 2]);
  expect(await known(`${bySize}=7`, before)).toEqual([0]);
  expect(await known(`${bySize}.between=5--100`, before)).toEqual([0, 1]);
  expect(await known(`${bySize}.between=5--100`, between)).toEqual([1]);
});

test('a value counts on its days: of the moment, or of the day that is asked for', async () => {
  const grade = await definitionOf({ $ref: '/svc-api/schemas/short-text' });
  const value = await valueGiven(grade, 0, 'senior', { start: '2020-01-01', end: '2020-12-31' });
  const then = moment();
  await changed(pathOf(employeeAttributes, value.id), { applicability: null });
  const now = moment();
  const query = `${attributePrefix}${grade.id}=senior`;
  expect(await found('employees', `${query}&knownAt=${then}`)).toEqual([]);
  expect(await found('employees', `${query}&knownAt=${then}&asOf=2020-06-01`)).toEqual([0]);
  expect(await found('employees', `${query}&knownAt=${now}`)).toEqual([0]);
});

test('personal records are found by the encrypted members that they had, also when they were deleted since', async () => {
  const records = [
    await personalRecord(client, people[0] as Row, { legalGender: 'male', nationalitiesCountryCodes: ['FRA'] }),
    await personalRecord(client, people[1] as Row, { legalGender: 'female', nationalitiesCountryCodes: ['DEU'] }),
    await personalRecord(client, people[2] as Row, { legalGender: 'female', nationalitiesCountryCodes: [] }),
  ] as const;
  const before = moment();
  await changed(pathOf(employeePersonalRecords, records[0].id), { legalGender: 'diverse' });
  await changed(pathOf(employeePersonalRecords, records[1].id), { title: 'miss' });
  const between = moment();
  await changed(pathOf(employeePersonalRecords, records[2].id), { nationalitiesCountryCodes: ['DEU'] });
  expect((await client.call('DELETE', pathOf(employeePersonalRecords, records[1].id))).status).toBe(204);
  const after = moment();
  const known = (query: string, then: string) => found(employeePersonalRecords.path, `${query}&knownAt=${then}`);
  expect(await known('legalGender=male', before)).toEqual([0]);
  expect(await known('legalGender=female', before)).toEqual([1, 2]);
  expect(await known('-legalGender=female', before)).toEqual([0]);
  expect(await known('legalGender=male,diverse', between)).toEqual([0]);
  expect(await known('legalGender=male', between)).toEqual([]);
  expect(await known('nationalitiesCountryCodes=DEU', between)).toEqual([1]);
  expect(await known('-nationalitiesCountryCodes=DEU', between)).toEqual([0, 2]);
  expect(await known('nationalitiesCountryCodes=DEU', after)).toEqual([2]);
  expect(await known('legalGender=female&nationalitiesCountryCodes=DEU', after)).toEqual([2]);
});
