/** Employees: the response to a hiring, what applies today, and what can be changed. */
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { pathOf, type Row } from '../../support/examples.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  found,
  removalErrors,
} from '../../support/organization/organization.ts';
import {
  at,
  type Company,
  employeeNow,
  employmentsOf,
  hired,
  hiring,
  moved,
  newCompany,
  positionsOf,
  rehired,
} from '../../support/people/people.ts';
import { dayFromNow, eventsOf, summary, topicOf } from '../../support/recorded.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;
let company: Company;

beforeAll(async () => {
  service = await sharedService();
  ({ account, client, ...company } = await newCompany(service));
});

const on = (days: number) => ({ date: dayFromNow(service, days) });
const path = pathOf(employees);

describe('what applies today', () => {
  test.each([
    ['an employment without end that covers today', 'active', [[-30, null]]],
    ['an employment of today alone', 'active', [[0, 0]]],
    ['an employment that starts tomorrow', 'upcoming', [[1, null]]],
    ['an employment that ended yesterday', 'deactivated', [[-30, -1]]],
    [
      'one that is over and one to come',
      'upcoming',
      [
        [-30, -20],
        [20, 30],
      ],
    ],
    [
      'one that is over and a current one',
      'active',
      [
        [-30, -20],
        [-10, 10],
      ],
    ],
    [
      'two that are over',
      'deactivated',
      [
        [-30, -20],
        [-10, -5],
      ],
    ],
  ] as const)('somebody with %s is %s', async (_, status, spans) => {
    const [first, ...later] = spans.map(([from, to]) => ({ start: on(from), end: to === null ? null : on(to) }));
    const { id } = await hired(client, company, {}, first);
    for (const span of later) await rehired(client, company, { id }, span);
    expect(await employeeNow(client, { id })).toMatchObject({ status });
    expect(await found(client, employees, `id=${id}&status=${status}`)).toEqual([id]);
  });

  test('the employment in effect applies, otherwise the next one to start, otherwise the last one', async () => {
    const ada = await hired(client, company, {}, { start: on(-90), end: on(-80) });
    const applicable = async () => (await employeeNow(client, ada)).applicableEmployment;
    const last = await rehired(client, company, ada, { start: on(-70), end: on(-60) });
    expect(await applicable()).toEqual({ id: last.id, type: 'employment', url: last.url });
    await rehired(client, company, ada, { start: on(60), end: on(70) });
    const next = await rehired(client, company, ada, { start: on(40), end: on(50) });
    expect(await applicable()).toMatchObject(at(next));
    const current = await rehired(client, company, ada, { start: on(-10), end: on(10) });
    expect(await applicable()).toMatchObject(at(current));
  });

  test('the position that contains today applies, otherwise the next one to start, otherwise the last one', async () => {
    const ada = await hired(client, company, {}, { start: on(-90), end: on(-60) });
    const applicable = async () => (await employeeNow(client, ada)).applicableJobPosition;
    const [over] = (await employmentsOf(client, ada)) as [Row];
    const last = await moved(client, company, over, on(-70).date);
    expect(await applicable()).toEqual({ id: last.id, type: 'job-position', url: last.url });
    const coming = await rehired(client, company, ada, { start: on(40) });
    await moved(client, company, coming, on(50).date);
    const [, , next] = (await positionsOf(client, ada)) as [Row, Row, Row];
    expect(await applicable()).toMatchObject(at(next));
    const current = await rehired(client, company, ada, { start: on(-20), end: on(20) });
    const today = await moved(client, company, current, on(0).date);
    await moved(client, company, current, on(1).date);
    expect(await applicable()).toMatchObject(at(today));
  });
});

test('every employee keeps at least one employment and one position', async () => {
  const ada = await hired(client, company);
  const [employment] = (await employmentsOf(client, ada)) as [Row];
  const [position] = (await positionsOf(client, ada)) as [Row];
  expect(await removalErrors(client, employments, employment)).toEqual(['id']);
  expect(await removalErrors(client, jobPositions, position)).toEqual(['id']);
  expect([(await employmentsOf(client, ada)).length, (await positionsOf(client, ada)).length]).toEqual([1, 1]);
});

test('a hiring answers the employee, and the two others next to it where they are asked for', async () => {
  const { status, body, headers } = await client.call('POST', path, { body: hiring(company) });
  expect([status, body.type, body.links, body.embedded]).toEqual([201, 'employee', null, null]);
  expect(headers.get('location')).toBe(body.url);
  const asked = await client.call('POST', `${path}?include=embedded,links`, { body: hiring(company) });
  const [employment] = await employmentsOf(client, asked.body);
  const [position] = await positionsOf(client, asked.body);
  expect(asked.body.embedded).toEqual({
    employment: { [employment?.id as string]: employment },
    'job-position': { [position?.id as string]: position },
  });
  const { id } = asked.body;
  expect(asked.body.links).toEqual({
    employments: { href: `${service.url}/svc-api/employments?employee.id=${id}` },
    jobPositions: { href: `${service.url}/svc-api/job-positions?employment.employee.id=${id}` },
    personalRecord: { href: `${service.url}/svc-api/employee-personal-records?employee.id=${id}` },
    portrait: null,
  });
});

