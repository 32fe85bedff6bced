/** Finding people by name, and by their applicable employment and position. */
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { employmentTemplates } from '@muster/contract/resources/employment-templates.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { jobQualifications } from '@muster/contract/resources/job-qualifications.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setRemoteId } from '../../support/account-settings.ts';
import { type Body, createExample, newcomer, pathOf, type Row } from '../../support/examples.ts';
import { fieldErrors, found } from '../../support/organization/organization.ts';
import {
  at,
  company,
  employeeNow,
  employmentsOf,
  hired,
  moved,
  newCompany,
  positionsOf,
  rehired,
} from '../../support/people/people.ts';
import { dayFromNow } from '../../support/recorded.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
/** Of everything that people are found by: what it is, by a name of its own. */
let made: Record<string, Row>;
/** Who is who, by given name. */
let people: Record<string, Row>;

beforeAll(async () => {
  service = await sharedService();
  const { account, client: owner, ...here } = await newCompany(service);
  client = owner;
  const there = await company(client);
  const fixed = await createExample(client, employmentTemplates, { legalEntities: [], term: 'fixed' });
  const below = await createExample(client, departments, { parent: at(here.department) });
  const [known, unknown] = [
    await createExample(client, jobQualifications),
    await createExample(client, jobQualifications),
  ];
  const category = await createExample(client, occupationCategories, { businessEstablishments: null });
  await setRemoteId(service, account, 'job_qualifications', known, 'Q-1');
  await setRemoteId(service, account, 'occupation_categories', category, 'C-1');
  made = {
    hereOwner: here.owner,
    thereOwner: there.owner,
    here: here.place,
    there: there.place,
    permanent: here.template,
    fixed,
    above: here.department,
    below,
    known,
    unknown,
    category,
  };

  const on = (days: number) => ({ date: dayFromNow(service, days) });
  const hire = async (
    givenName: string,
    familyName: string,
    members: Body = {},
    employment: Body = {},
    position: Body = {},
    where = here,
  ): Promise<Row> => hired(client, where, { givenName, familyName, ...members }, employment, position);

  const elodie = await hire(
    'Élodie',
    'Müller-Östberg',
    { remoteId: 'R-1', employeeNumber: '1', email: 'elodie@example.com' },
    { remoteId: 'E-1' },
    { remoteId: 'P-1', jobQualification: at(known), occupationCategory: at(category) },
  );
  const manager = at(elodie);
  // Found by the position and employment of today, not by former ones.
  const jean = await hire('Jean-Luc', 'de la Tour', {}, { start: on(-90), end: on(-60), remoteId: 'E-0' }, { manager });
  const again = await rehired(client, there, jean, { start: on(-30), end: on(30), remoteId: 'E-2' }, { manager });
  await moved(client, there, again, on(-10).date, { manager, department: at(below), remoteId: 'P-2' });
  await moved(client, there, again, on(10).date, { jobQualification: at(known) });
  people = {
    Élodie: elodie,
    'Jean-Luc': jean,
    Upton: await hire('Upton', 'älter', {}, { start: on(20) }, { jobQualification: at(unknown) }),
    Over: await hire(
      'Over',
      'Zeta',
      { email: 'ELODIE@example.com' },
      { template: at(fixed), end: { date: '2024-06-30' } },
    ),
  };
});

/** The found people by given name, ordered by id. */
async function who(query: string): Promise<string[]> {
  const ids = await found(client, employees, `${query}${query === '' ? '' : '&'}sort=id`);
  return ids.map((id) => Object.keys(people).find((name) => people[name]?.id === id) ?? `somebody else: ${id}`);
}

const everybody = ['Élodie', 'Jean-Luc', 'Upton', 'Over'];
const but = (...names: string[]) => everybody.filter((name) => !names.includes(name));

describe('search', () => {
  test.each([
    // The second one by the beginning of the e-mail address.
    ['elo', ['Élodie', 'Over']],
    ['ÉLODIE', ['Élodie', 'Over']],
    ['lodie', []],
    ['ost', ['Élodie']],
    ['ostberg mul', ['Élodie']],
    ['mul e', ['Élodie']],
    ['luc tour', ['Jean-Luc']],
    ['jean-luc', ['Jean-Luc']],
    ['de,la', ['Jean-Luc']],
    ['elo zeta', []],
    ['älter', ['Upton']],
    ['alt', ['Upton']],
    ['elodie@example.com', ['Élodie', 'Over']],
    ['example', []],
    ["o'", []],
    ['%', []],
  ])('for "%s" looks at the beginnings of all words, without accents and case', async (text, names) => {
    expect(await who(`search=${encodeURIComponent(text)}`)).toEqual(names);
  });

  test('needs something to search for', async () => {
    expect(await fieldErrors(client, 'GET', `${pathOf(employees)}?search=`)).toEqual(['search']);
  });
});

