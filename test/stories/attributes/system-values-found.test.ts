/** Members of people, employments and positions as values in lists: filters and order. */
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { type SystemDefinition, systemDefinitions } from '@muster/contract/system-definitions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defined, givenValue, severalValues, valuesPath } from '../../support/attributes/attribute-values.ts';
import { singleValue } from '../../support/attributes/definitions.ts';
import { everythingExpected, listed, type Scene, sceneIn } from '../../support/attributes/system-values.ts';
import type { Row } from '../../support/examples.ts';
import { oneIn } from '../../support/form.ts';
import { idsOf, pagesFrom, sortedRows } from '../../support/list-model.ts';
import { changed } from '../../support/organization/organization.ts';
import { employmentsOf, hired, newCompany, positionsOf } from '../../support/people/people.ts';
import { type TestService, testService } from '../../support/service.ts';

let service: TestService;
let scene: Scene;

beforeAll(async () => {
  service = await testService();
  scene = await sceneIn(service);
});
afterAll(() => service.stop());

describe('values of members are found', () => {
  const matching = async (query: string, isWanted: (row: Row, definition: SystemDefinition) => boolean) => {
    const all = await everythingExpected(scene);
    const definitionOf = (row: Row) =>
      systemDefinitions.find(({ id }) => id === (row.definition as Row).id) as SystemDefinition;
    const wanted = all.filter((row) => isWanted(row, definitionOf(row)));
    expect(idsOf(await listed(scene, `employee.id=${scene.ada.id}&${query}`)), query).toEqual(idsOf(wanted));
    return wanted.length;
  };

  test('by their definition, its target, category, title and archival, and the negatives of these', async () => {
    const count = (await everythingExpected(scene)).length;
    expect(await matching('definition.id=jobPosition_department', (_, { id }) => id === 'jobPosition_department')).toBe(
      3,
    );
    await matching('definition.id=employee_email,employment_end,e_none', (_, { id }) => /_(email|end)$/.test(id));
    await matching('-definition.id=employee_email', (_, { id }) => id !== 'employee_email');
    await matching('definition.targetType=employment', (_, { targetType }) => targetType === 'employment');
    await matching('-definition.targetType=employment,employee', (_, { targetType }) => targetType === 'job-position');
    await matching('definition.schema.title=job-position.job-title', (_, { id }) => id === 'jobPosition_jobTitle');
    await matching('-definition.schema.title=job-position.job-title', (_, { id }) => id !== 'jobPosition_jobTitle');
    expect(await matching('definition.category=system', () => true)).toBe(count);
    expect(await matching('definition.isArchived=false', () => true)).toBe(count);
    expect(await matching('definition.category=extension', () => false)).toBe(0);
    expect(await matching('definition.isArchived=true', () => false)).toBe(0);
    expect(await matching('definition.schema.title=null', () => false)).toBe(0);
    await matching(
      'definition.targetType=employee&-definition.id=employee_email',
      (_, { id, targetType }) => targetType === 'employee' && id !== 'employee_email',
    );
  });

  test('by their employment and position, and by having none', async () => {
    const [first, second] = (await employmentsOf(scene.client, scene.ada)) as [Row, Row];
    const [position] = (await positionsOf(scene.client, scene.ada)) as [Row];
    const under = (member: string, id: string | null) => (row: Row) => ((row[member] as Row | null)?.id ?? null) === id;
    await matching(`employment.id=${first.id}`, under('employment', first.id));
    await matching(`employment.id=${first.id},${second.id}`, (row) => row.employment !== null);
    await matching('employment.id=null', under('employment', null));
    await matching(`jobPosition.id=${position.id}`, under('jobPosition', position.id));
    await matching('-jobPosition.id=null', (row) => row.jobPosition !== null);
    await matching(`-jobPosition.id=${position.id}`, (row) => !under('jobPosition', position.id)(row));
  });

  test('by their reference', async () => {
    const naming = (id: string) => (row: Row) => (row.value as { id?: string } | null)?.id === id;
    const named = [
      scene.company.department,
      scene.company.place,
      scene.company.template,
      scene.company.owner,
      scene.boss,
      scene.ada.portrait as Row,
    ];
    for (const { id } of named) await matching(`value.id=${id}`, naming(id));
    await matching(`value.id=${scene.company.department.id},${(scene.ada.portrait as Row).id}`, (row) =>
      [scene.company.department.id, (scene.ada.portrait as Row).id].some((id) => naming(id)(row)),
    );
    await matching('value.id=null', (row) => (row.value as { id?: string } | null)?.id === undefined);
    await matching('-value.id=null', (row) => (row.value as { id?: string } | null)?.id !== undefined);
    await matching('value.id=999999', () => false);
  });

  test('by the days on which they hold', async () => {
    const holds = (row: Row, from: string, to: string) => {
      const days = row.applicability as { start: string; end: string | null } | null;
      return days === null || (days.start <= to && (days.end === null || days.end >= from));
    };
    for (const day of [
      '2019-12-31',
      '2020-01-01',
      '2021-06-30',
      '2021-07-01',
      '2022-12-31',
      '2023-01-01',
      '2024-02-01',
      '9999-12-31',
    ]) {
      await matching(`applicability.asOf=${day}`, (row) => holds(row, day, day));
    }
    await matching('applicability.between=2021-06-30--2021-07-01', (row) => holds(row, '2021-06-30', '2021-07-01'));
    await matching('applicability.between=2023-01-01--..', (row) => holds(row, '2023-01-01', '9999-12-31'));
    await matching('applicability.between=..--2019-12-31', (row) => holds(row, '0001-01-01', '2019-12-31'));
  });

  test('by their ids, together with others', async () => {
    await matching(`id=${scene.ada.id}002,${scene.ada.id}003,x,5`, (row) =>
      [`${scene.ada.id}002`, `${scene.ada.id}003`].includes(row.id),
    );
    await matching(`-id=${scene.ada.id}002`, (row) => row.id !== `${scene.ada.id}002`);
  });
});

