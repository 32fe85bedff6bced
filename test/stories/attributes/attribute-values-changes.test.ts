/** Changes of values: what they replace, what they keep, and their events. */

import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  defined,
  fieldErrorsIn,
  givenValue,
  patchValue,
  valueNow,
  valuesPath,
} from '../../support/attributes/attribute-values.ts';
import { objectValue, singleValue } from '../../support/attributes/definitions.ts';
import type { Body, Row } from '../../support/examples.ts';
import { eventsSeen } from '../../support/organization/organization.ts';
import { at, hired, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let company: Awaited<ReturnType<typeof newCompany>>;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  company = await newCompany(service);
  client = company.client;
});

const somebody = (): Promise<Row> => hired(client, company);
const text = (members: Body = {}): Promise<Row> => defined(client, singleValue(members));
const training = (members: Body = {}): Promise<Row> =>
  defined(client, objectValue({ title: 'short-text', passedOn: 'legacy-date', by: 'employee-reference' }, members));

describe('a change', () => {
  test('replaces a single value, and null keeps the row', async () => {
    const row = await givenValue(client, await somebody(), await text(), 'one');
    expect((await patchValue(client, row, { value: 'two' })).body).toMatchObject({ id: row.id, value: 'two' });
    expect((await patchValue(client, row, { value: null })).body).toMatchObject({ id: row.id, value: null });
    expect(await valueNow(client, row)).toMatchObject({ value: null });
  });

  test('merges an object member by member, and replaces references', async () => {
    const [ada, bob] = [await somebody(), await somebody()];
    const row = await givenValue(client, ada, await training(), { title: 'Ladders', by: at(bob) });
    const value = async (part: unknown) => (await patchValue(client, row, { value: part })).body.value;
    expect(await value({ passedOn: '2025-04-11' })).toMatchObject({ title: 'Ladders', passedOn: '2025-04-11' });
    expect(await value({ title: null })).toMatchObject({ title: null, passedOn: '2025-04-11', by: { id: bob.id } });
    expect(await value({ by: at(ada) })).toMatchObject({ by: { id: ada.id, type: 'employee', url: ada.url } });
    expect(await value({ by: null })).toEqual({ title: null, passedOn: '2025-04-11', by: null });
  });

  test('that changes nothing answers the same version and records nothing', async () => {
    const { client: fresh, ...here } = await newCompany(service);
    const ada = await hired(fresh, here);
    const course = await defined(fresh, objectValue({ title: 'short-text', by: 'employee-reference' }));
    const members = { applicability: { start: '2024-01-01', end: null } };
    const row = await givenValue(fresh, ada, course, { title: 'x', by: at(ada) }, members);
    const path = `${valuesPath}/${row.id}`;
    const etag = (await fresh.call('GET', path)).headers.get('etag');
    for (const body of [{}, row, { value: {} }, { value: row.value }, { value: { by: at(ada) } }, members]) {
      const answer = await fresh.call('PATCH', path, { body });
      expect([answer.status, answer.headers.get('etag'), answer.body]).toEqual([200, etag, row]);
    }
    const topics = (await eventsSeen(service, fresh)).map(({ topic }) => topic);
    expect(topics.filter((topic) => topic.startsWith('employee-attribute.'))).toEqual(['employee-attribute.created']);
  });

  test('of the employee or the definition is refused', async () => {
    const row = await givenValue(client, await somebody(), await text(), 'x');
    const [employee, definition] = [at(await somebody()), at(await text())];
    expect(fieldErrorsIn(await patchValue(client, row, { employee }))).toEqual(['employee']);
    expect(fieldErrorsIn(await patchValue(client, row, { definition }))).toEqual(['definition']);
    expect(fieldErrorsIn(await patchValue(client, row, { employee, definition, value: 5 }))).toHaveLength(3);
    expect(await valueNow(client, row)).toEqual(row);
  });

  test('made by many at the same time loses none of them', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const parts = await defined(client, objectValue(Object.fromEntries(names.map((name) => [name, 'short-text']))));
    const row = await givenValue(client, await somebody(), parts, {});
    const answers = await Promise.all(names.map((name) => patchValue(client, row, { value: { [name]: name } })));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect((await valueNow(client, row)).value).toEqual(Object.fromEntries(names.map((name) => [name, name])));
  });

  test('of a version that is not the current one is refused', async () => {
    const row = await givenValue(client, await somebody(), await text(), 'x');
    const stale = { 'if-match': 'W/"0"' };
    expect((await patchValue(client, row, { value: 'y' }, stale)).status).toBe(412);
    const removal = await client.call('DELETE', `${valuesPath}/${row.id}`, { headers: stale });
    expect(removal.status).toBe(412);
    expect(await valueNow(client, row)).toEqual(row);
  });
});

describe('events', () => {
  const eventsOfValues = async (reader: TestClient) =>
    (await eventsSeen(service, reader)).filter(({ data }) => data.type === employeeAttributes.type);

  test('are recorded for creation, change and removal, with the establishment of the employee', async () => {
    const { client: fresh, ...here } = await newCompany(service);
    const ada = await hired(fresh, here);
    const course = await defined(fresh, objectValue({ title: 'short-text', by: 'employee-reference' }));
    const row = await givenValue(fresh, ada, course, { title: 'Ladders', by: at(ada) });
    await patchValue(fresh, row, { value: { title: null } });
    await patchValue(fresh, row, { applicability: { start: '2024-01-01' } });
    await patchValue(fresh, row, { applicability: null, value: { by: null } });
    await fresh.call('DELETE', `${valuesPath}/${row.id}`);
    const events = await eventsOfValues(fresh);
    const reference = { id: ada.id, type: 'employee', url: ada.url };
    expect(events.map(({ topic, previousAttributes = null }) => [topic, previousAttributes])).toEqual([
      ['employee-attribute.created', null],
      ['employee-attribute.updated', { value: { title: 'Ladders', by: reference } }],
      ['employee-attribute.updated', { applicability: null }],
      [
        'employee-attribute.updated',
        { applicability: { start: '2024-01-01', end: null }, value: { title: null, by: reference } },
      ],
      ['employee-attribute.deleted', null],
    ]);
    expect(events.map(({ businessEstablishment }) => businessEstablishment?.id)).toEqual(
      events.map(() => here.place.id),
    );
    expect(events.at(-1)?.data).toMatchObject({ id: row.id, value: { title: null, by: null } });
  });

  test('are not recorded for members of people, which have events of their own', async () => {
    const { client: fresh, ...here } = await newCompany(service);
    const ada = await hired(fresh, here);
    await fresh.call('PATCH', `/svc-api/employees/${ada.id}`, { body: { givenName: 'Grace' } });
    expect(await eventsOfValues(fresh)).toEqual([]);
  });
});
