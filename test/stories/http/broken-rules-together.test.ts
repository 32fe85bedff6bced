/** Rules that a body breaks are reported together, next to errors of form, references and duplicates. */
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { beforeAll, expect, test } from 'vitest';
import { setSettings } from '../../support/account-settings.ts';
import { pathOf } from '../../support/examples.ts';
import { establishment, legalEntity } from '../../support/organization/organization.ts';
import { at, hired, newCompany } from '../../support/people/people.ts';
import { type Reply, type SharedService, sharedService } from '../../support/service.ts';

let service: SharedService;
let company: Awaited<ReturnType<typeof newCompany>>;

beforeAll(async () => {
  service = await sharedService();
  company = await newCompany(service);
});

const counts = ({ status, body }: Reply) => [
  status,
  Object.fromEntries(Object.entries<string[]>(body.errors ?? {}).map(([key, messages]) => [key, messages.length])),
];
const nobody = { id: '999999999' };

test('a legal entity that is archived too early, and contradicts its establishments', async () => {
  const { client } = company;
  const siren = { format: 'franceSIREN', value: '111222333' };
  const owner = await legalEntity(client, { taxIdentificationNumber: siren });
  await establishment(client, owner, { taxIdentificationNumber: { format: 'franceSIRET', value: '11122233300011' } });
  const body = { isArchived: true, taxIdentificationNumber: { value: '999222333' }, nothing: 1 };
  const answer = await client.call('PATCH', pathOf(legalEntities, owner.id), { body });
  expect(counts(answer)).toEqual([400, { isArchived: 1, 'taxIdentificationNumber.value': 1, nothing: 1 }]);
});

test('an establishment that is a hiring default, staffed, and to be owned by another', async () => {
  const { account, client, place, template, department } = company;
  await hired(client, company);
  await setSettings(service, account, { template, businessEstablishment: place, department });
  const body = { isArchived: true, legalEntity: at(await legalEntity(client)), timezoneId: 'Nowhere/Town' };
  const path = pathOf(businessEstablishments, place.id);
  expect(counts(await client.call('PATCH', path, { body }))).toEqual([
    400,
    { isArchived: 2, legalEntity: 1, timezoneId: 1 },
  ]);
  expect(counts(await client.call('DELETE', path))).toEqual([400, { id: 2 }]);
});

test('a hire whose nested members are wrong in form, references and rules', async () => {
  const { client, place, template, department } = company;
  const first = await hired(client, company, { remoteId: 'broken-rules-1' });
  const position = { businessEstablishment: at(place), department: nobody, manager: nobody, startsOn: '2026-01-01' };
  const employment = { start: { date: '2026-03-01' }, end: { date: '2020-01-01' }, template: at(template) };
  const body = {
    givenName: '',
    familyName: 'x',
    email: 'nobody',
    remoteId: first.remoteId,
    firstEmployment: { ...employment, nothing: 1, firstJobPosition: { ...position, notes: 'x'.repeat(501) } },
  };
  expect(counts(await client.call('POST', pathOf(employees), { body }))).toEqual([
    400,
    {
      givenName: 1,
      email: 1,
      remoteId: 1,
      'firstEmployment.nothing': 1,
      'firstEmployment.end.date': 1,
      'firstEmployment.firstJobPosition.department': 1,
      'firstEmployment.firstJobPosition.manager': 1,
      'firstEmployment.firstJobPosition.notes': 1,
      'firstEmployment.firstJobPosition.startsOn': 1,
    },
  ]);
  const again = { firstEmployment: { ...employment, firstJobPosition: { ...position, department: at(department) } } };
  expect(counts(await client.call('POST', pathOf(employees), { body: again }))).toEqual([
    400,
    {
      givenName: 1,
      familyName: 1,
      'firstEmployment.end.date': 1,
      'firstEmployment.firstJobPosition.manager': 1,
      'firstEmployment.firstJobPosition.startsOn': 1,
    },
  ]);
});

