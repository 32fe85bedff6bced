/** A refused hiring names the members by dotted paths, and leaves nothing behind. */

import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { setSettings } from '../../support/account-settings.ts';
import { type Body, createExample, everyRow, pathOf, type Row } from '../../support/examples.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  establishment,
  eventsSeen,
  legalEntity,
} from '../../support/organization/organization.ts';
import {
  at,
  type Company,
  employmentsOf,
  hired,
  hiring,
  newCompany,
  positionsOf,
  rehired,
} from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;
let company: Company;
let elsewhere: Row;

beforeAll(async () => {
  service = await sharedService();
  ({ account, client, ...company } = await newCompany(service));
  elsewhere = await establishment(client, await legalEntity(client));
});

const peopleNow = async () =>
  Promise.all([
    everyRow(client, employees),
    everyRow(client, employments),
    everyRow(client, jobPositions),
    eventsSeen(service, client),
  ]);

/** The errors of a hiring, after which everything must be unchanged. */
async function refusals(members: Body = {}, employment: Body = {}, position: Body = {}): Promise<string[]> {
  const before = await peopleNow();
  const fieldErrors = await creationErrors(client, employees, hiring(company, members, employment, position));
  expect(await peopleNow()).toEqual(before);
  return fieldErrors;
}

const file = { id: '01929b6e-7c1a-7f3e-9a52-4d1c0e8b6f21' };
const inEmployment: [string, string, Body][] = [
  ['a start that is no date', 'start.date', { start: { date: '2024-02-30' } }],
  ['a start without a date', 'start.date', { start: {} }],
  ['no start', 'start', { start: null }],
  ['an end before the start', 'end.date', { end: { date: '2023-12-31' } }],
  ['no template', 'template', { template: null }],
  ['an unknown template', 'template', { template: { id: '999' } }],
  ['an id that is too long', 'remoteId', { remoteId: 'x'.repeat(201) }],
  ['a file that does not exist', 'document.id', { document: file }],
  ['an unknown member', 'reason', { reason: 'growth' }],
  ['an employee inside', 'employee', { employee: { id: '1' } }],
  ['a status', 'status', { status: 'active' }],
  ['a position that is no object', 'firstJobPosition', { firstJobPosition: [] }],
  ['no position', 'firstJobPosition', { firstJobPosition: null }],
];
const inPosition: [string, string, Body][] = [
  ['another start than the employment', 'startsOn', { startsOn: '2024-01-02' }],
  ['an unknown establishment', 'businessEstablishment', { businessEstablishment: { id: '999' } }],
  ['no establishment', 'businessEstablishment', { businessEstablishment: null }],
  ['an unknown department', 'department', { department: { id: '999' } }],
  ['no department', 'department', { department: null }],
  ['an unknown manager', 'manager', { manager: { id: '999' } }],
  ['an unknown qualification', 'jobQualification', { jobQualification: { id: '999' } }],
  ['an unknown category', 'occupationCategory', { occupationCategory: { id: '999' } }],
  ['an unknown arrangement', 'workingTimeArrangement', { workingTimeArrangement: { id: '999' } }],
  ['a file that does not exist', 'document.id', { document: file }],
  ['notes that are too long', 'notes', { notes: 'x'.repeat(501) }],
  ['a translation of what is not translated', 't9n.notes', { t9n: { notes: {} } }],
  ['an unknown member', 'salary', { salary: 1 }],
  ['an employment inside', 'employment', { employment: { id: '1' } }],
  ['an end', 'endsOn', { endsOn: '2024-12-31' }],
];