describe('contains', () => {
  test.each([
    ['LODI', ['Élodie', 'Over']],
    ['tberg', ['Élodie']],
    ['lodie tberg', ['Élodie']],
    ['uc our', ['Jean-Luc']],
    ['die@exam', ['Élodie', 'Over']],
    ['lodie tour', []],
    ['%', []],
    ['a_a', []],
  ])('for "%s" finds any part of names, e-mail addresses and numbers', async (text, names) => {
    expect(await who(`contains=${encodeURIComponent(text)}`)).toEqual(names);
  });

  test('finds the job title that applies, also on a day and at a moment; a changed title is found at once', async () => {
    const { applicableJobPosition } = await employeeNow(client, people['Jean-Luc'] as Row);
    const path = pathOf(jobPositions, (applicableJobPosition as Row).id);
    expect((await client.call('PATCH', path, { body: { jobTitle: 'Night watchman' } })).status).toBe(200);
    expect(await who('contains=watchm')).toEqual(['Jean-Luc']);
    expect(await who('contains=night%20luc&include=totalCount')).toEqual(['Jean-Luc']);
    expect(await who(`contains=watchm&asOf=${dayFromNow(service, 0)}`)).toEqual(['Jean-Luc']);
    expect(await who(`contains=watchm&knownAt=${new Date().toISOString()}`)).toEqual(['Jean-Luc']);
    await client.call('PATCH', path, { body: { jobTitle: null } });
    expect(await who('contains=watchm')).toEqual([]);
  });

  test('needs something to search for, and a scope that reads positions', async () => {
    expect(await fieldErrors(client, 'GET', `${pathOf(employees)}?contains=`)).toEqual(['contains']);
    expect(await fieldErrors(client, 'GET', `${pathOf(employees)}?contains=a&contains=b`)).toEqual(['contains']);
    const { client: limited } = await newcomer(service, { scopes: ['employees.readonly'] });
    expect((await limited.call('GET', `${pathOf(employees)}?contains=a`)).status).toBe(403);
  });
});