test('a decision without its reason, on another level, in the name of somebody else', async () => {
  const { client } = company;
  const [asking, other] = [await hired(client, company), await hired(client, company)];
  const made = await client.call('POST', '/svc-api/leave-accounts', {
    body: { name: 'Two levels', unit: 'workingDays' },
  });
  const days = { startsOn: '2027-03-01', endsOn: '2027-03-05' };
  const leave = await client.call('POST', '/svc-api/leaves', {
    body: { ...days, employee: at(asking), leaveAccount: { id: made.body.id } },
  });
  const requests = await client.call('GET', `/svc-api/leave-requests?leaves.id=${leave.body.id}`);
  const denial = { type: 'leave-request-denial-decision', leaveRequest: { id: requests.body.items[0].id } };
  const decide = (body: object) => client.call('POST', '/svc-api/leave-request-decisions', { body });
  const wrong = { level: 3, approver: at(asking) };
  const errors = { comment: 1, level: 1, 'approver.id': 1 };
  expect(counts(await decide({ ...denial, ...wrong }))).toEqual([400, errors]);
  expect(counts(await decide({ ...denial, ...wrong, comment: 'No', nothing: 1 }))).toEqual([
    400,
    { ...errors, nothing: 1 },
  ]);
  expect(counts(await decide({ ...denial, leaveRequest: nobody }))).toEqual([
    400,
    { comment: 1, 'leaveRequest.id': 1 },
  ]);
  expect((await decide({ ...denial, comment: 'Not in that week.', approver: at(other) })).status).toBe(201);
});

test('a leave that overlaps another, next to errors of every kind', async () => {
  const { client } = company;
  const person = await hired(client, company, {}, { start: { date: '2027-01-01' } });
  const account = { id: (await client.call('POST', '/svc-api/leave-accounts', { body: byDays })).body.id };
  const post = (body: object) =>
    client.call('POST', '/svc-api/leaves', { body: { employee: at(person), leaveAccount: account, ...body } });
  const week = { startsOn: '2027-03-01', endsOn: '2027-03-05' };
  const { body: leave } = await post(week);
  const wrong = [
    [{ status: 'cancelled' }, { status: 1 }],
    [{ status: 'nothing' }, { status: 1 }],
    [{ nothing: 1 }, { nothing: 1 }],
    [{ leaveAccount: nobody }, { 'leaveAccount.id': 1 }],
    [{ leaveAccount: null }, { leaveAccount: 1 }],
    [{ totalDuration: { value: 7, unit: 'hours' } }, { totalDuration: 1 }],
    [{ details: { nature: 'frenchOtherSickLeave', occurredOn: '2027-03-01' } }, { 'details.occurredOn': 1 }],
    [{ details: { nature: 'frenchOtherSickLeave', paidDaysCount: 9 } }, { 'details.paidDaysCount': 1 }],
    [{ details: { nature: 'frenchOtherSickLeave', earlyReturnOf: nobody } }, { 'details.earlyReturnOf.id': 1 }],
  ] as const;
  for (const [members, errors] of wrong) {
    expect([members, counts(await post({ ...week, ...members }))]).toEqual([
      members,
      [400, { ...errors, startsOn: 1 }],
    ]);
  }
  // Outside of the employment, and over another leave.
  expect(counts(await post({ ...week, startsOn: '2026-12-30' }))).toEqual([400, { startsOn: 2 }]);
  // Without an end nothing can overlap.
  expect(counts(await post({ startsOn: '2027-03-01', status: 'cancelled' }))).toEqual([400, { endsOn: 1, status: 1 }]);

  const { body: later } = await post({ startsOn: '2027-03-08', endsOn: '2027-03-12' });
  const patch = (body: object) => client.call('PATCH', `/svc-api/leaves/${later.id}`, { body });
  const details = { nature: 'frenchOtherSickLeave', earlyReturnOf: { id: later.id } };
  expect(counts(await patch({ startsOn: leave.startsOn, details, status: 'confirmed' }))).toEqual([
    400,
    { startsOn: 1, 'details.earlyReturnOf.id': 1, status: 1 },
  ]);
  expect(counts(await patch({ details, status: 'confirmed' }))).toEqual([
    400,
    { 'details.earlyReturnOf.id': 1, status: 1 },
  ]);
});