const orders = ['id', '-id', 'createdAt', '-lastUpdatedAt', 'lastUpdatedAt,-id', '-createdAt,lastUpdatedAt,id'];

test('both kinds of values have one order, on pages of any size, forwards and backwards', async () => {
  const { client: fresh, ...here } = await newCompany(service);
  const definition = await defined(fresh, singleValue(severalValues));
  const people = [await hired(fresh, here), await hired(fresh, here), await hired(fresh, here)];
  for (const person of [...people, ...people]) {
    service.advance(1000);
    await givenValue(fresh, person, definition, 'x');
    await changed(fresh, employees, person, { givenName: `Ada ${service.now().getTime()}` });
  }
  const { body } = await fresh.call('GET', `${valuesPath}?limit=1000&include=totalCount`);
  const all: Row[] = body.items;
  expect(all).toHaveLength(body.totalCount);
  expect(all).toHaveLength(3 * systemDefinitions.length + 6);
  for (const sort of oneIn(3, orders, 2)) {
    const order = idsOf(sortedRows(employeeAttributes, all, sort));
    const start = `${valuesPath}?sort=${sort}&include=links`;
    for (const limit of [7, 26, 1000]) {
      const pages = await pagesFrom(fresh, `${start}&limit=${limit}`, 'next');
      expect(idsOf(pages.flatMap(({ items }) => items)), sort).toEqual(order);
      const last = pages.at(-1)?.links.prev?.href;
      const back = last === undefined ? [] : await pagesFrom(fresh, last, 'prev');
      expect(idsOf(back.toReversed().flatMap(({ items }) => items)), sort).toEqual(
        order.slice(0, order.length - (last === undefined ? order.length : (pages.at(-1)?.items.length ?? 0))),
      );
    }
    const second = await fresh.call('GET', `${start}&limit=11&page=3`);
    expect(idsOf(second.body.items)).toEqual(order.slice(22, 33));
  }
});
