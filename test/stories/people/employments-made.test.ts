/** Hiring a person again: an employment and its first position together, or nothing; and how employments are found. */
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { type Body, everyRow, pathOf, type Row } from '../../support/examples.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  establishment,
  fieldErrors,
  found,
} from '../../support/organization/organization.ts';
import {
  at,
  type Company,
  company as companyOf,
  employeeNow,
  employmentsOf,
  hired,
  moved,
  newCompany,
  positionsOf,
} from '../../support/people/people.ts';
import { eventsOf, summary, topicOf } from '../../support/recorded.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;
let company: Company;
let ada: Row;

beforeAll(async () => {
  service = await sharedService();
  ({ account, client, ...company } = await newCompany(service));
  ada = await hired(client, company, {}, { end: { date: '2024-12-31' } });
});

const path = pathOf(employments);

const rehiring = (employee: Row, members: Body = {}, position: Body = {}): Body => ({
  employee: at(employee),
  start: { date: '2025-01-01' },
  template: at(company.template),
  firstJobPosition: { businessEstablishment: at(company.place), department: at(company.department), ...position },
  ...members,
});

test('an employment is made with its first position, which the right to write employments is enough for', async () => {
  const grace = await hired(client, company, {}, { end: { date: '2024-12-31' } });
  const writer = await service.client(account, { scopes: ['employments.readwrite'] });
  let made: Row = { id: '' };
  const events = await eventsOf(service, client, async () => {
    const { status, body } = await writer.call('POST', `${path}?include=links,embedded`, {
      body: rehiring(grace, { remoteId: 'CT-2' }, { jobTitle: 'Chief', notes: 'Back' }),
    });
    expect([status, body.embedded]).toEqual([201, { employee: {} }]);
    expect(body.links).toEqual({ document: null, jobPositions: null, probationaryPeriods: null });
    made = body;
  });
  const [, position] = (await positionsOf(client, grace)) as [Row, Row];
  expect(position).toMatchObject({
    employment: at(made),
    employee: at(grace),
    startsOn: '2025-01-01',
    jobTitle: 'Chief',
    notes: 'Back',
    updatedAttributes: ['jobTitle'],
  });
  const { status, applicableEmployment, applicableJobPosition } = grace;
  expect(summary(events)).toEqual({
    [topicOf('employee.updated', grace)]: { status, applicableEmployment, applicableJobPosition },
    [topicOf('employment.created', made)]: null,
    [topicOf('job-position.created', position)]: null,
  });
});

const file = { id: '01929b6e-7c1a-7f3e-9a52-4d1c0e8b6f21' };

describe('nothing is made', () => {
  test.each<[string, string, Body, Body]>([
    ['of an unknown employee', 'employee', { employee: { id: '999999' } }, {}],
    ['of an employee of no form', 'employee', { employee: { id: 'x y' } }, {}],
    ['of nobody', 'employee', { employee: null }, {}],
    ['without a start', 'start', { start: undefined }, {}],
    ['without a template', 'template', { template: undefined }, {}],
    ['without a position', 'firstJobPosition', { firstJobPosition: undefined }, {}],
    ['with a position that is null', 'firstJobPosition', { firstJobPosition: null }, {}],
    ['with a file that does not exist', 'document.id', { document: file }, {}],
    ['with a status', 'status', { status: 'active' }, {}],
    ['with an unknown member', 'endReason', { endReason: 'x' }, {}],
    ['without an establishment', 'firstJobPosition.businessEstablishment', {}, { businessEstablishment: undefined }],
    ['without a department', 'firstJobPosition.department', {}, { department: undefined }],
    ['with a position on another day', 'firstJobPosition.startsOn', {}, { startsOn: '2025-01-02' }],
    ['with an unknown manager', 'firstJobPosition.manager', {}, { manager: { id: '999999' } }],
    ['with a bad title', 'firstJobPosition.jobTitle', {}, { jobTitle: 'x'.repeat(1025) }],
  ])('%s', async (_, member, members, position) => {
    const rows = () => Promise.all([everyRow(client, employments), everyRow(client, jobPositions)]);
    const before = [await rows(), await employeeNow(client, ada)];
    const events = await eventsOf(service, client, async () => {
      expect(await creationErrors(client, employments, rehiring(ada, members, position))).toEqual([member]);
    });
    expect(events).toEqual([]);
    expect([await rows(), await employeeNow(client, ada)]).toEqual(before);
  });

  test('with oneself as manager', async () => {
    const body = rehiring(ada, {}, { manager: at(ada) });
    expect(await creationErrors(client, employments, body)).toEqual(['firstJobPosition.manager']);
  });
});

test.each(['UTC', 'Pacific/Kiritimati', 'America/New_York'])(
  'the calendar may be used to its ends in %s',
  async (timezoneId) => {
    const place = await establishment(client, company.owner, { timezoneId });
    const there = { ...company, place };
    const span = { start: { date: '0001-01-01' }, end: { date: '9999-12-31' } };
    const methuselah = await hired(client, there, {}, span);
    expect(methuselah.status).toBe('active');
    expect(await employmentsOf(client, methuselah)).toMatchObject([{ ...span, status: 'active' }]);
    const last = await moved(client, there, methuselah.applicableEmployment as Row, '9999-12-31');
    expect(last).toMatchObject({ status: 'upcoming', endsOn: '9999-12-31' });
    expect(await positionsOf(client, methuselah)).toMatchObject([{ endsOn: '9999-12-30' }, { id: last.id }]);
    const late = await hired(client, there, {}, { start: { date: '9999-12-31' } });
    expect(late.status).toBe('upcoming');
  },
);