test('employments and positions whose dates are wrong, next to errors of every kind', async () => {
  const { client, place, template, department } = company;
  const person = await hired(client, company, {}, { start: { date: '2024-01-01' } });
  const employment = { id: (person.applicableEmployment as { id: string }).id };
  const stage = { businessEstablishment: at(place), department: at(department) };
  const again = {
    employee: at(person),
    start: { date: '2025-01-01' },
    template: at(template),
    firstJobPosition: stage,
  };
  const refused = async (path: string, body: object, method = 'POST') =>
    counts(await client.call(method, path, { body }));
  const wrong = [
    [{ template: undefined }, { template: 1 }],
    [{ template: 5 }, { template: 1 }],
    [{ template: nobody }, { template: 1 }],
    [{ firstJobPosition: undefined }, { firstJobPosition: 1 }],
    [{ firstJobPosition: { businessEstablishment: at(place) } }, { 'firstJobPosition.department': 1 }],
    [{ firstJobPosition: { ...stage, manager: at(person) } }, { 'firstJobPosition.manager': 1 }],
  ] as const;
  for (const [members, errors] of wrong) {
    const answer = await refused('/svc-api/employments', { ...again, ...members });
    expect([members, answer]).toEqual([members, [400, { ...errors, 'start.date': 1 }]]);
  }
  const position = { employment, startsOn: '2020-01-01', ...stage };
  expect(await refused('/svc-api/job-positions', { ...position, department: nobody, manager: at(person) })).toEqual([
    400,
    { startsOn: 1, department: 1, manager: 1 },
  ]);
  expect(await refused('/svc-api/job-positions', { ...position, businessEstablishment: nobody })).toEqual([
    400,
    { startsOn: 1, businessEstablishment: 1 },
  ]);
  const first = `/svc-api/job-positions/${(person.applicableJobPosition as { id: string }).id}`;
  expect(await refused(first, { startsOn: '2024-02-01', manager: at(person), jobTitle: '' }, 'PATCH')).toEqual([
    400,
    { startsOn: 1, manager: 1, jobTitle: 1 },
  ]);
  await client.call('POST', '/svc-api/job-positions', { body: { ...position, startsOn: '2025-06-01' } });
  const change = { end: { date: '2025-01-01' }, template: nobody, remoteId: '' };
  expect(await refused(`/svc-api/employments/${employment.id}`, change, 'PATCH')).toEqual([
    400,
    { 'end.date': 1, template: 1, remoteId: 1 },
  ]);
  const early = { start: { date: '2026-03-01' }, end: { date: '2020-01-01' }, template: 5, firstJobPosition: stage };
  expect(await refused('/svc-api/employees', { givenName: 'A', familyName: 'B', firstEmployment: early })).toEqual([
    400,
    { 'firstEmployment.end.date': 1, 'firstEmployment.template': 1 },
  ]);
});

test('an endpoint at an address that must not be called, next to errors of every kind', async () => {
  const { client } = company;
  const path = '/svc-api/webhook-endpoints';
  const sound = { name: 'A', apiVersion: '2024-11-01', webhookUrl: 'https://127.0.0.1/a', topics: ['*'] };
  const wrong = { webhookUrl: 'ftp://127.0.0.1/a', topics: ['nothing.created'], businessEstablishments: [nobody] };
  const errors = { webhookUrl: 1, 'topics.0': 1, 'businessEstablishments.0': 1, status: 1 };
  const send = async (method: string, at: string, body: object) => counts(await client.call(method, at, { body }));
  expect(await send('POST', path, { ...sound, ...wrong, status: 'suspended' })).toEqual([400, errors]);
  expect(await send('POST', path, { ...sound, ...wrong, status: 'suspended', nothing: 1 })).toEqual([
    400,
    { ...errors, nothing: 1 },
  ]);
  const made = await client.call('POST', path, { body: sound });
  expect(made.status, made.text).toBe(201);
  const one = `${path}/${made.body.id}`;
  expect(await send('PATCH', one, { ...wrong, status: 'suspended' })).toEqual([400, errors]);
  expect(await send('PATCH', one, { ...wrong, name: '', nothing: 1 })).toEqual([
    400,
    { webhookUrl: 1, 'topics.0': 1, 'businessEstablishments.0': 1, name: 1, nothing: 1 },
  ]);
});

test('a second value where one is allowed, next to a wrong one', async () => {
  const { client } = company;
  const person = await hired(client, company);
  const schema = { $ref: '/svc-api/schemas/int32' };
  const definition = { id: `e_rules${person.id}` };
  await client.call('POST', '/svc-api/employee-attribute-definitions', { body: { ...definition, name: 'A', schema } });
  const body = { definition, employee: at(person), value: 1 };
  const post = (more: object) => client.call('POST', '/svc-api/employee-attributes', { body: { ...body, ...more } });
  expect((await post({})).status).toBe(201);
  expect(counts(await post({ value: 'x', nothing: 1 }))).toEqual([400, { 'definition.id': 1, value: 1, nothing: 1 }]);
});

const byDays = { name: 'By days', unit: 'workingDays' };
