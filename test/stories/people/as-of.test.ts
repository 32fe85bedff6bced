/** People, positions, departments and values as they are on a day, and as they were known at a moment. */
import { departments } from '@muster/contract/resources/departments.ts';
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExample, pathOf, type Row } from '../../support/examples.ts';
import {
  at,
  type Company,
  employmentsOf,
  hired,
  moved,
  newCompany,
  positionsOf,
  rehired,
} from '../../support/people/people.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let client: TestClient;
let company: Company;
const dayMs = 86_400_000;

beforeAll(async () => {
  service = await testService();
  ({ client, ...company } = await newCompany(service));
});
afterAll(() => service.stop());

const day = (shift = 0): string => new Date(service.now().getTime() + shift * dayMs).toISOString().slice(0, 10);

async function nextDay(days = 1): Promise<void> {
  service.advance(days * dayMs);
  client = await service.renewed(client);
}

async function items(path: string): Promise<Row[]> {
  const reply = await client.call('GET', `/svc-api/${path}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.items;
}

const ids = async (path: string): Promise<string[]> => (await items(path)).map(({ id }) => id);

async function one(path: string): Promise<Row> {
  const reply = await client.call('GET', path);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

test('a person is upcoming, active and deactivated on the days of the employments', async () => {
  const person = await hired(client, company, {}, { start: { date: day(-100) } });
  const [first] = await employmentsOf(client, person);
  await client.call('PATCH', pathOf(employments, first?.id ?? ''), { body: { end: { date: day(-50) } } });
  const moving = await createExample(client, departments);
  const second = await rehired(client, company, person, { start: { date: day(10) } }, { department: at(moving) });
  const path = pathOf(employees, person.id);
  const statuses = [-101, -100, -50, -49, 9, 10, 500].map((shift) => one(`${path}?asOf=${day(shift)}`));
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([
    'upcoming',
    'active',
    'active',
    'upcoming',
    'upcoming',
    'active',
    'active',
  ]);
  const later = await one(`${path}?asOf=${day(20)}&include=embedded,links`);
  expect((later.applicableEmployment as Row).id).toBe(second.id);
  expect((later.applicableEmployment as Row).url).toBe(second.url);
  expect(later).toMatchObject({ embedded: { employment: { [second.id]: { status: 'active' } } } });
  expect(JSON.stringify(later.links)).toContain(`asOf=${day(20)}`);
  const there = `employees?applicableJobPosition.department.id=${moving.id}`;
  expect(await ids(`${there}&asOf=${day(20)}`)).toEqual([person.id]);
  expect(await ids(`${there}&asOf=${day(-60)}`)).toEqual([]);
  expect(await ids(`employees?id=${person.id}&status=active&asOf=${day(-60)}`)).toEqual([person.id]);
  expect(await ids(`employees?id=${person.id}&-status=active&asOf=${day(-60)}`)).toEqual([]);
  expect(await ids(`employments?employee.id=${person.id}&status=deactivated&asOf=${day(0)}`)).toEqual([first?.id]);
  const positions = await items(`job-positions?employment.employee.id=${person.id}&asOf=${day(20)}&sort=startsOn`);
  expect(positions.map(({ status }) => status)).toEqual(['deactivated', 'active']);
});

test('the status of a manager is the one of the day, and the one that was known', async () => {
  const manager = await hired(client, company, {}, { start: { date: day(-100) }, end: { date: day(-50) } });
  const person = await hired(client, company, {}, { start: { date: day(-80) } }, { manager: at(manager) });
  const absent = `employees?id=${person.id}&applicableJobPosition.manager.status=deactivated,upcoming`;
  const present = `employees?id=${person.id}&applicableJobPosition.manager.status=active`;
  expect(await ids(absent)).toEqual([person.id]);
  for (const [shift, isPresent] of [
    [-49, false],
    [-50, true],
    [-100, true],
    [-101, false],
  ] as const) {
    expect(await ids(`${isPresent ? present : absent}&asOf=${day(shift)}`)).toEqual([person.id]);
    expect(await ids(`${isPresent ? absent : present}&asOf=${day(shift)}`)).toEqual([]);
  }
  service.advance(1000);
  const then = service.now().toISOString();
  service.advance(1000);
  const [employment] = await employmentsOf(client, manager);
  await client.call('PATCH', pathOf(employments, employment?.id ?? ''), { body: { end: { date: day(50) } } });
  expect([await ids(present), await ids(`${present}&knownAt=${then}`)]).toEqual([[person.id], []]);
  expect(await ids(`${absent}&knownAt=${then}&asOf=${day(20)}`)).toEqual([person.id]);
});

test('the entity tag of a person on a day changes when the day is planned otherwise', async () => {
  const person = await hired(client, company, {}, { start: { date: day(-10) } });
  const path = `${pathOf(employees, person.id)}?asOf=${day(30)}`;
  const before = await client.call('GET', path);
  const etag = before.headers.get('etag') ?? '';
  expect((await client.call('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const [employment] = await employmentsOf(client, person);
  await moved(client, company, employment as Row, day(20));
  const after = await client.call('GET', path, { headers: { 'if-none-match': etag } });
  expect(after.status).toBe(200);
  expect(after.body.applicableJobPosition).not.toEqual(before.body.applicableJobPosition);
});

test('a correction shows what was believed before it', async () => {
  const person = await hired(client, company, {}, { start: { date: day(-40) } });
  const [position] = await positionsOf(client, person);
  const other = await createExample(client, departments);
  service.advance(1000);
  const then = service.now().toISOString();
  service.advance(1000);
  await client.call('PATCH', pathOf(jobPositions, position?.id ?? ''), { body: { department: at(other) } });
  const filter = `employees?id=${person.id}&applicableJobPosition.department.id`;
  expect(await ids(`${filter}=${other.id}`)).toEqual([person.id]);
  expect(await ids(`${filter}=${other.id}&knownAt=${then}`)).toEqual([]);
  expect(await ids(`${filter}=${company.department.id}&knownAt=${then}`)).toEqual([person.id]);
  expect(await ids(`${filter}=${company.department.id}&knownAt=${then}&asOf=${day(-20)}`)).toEqual([person.id]);
  expect(await ids(`${filter}=${other.id}&asOf=${day(-20)}`)).toEqual([person.id]);
  const [employment] = await employmentsOf(client, person);
  await client.call('PATCH', pathOf(employments, employment?.id ?? ''), { body: { end: { date: day(-5) } } });
  const path = pathOf(employees, person.id);
  expect((await one(path)).status).toBe('deactivated');
  expect((await one(`${path}?knownAt=${then}`)).status).toBe('active');
  expect((await one(`${path}?knownAt=${then}&asOf=${day(-2)}`)).status).toBe('active');
  expect((await one(`${path}?asOf=${day(-2)}`)).status).toBe('deactivated');
});

test('people are searched by the names that they had', async () => {
  const person = await hired(client, company, { familyName: 'Quillfeather' }, { start: { date: day(-10) } });
  service.advance(1000);
  const then = service.now().toISOString();
  service.advance(1000);
  await client.call('PATCH', pathOf(employees, person.id), { body: { familyName: 'Underhill' } });
  expect(await ids('employees?search=quillf')).toEqual([]);
  expect(await ids(`employees?search=quillf&knownAt=${then}`)).toEqual([person.id]);
  expect(await ids(`employees?search=quillf&knownAt=${then}&asOf=${day(-1)}`)).toEqual([person.id]);
  expect(await ids(`employees?search=underh&asOf=${day(-1)}`)).toEqual([person.id]);
});

test('the tree of departments is that of the day', async () => {
  const head = await hired(client, company, {}, { start: { date: day(-10) } });
  const parent = await createExample(client, departments, { name: 'Parent' });
  const child = await createExample(client, departments, { name: 'Child', parent: at(parent), manager: at(head) });
  const before = day();
  await nextDay(2);
  const path = pathOf(departments, child.id);
  await client.call('PATCH', path, { body: { parent: null, manager: null, name: 'Grown' } });
  const gone = await createExample(client, departments);
  const between = day();
  await nextDay(2);
  await client.call('DELETE', pathOf(departments, gone.id));
  const then = await one(`${path}?asOf=${before}`);
  expect(then).toMatchObject({ name: 'Child', level: 2, parent: { id: parent.id }, manager: { id: head.id } });
  expect(await one(`${path}?asOf=${between}`)).toMatchObject({ name: 'Grown', level: 1, parent: null, manager: null });
  expect(await one(`${path}?asOf=${day(300)}`)).toMatchObject({ name: 'Grown' });
  expect(await ids(`departments?parent.id=${parent.id}&asOf=${before}`)).toEqual([child.id]);
  expect(await ids(`departments?parent.id=${parent.id}`)).toEqual([]);
  expect(await ids(`departments?search=child&asOf=${before}`)).toEqual([child.id]);
  expect(await ids(`departments?id=${gone.id}&asOf=${between}`)).toEqual([gone.id]);
  expect(await ids(`departments?id=${gone.id}&asOf=${before}`)).toEqual([]);
  expect(await ids(`departments?id=${gone.id}&asOf=${day()}`)).toEqual([]);
});

test('a single value keeps its history, and a value with days holds on these', async () => {
  const person = await hired(client, company, {}, { start: { date: day(-10) } });
  const single = await createExample(client, employeeAttributeDefinitions, {
    schema: { $ref: '/svc-api/schemas/short-text' },
    multipleValueHandling: null,
  });
  const value = await createExample(client, employeeAttributes, {
    definition: at(single),
    employee: at(person),
    applicability: null,
    value: 'first',
  });
  const before = day();
  await nextDay(3);
  await client.call('PATCH', pathOf(employeeAttributes, value.id), { body: { value: 'second' } });
  const between = day();
  await nextDay(3);
  await client.call('DELETE', pathOf(employeeAttributes, value.id));
  const list = `employee-attributes?employee.id=${person.id}&definition.category=extension`;
  const valuesOn = async (on: string) => (await items(`${list}&asOf=${on}`)).map((row) => row.value);
  expect(await valuesOn(before)).toEqual(['first']);
  expect(await valuesOn(between)).toEqual(['second']);
  expect(await valuesOn(day())).toEqual([]);
  expect(await one(`${pathOf(employeeAttributes, value.id)}?asOf=${before}`)).toMatchObject({ value: 'first' });
  await createExample(client, employeeAttributes, {
    definition: at(single),
    employee: at(person),
    applicability: { start: '2020-01-01', end: '2020-12-31' },
    value: 'entered late',
  });
  expect(await valuesOn('2020-06-01')).toEqual(['entered late']);
  expect(await valuesOn('2021-06-01')).toEqual([]);
  expect(await valuesOn(before)).toEqual(['first']);
  const names = `employee-attributes?employee.id=${person.id}&definition.id=employee_givenName`;
  await client.call('PATCH', pathOf(employees, person.id), { body: { givenName: 'Renamed' } });
  expect((await items(`${names}&asOf=${day()}`)).map((row) => row.value)).toEqual(['Renamed']);
  expect((await items(`${names}&asOf=${between}`)).map((row) => row.value)).toEqual([person.givenName]);
});

test('a department that was recorded after the day is still embedded', async () => {
  const late = await createExample(client, departments);
  const person = await hired(client, company, {}, { start: { date: day(-100) } }, { department: at(late) });
  const reply = await one(
    `/svc-api/job-positions?employment.employee.id=${person.id}&asOf=${day(-90)}&include=embedded`,
  );
  expect(reply).toMatchObject({ embedded: { department: { [late.id]: { name: late.name } } } });
});