test('a document names an uploaded file', async () => {
  const [employment] = (await employmentsOf(client, ada)) as [Row];
  expect(await changeErrors(client, employments, employment, { document: file })).toEqual(['document.id']);
  expect(await changed(client, employments, employment, { document: null })).toEqual(employment);
});

test('an employment stays with its employee, and takes no position in a change', async () => {
  const [employment] = (await employmentsOf(client, ada)) as [Row];
  const other = await hired(client, company);
  expect(await changeErrors(client, employments, employment, { employee: at(other) })).toEqual(['employee']);
  const { firstJobPosition } = rehiring(ada);
  expect(await changeErrors(client, employments, employment, { firstJobPosition })).toEqual(['firstJobPosition']);
});

test('an employment leads to its positions and its probationary period, and embeds its employee', async () => {
  const [{ id }] = (await employmentsOf(client, ada)) as [Row];
  const { body } = await client.call('GET', `${path}/${id}?include=links,embedded`);
  expect(body.links).toEqual({
    document: null,
    jobPositions: { href: `${service.url}/svc-api/job-positions?employment.id=${id}` },
    probationaryPeriods: { href: `${service.url}/svc-api/probationary-periods?employment.id=${id}` },
  });
  expect(body.embedded).toEqual({ employee: { [ada.id]: await employeeNow(client, ada) } });
  for (const link of [body.links.jobPositions, body.links.probationaryPeriods]) {
    expect((await client.call('GET', link.href)).status).toBe(200);
  }
});

describe('the list of employments', () => {
  let lists: TestClient;
  let ids: Record<string, string>;
  let rows: Record<string, Row>;

  beforeAll(async () => {
    const { client: of, ...here } = await newCompany(service);
    lists = of;
    const there = await companyOf(lists);
    const only = async (person: Row) => ((await employmentsOf(lists, person))[0] as Row).id;
    const open = await hired(lists, here, {}, { remoteId: 'CT-1' });
    const late = await hired(lists, there, {}, { start: { date: '2024-03-01' }, end: { date: '2024-09-30' } });
    const early = await hired(lists, here, {}, { start: { date: '2024-02-01' }, end: { date: '2024-06-30' } });
    const coming = await hired(lists, here, {}, { start: { date: '2999-01-01' } });
    rows = { open, late, early, coming, owner: there.owner, template: there.template };
    ids = Object.fromEntries(
      await Promise.all(
        Object.entries({ open, late, early, coming }).map(async ([name, row]) => [name, await only(row)]),
      ),
    );
  });

  const which = async (query: string) =>
    (await found(lists, employments, query)).map((id) => Object.keys(ids).find((name) => ids[name] === id));

  test.each([
    ['end.date=null', ['open', 'coming']],
    ['-end.date=null', ['late', 'early']],
    ['end.date=2024-06-30', ['early']],
    ['-end.date=2024-06-30', ['open', 'late', 'coming']],
    ['end.date.between=2024-06-30--2024-09-30', ['late', 'early']],
    ['end.date.between=2024-07-01--..', ['late']],
    ['start.date=2024-01-01', ['open']],
    ['start.date.between=2024-01-02--2024-02-01', ['early']],
    ['status=active', ['open']],
    ['status=upcoming,deactivated', ['late', 'early', 'coming']],
    ['-status=deactivated', ['open', 'coming']],
    ['remoteId=CT-1', ['open']],
    ['-remoteId=CT-1', ['late', 'early', 'coming']],
    ['sort=end.date', ['early', 'late', 'open', 'coming']],
    ['sort=-end.date', ['open', 'coming', 'late', 'early']],
    ['sort=-end.date,-start.date', ['coming', 'open', 'late', 'early']],
    ['sort=start.date', ['open', 'early', 'late', 'coming']],
    ['sort=-start.date', ['coming', 'late', 'early', 'open']],
  ])('?%s holds what it says', async (query, names) => {
    expect(await which(query)).toEqual(names);
  });

  test('is narrowed by employee, legal entity and template', async () => {
    expect(await which(`employee.id=${rows.early?.id},${rows.late?.id}`)).toEqual(['late', 'early']);
    expect(await which(`legalEntity.id=${rows.owner?.id}`)).toEqual(['late']);
    expect(await which(`-legalEntity.id=${rows.owner?.id}`)).toEqual(['open', 'early', 'coming']);
    expect(await which(`template.id=${rows.template?.id}`)).toEqual(['late']);
    expect(await which(`id=${ids.open},${ids.coming}`)).toEqual(['open', 'coming']);
  });

  test('is read to its end page by page where some have no end', async () => {
    const seen: unknown[] = [];
    let href: string | undefined = `${path}?sort=end.date&limit=1&include=links`;
    while (href) {
      const { body } = await lists.call('GET', href);
      seen.push(...body.items.map(({ id }: Row) => id));
      href = body.links.next?.href;
    }
    expect(seen).toEqual(['early', 'late', 'open', 'coming'].map((name) => ids[name]));
  });

  test.each(['start.date=null', 'status=gone', 'startsOn=2024-01-01', 'sort=employee.id', 'search=ada'])(
    'refuses ?%s',
    async (query) => {
      expect(await fieldErrors(lists, 'GET', `${path}?${query}`)).toEqual([query.split('=')[0]]);
    },
  );

  test('embeds the employees of the page', async () => {
    const { body } = await lists.call('GET', `${path}?include=embedded&status=deactivated`);
    expect(Object.keys(body.embedded.employee)).toEqual([rows.late?.id, rows.early?.id]);
    expect(body.embedded.employee[rows.late?.id as string]).toEqual(
      (await lists.call('GET', pathOf(employees, rows.late?.id))).body,
    );
  });
});
