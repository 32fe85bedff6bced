/** The content of a legacy user, and the fields that a request can select. */
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statement } from '../../../server/platform/database/statement.ts';
import type { Body, Row } from '../../support/examples.ts';
import { type LegacyClient, legacyClient } from '../../support/legacy/legacy.ts';
import { type LegacyCompany, legacyCompany } from '../../support/legacy/legacy-company.ts';
import { changed } from '../../support/organization/organization.ts';
import { employmentsOf, positionsOf } from '../../support/people/people.ts';
import { type TestService, testService } from '../../support/service.ts';

let service: TestService;
let company: LegacyCompany;
let client: LegacyClient;
let marie: Row;

beforeAll(async () => {
  service = await testService();
  company = await legacyCompany(service);
  client = await legacyClient(service, company.account);
  marie = company.people.marie;
});
afterAll(() => service.stop());

const shown = async (person: Row, query = ''): Promise<Body> => {
  const { status, body, text } = await client.call(`/api/v3/users/${person.id}${query}`);
  if (status !== 200) throw new Error(`${query} answers ${status}: ${text}`);
  return body.data;
};

test('a user has every listed member, in the order of the description', async () => {
  const { paul } = company.people;
  const { owners, departments, category, calendar, arrangements, portrait } = company;
  const related = ({ id }: { id: string }, name: string, path: string) => ({
    id: Number(id),
    name,
    url: `${service.url}/${path}/${id}`,
  });
  const [first, second] = await positionsOf(company.client, marie);
  const cycle = (position: Row | undefined, { id }: { id: string }, startsOn: string, endsOn: string) => ({
    id: Number(position?.id),
    ownerID: Number(marie.id),
    workCycleID: Number(id),
    startsOn: `${startsOn}T00:00:00`,
    endsOn: `${endsOn}T00:00:00`,
  });
  const user = await shown(marie);
  const expected = {
    id: Number(marie.id),
    name: 'Marie Lambert',
    displayName: 'Lambert Marie',
    url: `${service.url}/api/v3/users/${marie.id}`,
    firstName: 'Marie',
    lastName: 'Lambert',
    login: 'marie.lambert@acme.example.com',
    mail: 'marie.lambert@acme.example.com',
    employeeNumber: '00416',
    matricule: '00416',
    externalId: null,
    dtContractStart: '2021-09-01T00:00:00',
    dtContractEnd: null,
    seniorityDate: '2021-09-01T00:00:00',
    birthDate: '1990-02-11T00:00:00',
    gender: 'Female',
    modifiedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    legalEntityId: Number(owners.acme.id),
    legalEntity: related(owners.acme, 'Acme SAS', 'svc-api/legal-entities'),
    departmentId: Number(departments.finance.id),
    department: related(departments.finance, 'Finance', 'svc-api/departments'),
    managerId: Number(paul.id),
    manager: related(paul, 'Paul Roche', 'api/v3/users'),
    jobTitle: 'Accountant',
    cspId: Number(category.id),
    csp: related(category, 'Employees', 'svc-api/occupation-categories'),
    calendarId: Number(calendar.id),
    calendar: related(calendar, 'France', 'svc-api/public-holidays-calendars'),
    userWorkCycles: [
      cycle(first, arrangements.part, '2021-09-01', '2023-03-31'),
      cycle(second, arrangements.full, '2023-04-01', '9999-12-31'),
    ],
    cultureID: 1033,
    culture: { id: 1033, name: 'en-US', url: null },
    directLine: '+33140506070',
    picture: { id: portrait.id, name: 'lambert.png', url: `${service.url}/svc-api/portraits/${portrait.id}` },
  };
  expect(user).toEqual(expected);
  expect(Object.keys(user)).toEqual(Object.keys(expected));
  const { body } = await client.call(`/api/v3/users?id=${marie.id}`);
  expect(body.data.items).toEqual([user]);
});

test('the envelope tells when, for whom and by which process', async () => {
  const { body } = await client.call('/api/v3/users?paging=0,1&fields=id');
  expect(Object.keys(body)).toEqual(['header', 'data', 'metadata']);
  expect(body.header).toEqual({
    generated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    principal: client.name,
    processId: process.pid,
  });
  expect(body.data).toEqual({ items: [{ id: Number(company.people.paul.id) }] });
  expect(body.metadata).toBeNull();
});

test('missing values are null or empty', async () => {
  const user = await shown(company.people.ada);
  expect(user).toMatchObject({
    login: company.people.ada.id,
    mail: null,
    birthDate: null,
    gender: 'Undefined',
    jobTitle: null,
    cspId: null,
    csp: null,
    calendarId: null,
    calendar: null,
    userWorkCycles: [],
    directLine: null,
    picture: null,
  });
  expect(await shown(company.people.paul)).toMatchObject({ managerId: null, manager: null });
});

test.each([
  ['id,mail,login,matricule', ['id', 'login', 'mail', 'matricule']],
  ['FIRSTNAME, lastname ,BirthDate', ['firstName', 'lastName', 'birthDate']],
  ['department', ['department.id', 'department.name', 'department.url']],
  [
    'department.name,manager[ id , name ]csp',
    ['department.name', 'manager.id', 'manager.name', 'csp.id', 'csp.name', 'csp.url'],
  ],
  ['department[name],department.id', ['department.id', 'department.name']],
  ['userWorkCycles[workCycleID,startsOn]', ['userWorkCycles.startsOn', 'userWorkCycles.workCycleID']],
  ['rolePrincipal,quote,habilitedRoles', ['rolePrincipal', 'habilitedRoles', 'quote']],
])('fields=%s shows these members alone', async (fields, paths) => {
  const pathsIn = (value: unknown, before = ''): string[] => {
    if (Array.isArray(value)) return value.length > 0 ? pathsIn(value[0], before) : [before];
    if (value === null || typeof value !== 'object') return [before];
    return Object.entries(value).flatMap(([name, one]) => pathsIn(one, before ? `${before}.${name}` : name));
  };
  const user = await shown(marie, `?fields=${encodeURIComponent(fields)}`);
  expect(pathsIn(user).toSorted()).toEqual([...paths].toSorted());
});