describe('nothing is made by a hiring', () => {
  test.each(inEmployment)('whose employment has %s', async (_, member, employment) => {
    expect(await refusals({}, employment)).toEqual([`firstEmployment.${member}`]);
  });

  test.each(inPosition)('whose position has %s', async (_, member, position) => {
    expect(await refusals({}, {}, position)).toEqual([`firstEmployment.firstJobPosition.${member}`]);
  });

  test('whose employment is not an object', async () => {
    for (const firstEmployment of [null, [], 'yes']) {
      expect(await refusals({ firstEmployment })).toEqual(['firstEmployment']);
    }
  });

  test('with errors at every level, all reported', async () => {
    const fieldErrors = await refusals({ familyName: '' }, { remoteId: '' }, { jobTitle: '' });
    expect(fieldErrors.toSorted()).toEqual([
      'familyName',
      'firstEmployment.firstJobPosition.jobTitle',
      'firstEmployment.remoteId',
    ]);
  });

  test('that names another legal entity than that of the establishment', async () => {
    expect(await refusals({}, { legalEntity: elsewhere.legalEntity })).toEqual(['firstEmployment.legalEntity']);
    const ada = await hired(client, company, {}, { legalEntity: at(company.owner) });
    expect((await employmentsOf(client, ada))[0]).toMatchObject({ legalEntity: at(company.owner) });
  });

  test('whose template is for other legal entities', async () => {
    const template = await createExample(client, employmentTemplates, { legalEntities: [elsewhere.legalEntity] });
    expect(await refusals({}, { template: at(template) })).toEqual(['firstEmployment.template']);
    await changed(client, employmentTemplates, template, { legalEntities: [at(company.owner)] });
    expect(await hired(client, company, {}, { template: at(template) })).toMatchObject({ status: 'active' });
  });

  test('whose category is used in other establishments', async () => {
    const category = await createExample(client, occupationCategories, { businessEstablishments: [at(elsewhere)] });
    const fieldErrors = await refusals({}, {}, { occupationCategory: at(category) });
    expect(fieldErrors).toEqual(['firstEmployment.firstJobPosition.occupationCategory']);
  });
});

test('an e-mail address of a refused domain is refused, in a hiring and in a change', async () => {
  await setSettings(service, account, { refusedDomains: ['Mail.example', 'free.example'] });
  const ada = await hired(client, company, { email: 'ada@sub.mail.example' });
  for (const email of ['ada@mail.example', 'ada@FREE.example']) {
    expect(await refusals({ email })).toEqual(['email']);
    expect(await changeErrors(client, employees, ada, { email })).toEqual(['email']);
  }
  const { body } = await client.call('GET', pathOf(employees, ada.id));
  expect(body.email).toBe('ada@sub.mail.example');
});

describe('what is archived', () => {
  test.each([
    ['template', employmentTemplates, (id: Body): [Body, Body] => [{ template: id }, {}], 'template'],
    ['department', departments, (id: Body): [Body, Body] => [{}, { department: id }], 'firstJobPosition.department'],
  ] as const)('takes no hiring as a %s, and stays where it is named already', async (_, resource, named, member) => {
    const row = await createExample(client, resource, resource === employmentTemplates ? { legalEntities: [] } : {});
    const ada = await hired(
      client,
      company,
      {},
      { ...named(at(row))[0], end: { date: '2024-06-30' } },
      named(at(row))[1],
    );
    await changed(client, resource, row, { isArchived: true });
    expect(await refusals({}, ...named(at(row)))).toEqual([`firstEmployment.${member}`]);
    const [employment] = (await employmentsOf(client, ada)) as [Row];
    const [position] = (await positionsOf(client, ada)) as [Row];
    const again = { remoteId: 'again', template: employment.template };
    expect(await changed(client, employments, employment, again)).toMatchObject(again);
    const same = { jobTitle: 'again', department: position.department };
    expect(await changed(client, jobPositions, position, same)).toMatchObject(same);
  });

  test('takes no hiring as an establishment, nor through its legal entity, and keeps the people of before', async () => {
    const owner = await legalEntity(client);
    const there = { ...company, place: await establishment(client, owner) };
    const ada = await hired(client, there, {}, { end: { date: '2024-06-30' } });
    await changed(client, businessEstablishments, there.place, { isArchived: true });
    const fieldErrors = ['firstEmployment.firstJobPosition.businessEstablishment'];
    expect(await refusals({}, {}, { businessEstablishment: at(there.place) })).toEqual(fieldErrors);
    await changed(client, legalEntities, owner, { isArchived: true });
    expect(await refusals({}, {}, { businessEstablishment: at(there.place) })).toEqual(fieldErrors);
    await expect(rehired(client, there, ada, { start: { date: '2025-01-01' } })).rejects.toThrow(
      /firstJobPosition.businessEstablishment/,
    );
    const [employment] = (await employmentsOf(client, ada)) as [Row];
    const longer = { end: { date: '2024-07-31' } };
    expect(await changed(client, employments, employment, longer)).toMatchObject({ ...longer, legalEntity: at(owner) });
  });
});
