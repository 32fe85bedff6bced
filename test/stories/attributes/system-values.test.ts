/** Members of people, employments and positions as values: content, changes, and who may write them. */
import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import { systemDefinitions } from '@muster/contract/system-definitions.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { valueNow, valuesPath } from '../../support/attributes/attribute-values.ts';
import {
  everythingExpected,
  idOf,
  listed,
  ofTarget,
  type Scene,
  sceneIn,
} from '../../support/attributes/system-values.ts';
import { pathOf, type Row } from '../../support/examples.ts';
import { download } from '../../support/files/files.ts';
import { changed, eventsSeen } from '../../support/organization/organization.ts';
import { hired, newCompany, rehired } from '../../support/people/people.ts';
import { type SharedService, sharedService } from '../../support/service.ts';

let service: SharedService;
let scene: Scene;

beforeAll(async () => {
  service = await sharedService();
  scene = await sceneIn(service);
});

describe('a member', () => {
  test('is read as a value exactly as on its own resource, in lists and by its id', async () => {
    const values = await everythingExpected(scene);
    expect(values).toHaveLength(
      ofTarget('employee').length + 2 * ofTarget('employment').length + 3 * ofTarget('job-position').length,
    );
    // Most are set, otherwise the comparison would prove little.
    expect(values.filter(({ value }) => value === null).length).toBeLessThan(values.length / 2);
    expect(await listed(scene, `employee.id=${scene.ada.id}`)).toEqual(values);
    for (const value of values) expect(await valueNow(scene.client, value)).toEqual(value);
  });

  test('changes as a value the moment it changes, with a new version', async () => {
    const grace = await hired(scene.client, scene.company);
    const path = `${valuesPath}/${grace.id}002`;
    const before = await scene.client.call('GET', path);
    const after = await changed(scene.client, employees, grace, { givenName: 'Grace' });
    const now = await scene.client.call('GET', path);
    expect([before.body.value, now.body.value]).toEqual([grace.givenName, 'Grace']);
    expect(now.body.lastUpdatedAt).toBe(after.lastUpdatedAt);
    expect(now.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const held = { 'if-none-match': String(now.headers.get('etag')) };
    expect((await scene.client.call('GET', path, { headers: held })).status).toBe(304);
  });

  test('goes with its row', async () => {
    const grace = await hired(scene.client, scene.company);
    const employment = await rehired(scene.client, scene.company, grace, {
      start: { date: '2020-01-01' },
      end: { date: '2020-02-01' },
    });
    expect((await scene.client.call('GET', `${valuesPath}/${employment.id}023`)).body.value).toEqual({
      date: '2020-01-01',
    });
    await scene.client.call('DELETE', pathOf(employments, employment.id));
    expect((await scene.client.call('GET', `${valuesPath}/${employment.id}023`)).status).toBe(404);
    expect(await listed(scene, `employment.id=${employment.id}`)).toEqual([]);
  });

  test('cannot be changed or deleted here, whatever the body, and stays', async () => {
    for (const definition of systemDefinitions.filter(({ targetType }) => targetType === 'employee')) {
      const path = `${valuesPath}/${idOf(scene.ada, definition)}`;
      const before = (await scene.client.call('GET', path)).text;
      for (const body of [{ value: 'x' }, {}, { nothing: 1 }, 'no JSON']) {
        expect((await scene.client.call('PATCH', path, { body })).status).toBe(403);
      }
      expect((await scene.client.call('DELETE', path)).status).toBe(403);
      expect((await scene.client.call('GET', path)).text).toBe(before);
    }
  });

  test('is needed for an id to name a value', async () => {
    for (const id of [
      '999999002',
      `${scene.ada.id}000`,
      `${scene.ada.id}009`,
      `${scene.ada.id}999`,
      '2',
      '002',
      '1.5',
      'x',
      '9'.repeat(30),
    ]) {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const answer = await scene.client.call(method, `${valuesPath}/${id}`, method === 'PATCH' ? { body: {} } : {});
        expect([id, method, answer.status]).toEqual([id, method, 404]);
      }
    }
  });

  test('records no event as a value', async () => {
    await changed(scene.client, employees, scene.ada, { familyName: 'Lovelace' });
    scene.ada = (await scene.client.call('GET', pathOf(employees, scene.ada.id))).body;
    expect(
      (await eventsSeen(service, scene.client)).filter(({ topic }) => topic.startsWith('employee-attribute.')),
    ).toEqual([]);
  });
});

test('pictures and documents have links, and nothing else has', async () => {
  const { body } = await scene.client.call('GET', `${valuesPath}?employee.id=${scene.ada.id}&limit=1000&include=links`);
  const linked = body.items.filter(({ links }: Row) => Object.keys(links as object).length > 0);
  const names = new Set(linked.map(({ definition }: Row) => (definition as Row).id));
  expect([...names].toSorted()).toEqual(['employee_portrait', 'employment_document', 'jobPosition_document']);
  for (const { links, value } of linked) {
    expect(Object.keys(links)).toEqual(['value']);
    if (value === null) expect(links.value).toBeNull();
    else expect((await download(scene.client, links.value.href)).status).toBe(200);
  }
  expect(linked.filter(({ value }: Row) => value !== null)).toHaveLength(3);
});

test('the scope of values alone is enough', async () => {
  const { account, client: all, ...here } = await newCompany(service);
  const person = await hired(all, here);
  const reader = await service.client(account, { scopes: ['employee-attributes.readonly'] });
  const { body } = await reader.call('GET', `${valuesPath}?employee.id=${person.id}&include=embedded`);
  expect(body.items).toHaveLength(systemDefinitions.length);
  expect(body.embedded).toEqual({ 'employee-attribute-definition': {}, 'taxonomy-label': {} });
  expect((await reader.call('GET', pathOf(jobPositions))).status).toBe(403);
});