test('members that this service has no data for are accepted, and empty', async () => {
  const empty = {
    rolePrincipalId: null,
    rolePrincipal: null,
    habilitedRoles: [],
    civilTitle: null,
    nationalityId: null,
    nationality: null,
    address: null,
    personalEmail: null,
    personalMobile: null,
    professionalMobile: null,
    quote: null,
    attributes: {},
    userAxisValues: [],
    applicationData: {},
  };
  expect(await shown(marie, `?fields=${Object.keys(empty).join(',')}`)).toEqual(empty);
  const inside = 'rolePrincipal[id,name],habilitedRoles[id,name],nationality.name';
  expect(await shown(marie, `?fields=${inside}`)).toEqual({
    rolePrincipal: null,
    habilitedRoles: [],
    nationality: null,
  });
});

test('requests that programs in use send for some members are answered', async () => {
  const { paul } = company.people;
  const named = await client.call('/api/v3/users?fields=firstName,lastName,birthDate&paging=0,1');
  const birthDate = '1970-07-01T00:00:00';
  expect(named.body.data.items).toEqual([{ firstName: 'Paul', lastName: 'Roche', birthDate }]);
  const extended = await client.call('/api/v3/users?fields=firstName,extendedData&paging=0,1');
  expect(extended.body.data.items).toEqual([{ firstName: 'Paul', extendedData: {} }]);
  expect(await shown(paul, '?fields=id&fields=extendedData')).toEqual({ id: Number(paul.id), extendedData: {} });
  const lookedUp = `id=${paul.id},${company.people.john.id}&fields=id,mail,login,matricule&formerEmployees=true`;
  const { body } = await client.call(`/api/v3/users?${lookedUp}`);
  expect(body.data.items.map(({ mail, login, matricule }: Body) => [mail, login, matricule])).toEqual([
    ['paul.roche@acme.example.com', 'paul.roche@acme.example.com', '008'],
    ['jdoe@beta.example.com', 'jdoe@beta.example.com', '001'],
  ]);
});

test('the culture is the language of the account', async () => {
  const set = statement(`
insert into account_settings (account_id, language) values ($1, $2)
on conflict (account_id) do update set language = excluded.language`);
  for (const [language, lcid] of [
    ['fr-CH', 4108],
    ['de-DE', 1031],
  ] as const) {
    await service.database.session(company.account.id).run(set, [language]);
    expect(await shown(marie, '?fields=cultureID,culture')).toEqual({
      cultureID: lcid,
      culture: { id: lcid, name: language, url: null },
    });
  }
  const { body } = await client.call('/api/v3/users?cultureID=1036&fields=id');
  expect(body.data.items).toEqual([]);
});

test('those who have left are found by their ids, and what is no id finds nobody', async () => {
  expect(await shown(company.people.john)).toMatchObject({ firstName: 'John', dtContractEnd: '2015-10-15T00:00:00' });
  for (const id of ['0', '99999999', '99999999999999999999999', 'marie', '1.0', '-1', '%20', `${marie.id}x`]) {
    const { status, body } = await client.call(`/api/v3/users/${id}`);
    expect([id, status, body.Status]).toEqual([id, 404, 404]);
  }
});

test('on one user, counting is refused, and an unknown member too', async () => {
  for (const query of ['fields=collection.count', 'fields=nobody']) {
    const { status, body } = await client.call(`/api/v3/users/${marie.id}?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([400, ['fields']]);
  }
});

test('the count is of all pages, and may stand alone', async () => {
  const paged = await client.call('/api/v3/users?fields=id,collection.count&paging=0,2&orderBy=id,desc');
  expect(paged.body.data).toEqual({
    items: [company.people.greta, company.people.ada].map(({ id }) => ({ id: Number(id) })),
    count: 6,
  });
  const alone = await client.call('/api/v3/users?fields=collection.count&birthDate=notequal,null&formerEmployees=true');
  expect(alone.body.data).toEqual({ count: 4 });
});

test('a change of the person, of the employment or of the position that applies makes a user modified', async () => {
  const { ada, joana, paul, bjorn } = company.people;
  const [former] = await employmentsOf(company.client, bjorn);
  service.advance(60_000);
  const since = service.now().toISOString().slice(0, 19);
  const [employment] = await employmentsOf(company.client, joana);
  const [position] = await positionsOf(company.client, paul);
  await changed(company.client, employees, ada, { phoneNumber: '+33140506071' });
  await changed(company.client, employments, employment as Row, { remoteId: 'C-17' });
  await changed(company.client, jobPositions, position as Row, { notes: 'Sits upstairs.' });
  // A past one says nothing about today.
  await changed(company.client, employments, former as Row, { remoteId: 'C-5' });
  const { body } = await client.call(`/api/v3/users?modifiedAt=since,${since}&fields=id,modifiedAt`);
  expect(body.data.items.map(({ id }: Row) => String(id))).toEqual([paul.id, joana.id, ada.id]);
  for (const { modifiedAt } of body.data.items) expect(modifiedAt >= since).toBe(true);
  const until = await client.call(`/api/v3/users?modifiedAt=lessthan,${since}&fields=id`);
  expect(until.body.data.items).toHaveLength(3);
});
