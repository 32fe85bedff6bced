/** Filters by attributes, by encrypted members and by members of what is referred to compare what was known at the moment. */
import { attributePrefix } from '@muster/contract/kit/list.ts';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
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

async function templateOf({ id }: Row): Promise<string> {
  const { body } = await client.call('GET', `/svc-api/employments?employee.id=${id}`);
  return body.items[0].template.id;
}

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

test('people and values are found by what their templates and definitions were', async () => {
  const terms = ['fixed', 'permanent', 'permanent'];
  const templates = await Promise.all(people.map(templateOf));
  for (const [place, term] of terms.entries())
    await changed(pathOf(employmentTemplates, templates[place] ?? ''), { term });
  const badge = await definitionOf({ $ref: '/svc-api/schemas/short-text' });
  await valueGiven(badge, 1, 'blue');
  const before = moment();
  await changed(pathOf(employmentTemplates, templates[0] ?? ''), { term: 'permanent' });
  await changed(pathOf(employmentTemplates, templates[1] ?? ''), { term: 'fixed' });
  await changed(pathOf(employeeAttributeDefinitions, badge.id), { isArchived: true });
  const after = moment();
  const byTerm = (term: string, then: string) =>
    found('employees', `applicableEmployment.template.term=${term}&knownAt=${then}`);
  expect(await byTerm('fixed', before)).toEqual([0]);
  expect(await byTerm('permanent', before)).toEqual([1, 2]);
  expect(await byTerm('fixed', after)).toEqual([1]);
  expect(await found('employees', `-applicableEmployment.template.term=fixed&knownAt=${before}`)).toEqual([1, 2]);
  const values = `definition.id=${badge.id}&definition.isArchived=false`;
  expect(await found('employee-attributes', `${values}&knownAt=${before}`)).toEqual([1]);
  expect(await found('employee-attributes', `${values}&knownAt=${after}`)).toEqual([]);
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

/** The people, by their places, in the order of a list that is read page by page. */
async function inOrder(query: string): Promise<number[]> {
  const ids: string[] = [];
  let next: string | null =
    `/svc-api/employees?limit=2&id=${people.map(({ id }) => id).join(',')}&${query}&include=links`;
  while (next !== null) {
    const reply = await client.call('GET', next);
    expect(reply.status, reply.text).toBe(200);
    ids.push(...reply.body.items.map(({ id }: Row) => id));
    const link = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
    next = link === undefined ? null : link.slice(service.url.length);
  }
  return ids.map((id) => people.findIndex((person) => person.id === id));
}

test('people are sorted by the attributes that were known, and that held on a day', async () => {
  const rank = await definitionOf({ $ref: '/svc-api/schemas/short-text' });
  const size = await definitionOf({ $ref: '/svc-api/schemas/int32' });
  const [late] = [await valueGiven(rank, 0, 'Éb'), await valueGiven(rank, 2, 'ea')];
  const [large] = [await valueGiven(size, 0, 10), await valueGiven(size, 1, 9), await valueGiven(size, 2, 8)];
  const before = moment();
  const day = before.slice(0, 10);
  service.advance(3 * 86_400_000);
  client = await service.renewed(client);
  await changed(pathOf(employeeAttributes, late.id), { value: 'a' });
  await changed(pathOf(employeeAttributes, large.id), { value: 1 });
  await valueGiven(rank, 1, 'A', { start: '2020-01-01', end: '2020-12-31' });
  const after = moment();
  const byRank = `${attributePrefix}${rank.id}`;
  const bySize = `${attributePrefix}${size.id}`;
  expect(await inOrder(`sort=${byRank}`)).toEqual([0, 2, 1]);
  expect(await inOrder(`sort=${byRank}&knownAt=${before}`)).toEqual([2, 0, 1]);
  expect(await inOrder(`sort=-${byRank}&knownAt=${before}`)).toEqual([1, 0, 2]);
  expect(await inOrder(`sort=${byRank}&knownAt=${after}`)).toEqual([0, 2, 1]);
  expect(await inOrder(`sort=${byRank}&asOf=${day}`)).toEqual([2, 0, 1]);
  expect(await inOrder(`sort=${byRank}&asOf=2020-06-01`)).toEqual([1, 0, 2]);
  expect(await inOrder(`sort=${byRank}&asOf=2999-01-01`)).toEqual([0, 2, 1]);
  expect(await inOrder(`sort=${bySize}&knownAt=${before}`)).toEqual([2, 1, 0]);
  expect(await inOrder(`sort=-${bySize},familyName&knownAt=${before}&asOf=${day}`)).toEqual([0, 1, 2]);
  expect(await inOrder(`sort=${bySize}&asOf=2999-01-01`)).toEqual([0, 2, 1]);
});

test('a filter by an attribute finds the value that held on the day, as the list of values shows it', async () => {
  const team = await definitionOf({ $ref: '/svc-api/schemas/short-text' });
  const value = await valueGiven(team, 0, 'north');
  const day = service.now().toISOString().slice(0, 10);
  service.advance(3 * 86_400_000);
  client = await service.renewed(client);
  await changed(pathOf(employeeAttributes, value.id), { value: 'south' });
  await valueGiven(team, 1, 'north', { start: '2020-01-01', end: '2020-12-31' });
  const asked = (word: string, on: string) => found('employees', `${attributePrefix}${team.id}=${word}&asOf=${on}`);
  const shown = (word: string, on: string) =>
    found('employee-attributes', `definition.id=${team.id}&asOf=${on}`).then(async (places) => {
      const { body } = await client.call('GET', `/svc-api/employee-attributes?definition.id=${team.id}&asOf=${on}`);
      const ids = body.items.filter((row: Body) => row.value === word).map((row: Body) => (row.employee as Row).id);
      return places.filter((place) => ids.includes(people[place]?.id));
    });
  for (const on of [day, '2020-06-01', service.now().toISOString().slice(0, 10), '2999-01-01']) {
    for (const word of ['north', 'south'])
      expect([on, word, await asked(word, on)]).toEqual([on, word, await shown(word, on)]);
  }
  expect(await asked('north', day)).toEqual([0]);
  expect(await asked('north', '2020-06-01')).toEqual([1]);
  expect(await asked('south', '2999-01-01')).toEqual([0]);
  const name = `${attributePrefix}${team.id}`;
  expect(await found('employees', `-${name}=null&asOf=${day}`)).toEqual([0]);
  expect(await found('employees', `${name}=null&asOf=${day}`)).toEqual([1, 2]);
});