test('the links of an employee lead to its resources', async () => {
  const { id } = await hired(client, company);
  const { links } = (await client.call('GET', `${path}/${id}?include=links`)).body;
  expect((await client.call('GET', links.employments.href)).body.items).toEqual(await employmentsOf(client, { id }));
  expect((await client.call('GET', links.jobPositions.href)).body.items).toEqual(await positionsOf(client, { id }));
  expect((await client.call('GET', links.personalRecord.href)).body.items).toEqual([]);
});

test('the right to write employees is enough to hire, and shows nothing else', async () => {
  const hirer = await service.client(account, { scopes: ['employees.readwrite'] });
  const { status, body } = await hirer.call('POST', `${path}?include=embedded,links`, { body: hiring(company) });
  expect([status, body.embedded]).toEqual([201, { employment: {}, 'job-position': {} }]);
  expect(body.links).toEqual({ employments: null, jobPositions: null, personalRecord: null, portrait: null });
  expect((await hirer.call('GET', pathOf(employments))).status).toBe(403);
  expect(await employmentsOf(client, body)).toHaveLength(1);
  const reader = await service.client(account, { scopes: ['employees.readonly', 'employments.readwrite'] });
  expect((await reader.call('POST', path, { body: hiring(company) })).status).toBe(403);
});

test('an employee cannot be deleted', async () => {
  const { id } = await hired(client, company);
  const { status, headers } = await client.call('DELETE', pathOf(employees, id));
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH, OPTIONS']);
});

test('a portrait names an uploaded image', async () => {
  const portrait = { id: '01929b6e-7c1a-7f3e-9a52-4d1c0e8b6f21' };
  const ada = await hired(client, company, { portrait: null });
  expect(ada.portrait).toBeNull();
  expect(await creationErrors(client, employees, hiring(company, { portrait }))).toEqual(['portrait.id']);
  expect(await changeErrors(client, employees, ada, { portrait })).toEqual(['portrait.id']);
});

describe('a change of a person', () => {
  test('records its former values, and nothing about career', async () => {
    const ada = await hired(client, company, { email: 'ada@example.com', employeeNumber: '7' });
    const given = { givenName: 'Grace', email: null, phoneNumber: '+33144556677' };
    const events = await eventsOf(service, client, () => changed(client, employees, ada, given));
    expect(summary(events)).toEqual({
      [topicOf('employee.updated', ada)]: { givenName: 'Ada', email: 'ada@example.com', phoneNumber: null },
    });
    expect(events[0]?.data).toMatchObject(given);
    expect(await eventsOf(service, client, () => changed(client, employees, ada, given))).toEqual([]);
  });

  test('takes everything that can be changed, and trims the names', async () => {
    const given = { remoteId: 'HR-1', employeeNumber: '00731', email: 'a@b.co', phoneNumber: '+33144556677' };
    const ada = await hired(client, company, { givenName: '  Ada ', familyName: '\tLovelace\n' });
    expect(ada).toMatchObject({ givenName: 'Ada', familyName: 'Lovelace' });
    expect(await changed(client, employees, ada, { ...given, givenName: ' A B ' })).toMatchObject({
      ...given,
      givenName: 'A B',
      familyName: 'Lovelace',
    });
  });

  test('cannot hire, and cannot set derived members', async () => {
    const ada = await hired(client, company);
    const other = await hired(client, company);
    const { firstEmployment } = hiring(company);
    for (const [member, value] of Object.entries({
      firstEmployment,
      status: 'deactivated',
      birthDay: { day: 1, month: 1 },
      applicableEmployment: other.applicableEmployment,
      applicableJobPosition: other.applicableJobPosition,
    })) {
      expect(await changeErrors(client, employees, ada, { [member]: value })).toEqual([member]);
    }
    const same = { status: 'active', birthDay: null, applicableEmployment: ada.applicableEmployment };
    expect(await changed(client, employees, ada, same)).toEqual(ada);
  });

  test.each([
    ['remoteId', ['', 'x'.repeat(101), 7]],
    ['givenName', ['', '   ', null, 'x'.repeat(256)]],
    ['familyName', ['', '   ', null, 'x'.repeat(256)]],
    ['employeeNumber', ['', 'x'.repeat(51)]],
    ['email', ['', 'a@', 'Ada <ada@example.com>', `${'x'.repeat(251)}@b.co`]],
    ['phoneNumber', ['', 'call me']],
  ])('refuses a bad %s, as does a hiring', async (member, values) => {
    const ada = await hired(client, company);
    for (const value of values) {
      expect(await changeErrors(client, employees, ada, { [member]: value })).toEqual([member]);
      expect(await creationErrors(client, employees, hiring(company, { [member]: value }))).toEqual([member]);
    }
  });
});

test('the id in another system is unique, without regard to case and blanks; number and e-mail are not', async () => {
  const members = { employeeNumber: '1', email: 'twin@example.com' };
  const ada = await hired(client, company, { ...members, remoteId: 'Twin' });
  const grace = await hired(client, company, members);
  for (const remoteId of ['Twin', 'tWIN', ' twin ']) {
    expect(await creationErrors(client, employees, hiring(company, { remoteId }))).toEqual(['remoteId']);
    expect(await changeErrors(client, employees, grace, { remoteId })).toEqual(['remoteId']);
  }
  expect(await changed(client, employees, ada, { remoteId: 'TWIN' })).toMatchObject({ remoteId: 'TWIN' });
  const { client: elsewhere, ...there } = await newCompany(service);
  expect(await hired(elsewhere, there, { remoteId: 'Twin' })).toMatchObject({ remoteId: 'Twin' });
});