describe('the list of employees', () => {
  test.each([
    ['email=elodie@example.com', ['Élodie']],
    ['email=null,ELODIE@example.com', but('Élodie')],
    ['status=active', ['Élodie', 'Jean-Luc']],
    ['status=upcoming,deactivated', ['Upton', 'Over']],
    ['-status=active', ['Upton', 'Over']],
    ['remoteId=R-1', ['Élodie']],
    ['remoteId=null', but('Élodie')],
    ['-employeeNumber=null', ['Élodie']],
    ['-employeeNumber=1', but('Élodie')],
    ['applicableEmployment.remoteId=E-1,E-2', ['Élodie', 'Jean-Luc']],
    ['applicableEmployment.remoteId=E-0', []],
    ['-applicableEmployment.remoteId=E-1', but('Élodie')],
    ['applicableEmployment.remoteId=null', ['Upton', 'Over']],
    ['applicableEmployment.startsOn=2024-01-01', ['Élodie', 'Over']],
    ['applicableEmployment.startsOn.between=2023-12-31--2024-01-01', ['Élodie', 'Over']],
    ['applicableEmployment.startsOn.between=2024-01-02--..', ['Jean-Luc', 'Upton']],
    ['applicableEmployment.endsOn=null', ['Élodie', 'Upton']],
    ['-applicableEmployment.endsOn=null', ['Jean-Luc', 'Over']],
    ['applicableEmployment.endsOn=2024-06-30', ['Over']],
    ['-applicableEmployment.endsOn=2024-06-30', but('Over')],
    ['applicableEmployment.endsOn.between=..--2024-06-30', ['Over']],
    ['applicableEmployment.template.term=fixed', ['Over']],
    ['applicableEmployment.template.term=permanent', but('Over')],
    ['-applicableEmployment.template.term=permanent', ['Over']],
    ['applicableEmployment.template.term=fixed,permanent', everybody],
    ['applicableJobPosition.remoteId=P-1,P-2', ['Élodie', 'Jean-Luc']],
    ['applicableJobPosition.remoteId=null', ['Upton', 'Over']],
    ['applicableJobPosition.jobQualification.remoteId=Q-1', ['Élodie']],
    ['applicableJobPosition.jobQualification.remoteId=null', but('Élodie')],
    ['-applicableJobPosition.jobQualification.remoteId=Q-1', but('Élodie')],
    ['-applicableJobPosition.jobQualification.remoteId=null', ['Élodie']],
    ['applicableJobPosition.jobQualification.remoteId=q-1', []],
    ['applicableJobPosition.occupationCategory.remoteId=C-1', ['Élodie']],
    ['applicableJobPosition.occupationCategory.remoteId=null,C-1', everybody],
    ['applicableJobPosition.occupationCategory.id=null', but('Élodie')],
    ['applicableJobPosition.manager.status=active', ['Jean-Luc']],
    ['applicableJobPosition.manager.status=upcoming,deactivated', []],
    ['-applicableJobPosition.manager.status=active', but('Jean-Luc')],
    ['applicableJobPosition.manager.status=null', but('Jean-Luc')],
    ['status=active&applicableEmployment.endsOn=null', ['Élodie']],
  ])('?%s finds who it says', async (query, names) => {
    expect(await who(query)).toEqual(names);
  });

  test.each([
    ['applicableEmployment.legalEntity.id', 'hereOwner', but('Jean-Luc')],
    ['applicableEmployment.legalEntity.id', 'thereOwner', ['Jean-Luc']],
    ['applicableEmployment.template.id', 'fixed', ['Over']],
    ['applicableJobPosition.businessEstablishment.id', 'there', ['Jean-Luc']],
    ['-applicableJobPosition.businessEstablishment.id', 'there', but('Jean-Luc')],
    // Departments below are not included.
    ['applicableJobPosition.department.id', 'above', but('Jean-Luc')],
    ['applicableJobPosition.department.id', 'below', ['Jean-Luc']],
    ['applicableJobPosition.jobQualification.id', 'known', ['Élodie']],
    ['applicableJobPosition.jobQualification.id', 'unknown', ['Upton']],
    ['-applicableJobPosition.jobQualification.id', 'known', but('Élodie')],
    ['applicableJobPosition.occupationCategory.id', 'category', ['Élodie']],
    ['-applicableJobPosition.occupationCategory.id', 'category', but('Élodie')],
  ])('?%s of %s finds who it says', async (name, which, names) => {
    expect(await who(`${name}=${made[which]?.id}`)).toEqual(names);
  });

  test('is filtered by manager, also for people without one', async () => {
    const name = 'applicableJobPosition.manager.id';
    expect(await who(`${name}=${people.Élodie?.id}`)).toEqual(['Jean-Luc']);
    expect(await who(`-${name}=${people.Élodie?.id}`)).toEqual(but('Jean-Luc'));
    expect(await who(`${name}=null`)).toEqual(but('Jean-Luc'));
    expect(await who(`${name}=999999,${people.Élodie?.id}`)).toEqual(['Jean-Luc']);
  });

  test.each([
    'status=retired',
    'status=null',
    'applicableEmployment.template.term=open',
    'applicableEmployment.startsOn=null',
    'applicableEmployment.startsOn=2024-02-30',
    'applicableEmployment.endsOn.between=2024-02-01--2024-01-01',
    'applicableEmployment.start.date=2024-01-01',
    'jobTitle=Engineer',
    'sort=phoneNumber',
  ])('refuses ?%s', async (query) => {
    expect(await fieldErrors(client, 'GET', `${pathOf(employees)}?${query}`)).toEqual([query.split('=')[0]]);
  });

  test('is sorted by family name as people expect, both ways', async () => {
    const names = ['Upton', 'Jean-Luc', 'Élodie', 'Over'].map((name) => people[name]?.id);
    expect(await found(client, employees, 'sort=familyName')).toEqual(names);
    expect(await found(client, employees, 'sort=-familyName')).toEqual(names.toReversed());
  });

  test('embeds the applicable employment and position of everybody on the page, once', async () => {
    const { body } = await client.call('GET', `${pathOf(employees)}?include=embedded&sort=id`);
    const ids = (member: string) => body.items.map((row: Record<string, Row>) => row[member]?.id).toSorted();
    expect(Object.keys(body.embedded.employment).toSorted()).toEqual(ids('applicableEmployment'));
    expect(Object.keys(body.embedded['job-position']).toSorted()).toEqual(ids('applicableJobPosition'));
    const jean = people['Jean-Luc'] as Row;
    const [, current] = (await employmentsOf(client, jean)) as [Row, Row];
    const [, , position] = (await positionsOf(client, jean)) as [Row, Row, Row];
    expect(body.embedded.employment[current.id]).toEqual(current);
    expect(body.embedded['job-position'][position.id]).toEqual(position);
  });
});
