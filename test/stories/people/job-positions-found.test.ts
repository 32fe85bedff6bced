/** Job positions in lists: filters, orders, and what a client limited to establishments sees. */
import { departments } from '@muster/contract/resources/departments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { jobQualifications } from '@muster/contract/resources/job-qualifications.ts';
import { occupationCategories } from '@muster/contract/resources/occupation-categories.ts';
import { beforeAll, expect, test } from 'vitest';
import { createExample, pathOf, type Row } from '../../support/examples.ts';
import { changeErrors, creationErrors, establishment, found } from '../../support/organization/organization.ts';
import { at, employmentsOf, hired, moved, newCompany, positionsOf } from '../../support/people/people.ts';
import { type SharedService, sharedService } from '../../support/service.ts';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

/** Ada moves twice and leaves; Bea has an open employment, and moves in 2999. */
async function people() {
  const { client, account, ...company } = await newCompany(service);
  const qualification = await createExample(client, jobQualifications);
  const category = await createExample(client, occupationCategories);
  const department = await createExample(client, departments);
  const elsewhere = await establishment(client, company.owner);
  const ada = await hired(client, company, {}, { end: { date: '2024-12-31' } }, { remoteId: 'A-1' });
  const [employment] = (await employmentsOf(client, ada)) as [Row];
  await moved(client, company, employment, '2024-03-01', {
    jobTitle: 'Lead',
    remoteId: 'A-2',
    jobQualification: at(qualification),
    occupationCategory: at(category),
  });
  const bea = await hired(client, company, {}, { start: { date: '2024-03-01' } }, { manager: at(ada) });
  const [other] = (await employmentsOf(client, bea)) as [Row];
  await moved(client, company, other, '2999-01-01', {
    department: at(department),
    businessEstablishment: at(elsewhere),
    manager: at(ada),
  });
  const [first, second] = (await positionsOf(client, ada)) as [Row, Row];
  const [third, fourth] = (await positionsOf(client, bea)) as [Row, Row];
  const named = { qualification, category, department, elsewhere, ada, bea, employment };
  return { client, account, company, ids: [first, second, third, fourth].map(({ id }) => id), ...named };
}

test('each filter finds exactly the positions that it describes', async () => {
  const { client, company, ids, ada, bea, employment, ...named } = await people();
  const [first, second, third, fourth] = ids as [string, string, string, string];
  const questions: readonly (readonly [string, readonly string[]])[] = [
    [`id=${second},${third}`, [second, third]],
    ['remoteId=A-1,A-2', [first, second]],
    [`employment.id=${employment.id}`, [first, second]],
    [`employment.employee.id=${bea.id}`, [third, fourth]],
    [`employment.employee.id=${ada.id},${bea.id}`, ids],
    [`-employment.employee.id=${ada.id}`, [third, fourth]],
    ['employment.employee.id=999999', []],
    [`businessEstablishment.id=${company.place.id}`, [first, second, third]],
    [`businessEstablishment.id=${named.elsewhere.id}`, [fourth]],
    [`jobQualification.id=${named.qualification.id}`, [second]],
    [`occupationCategory.id=${named.category.id}`, [second]],
    [`-occupationCategory.id=${named.category.id}`, [first, third, fourth]],
    [`manager.id=${ada.id}`, [third, fourth]],
    [`department.id=${named.department.id}`, [fourth]],
    ['status=deactivated', [first, second]],
    ['status=active,upcoming', [third, fourth]],
    ['-status=active', [first, second, fourth]],
    ['startsOn=2024-03-01', [second, third]],
    ['startsOn.between=2024-01-01--2024-03-01', [first, second, third]],
    ['startsOn.between=2024-03-02--..', [fourth]],
    ['endsOn=2024-02-29', [first]],
    ['endsOn=null', [fourth]],
    ['-endsOn=null', [first, second, third]],
    ['endsOn.between=2024-02-29--2024-12-31', [first, second]],
    ['updatedAttributes=jobTitle', [second]],
    ['updatedAttributes=jobTitle,department', [second, fourth]],
    ['updatedAttributes=workingTimeArrangement', []],
    ['-updatedAttributes=jobTitle', [first, third, fourth]],
    [`status=deactivated&startsOn=2024-03-01&employment.employee.id=${ada.id}`, [second]],
  ];
  for (const [query, expected] of questions) {
    expect([query, (await found(client, jobPositions, query)).toSorted()]).toEqual([query, expected.toSorted()]);
    const { body } = await client.call('GET', `${pathOf(jobPositions)}?${query}&limit=0&include=totalCount`);
    expect([query, body.totalCount]).toEqual([query, expected.length]);
  }
});

test('positions are put in order by their days, open ends last, and by id where days are equal', async () => {
  const { client, ids } = await people();
  const [first, second, third, fourth] = ids as [string, string, string, string];
  expect(await found(client, jobPositions, 'sort=startsOn')).toEqual([first, second, third, fourth]);
  expect(await found(client, jobPositions, 'sort=-startsOn,-id')).toEqual([fourth, third, second, first]);
  expect(await found(client, jobPositions, 'sort=endsOn')).toEqual([first, second, third, fourth]);
  expect(await found(client, jobPositions, 'sort=-endsOn')).toEqual([fourth, third, second, first]);
  const page = await client.call('GET', `${pathOf(jobPositions)}?sort=endsOn&limit=3&include=links`);
  const { search } = new URL(page.body.links.next.href);
  expect((await client.call('GET', pathOf(jobPositions) + search)).body.items.map(({ id }: Row) => id)).toEqual([
    fourth,
  ]);
});

test('a limited client sees every position of the people who work in its establishments now, and no other', async () => {
  const { client, account, company, ids, elsewhere, employment, ada, bea } = await people();
  const [first, , third] = ids as [string, string, string];
  const here = await service.client(account, { establishments: [company.place.id] });
  const there = await service.client(account, { establishments: [elsewhere.id] });
  // Also the future position in the other establishment.
  expect(await found(here, jobPositions, 'sort=id')).toEqual(ids);
  expect(await found(there, jobPositions, 'sort=id')).toEqual([]);
  expect(await found(there, jobPositions, `employment.employee.id=${bea.id}`)).toEqual([]);
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const options = method === 'PATCH' ? { body: {} } : {};
    expect((await there.call(method, pathOf(jobPositions, third), options)).status).toBe(404);
  }
  const body = {
    employment: at(employment),
    startsOn: '2024-06-01',
    businessEstablishment: at(elsewhere),
    department: at(company.department),
  };
  expect(await creationErrors(there, jobPositions, body)).toEqual(['employment']);
  expect(await creationErrors(here, jobPositions, body)).toEqual(['businessEstablishment']);
  const boss = await hired(client, { ...company, place: elsewhere });
  expect(await changeErrors(here, jobPositions, { id: third }, { manager: at(boss) })).toEqual(['manager']);
  expect(await changeErrors(here, jobPositions, { id: first }, { manager: at(ada) })).toEqual(['manager']);
});
