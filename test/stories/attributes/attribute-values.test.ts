/** Values of custom attributes: creation, number of values, and the days on which they apply. */
import { employeeAttributeDefinitions } from '@muster/contract/resources/employee-attribute-definitions.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  defined,
  fieldErrorsIn,
  givenValue,
  patchValue,
  postValue,
  severalValues,
  valueBody,
  valueNow,
  valuesHeld,
  valuesPath,
} from '../../support/attributes/attribute-values.ts';
import { singleValue } from '../../support/attributes/definitions.ts';
import { type Body, newcomer, pathOf, type Row } from '../../support/examples.ts';
import { hired, newCompany } from '../../support/people/people.ts';
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

describe('a creation', () => {
  test('answers the value of one employee, with an id that ends in 000', async () => {
    const [ada, badge] = [await somebody(), await text()];
    const answer = await postValue(client, ada, badge, 'B-12');
    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^[1-9]\d*000$/),
        type: 'employee-attribute',
        definition: { id: badge.id, type: 'employee-attribute-definition', url: badge.url },
        employee: { id: ada.id, type: 'employee', url: ada.url },
        employment: null,
        jobPosition: null,
        applicability: null,
        value: 'B-12',
      },
    });
    expect(answer.headers.get('location')).toBe(`${service.url}${valuesPath}/${answer.body.id}`);
    expect(await valueNow(client, answer.body)).toEqual(answer.body);
  });

  test('may say that it belongs to no employment and no position, and to none', async () => {
    const [ada, badge] = [await somebody(), await text()];
    const nothing = { employment: null, jobPosition: null };
    const employment = { id: (ada.applicableEmployment as Row).id };
    expect(fieldErrorsIn(await postValue(client, ada, badge, 'x', { employment }))).toEqual(['employment']);
    expect(fieldErrorsIn(await postValue(client, ada, badge, 'x', { jobPosition: { id: '1' } }))).toEqual([
      'jobPosition',
    ]);
    expect((await postValue(client, ada, badge, 'x', nothing)).status).toBe(201);
  });

  test('of an unknown definition or employee is refused by its id, both at once', async () => {
    const [ada, badge] = [await somebody(), await text()];
    for (const id of ['e_nothing', 'x', '1', "e_' or 1=1", 'ä']) {
      expect(fieldErrorsIn(await postValue(client, ada, { id }, 'x'))).toEqual(['definition.id']);
    }
    for (const id of ['999999', 'x', '0', '-1']) {
      expect(fieldErrorsIn(await postValue(client, { id }, badge, 'x'))).toEqual(['employee.id']);
    }
    const both = fieldErrorsIn(await postValue(client, { id: '999999' }, { id: 'e_nothing' }, 'x'));
    expect(both.toSorted()).toEqual(['definition.id', 'employee.id']);
  });

  test('of another account is refused like an unknown one', async () => {
    const { client: other, ...elsewhere } = await newCompany(service);
    const [theirs, badge] = [await hired(other, elsewhere), await text()];
    expect(fieldErrorsIn(await postValue(other, theirs, badge, 'x'))).toEqual(['definition.id']);
    expect(fieldErrorsIn(await postValue(client, theirs, badge, 'x'))).toEqual(['employee.id']);
  });

  test('without a value is refused; a value that is null is one', async () => {
    const [ada, badge] = [await somebody(), await text()];
    const { value: _, ...body } = valueBody(ada, badge, null);
    expect(fieldErrorsIn(await client.call('POST', valuesPath, { body }))).toEqual(['value']);
    expect((await givenValue(client, ada, badge, null)).value).toBeNull();
  });

  test('of a system definition is forbidden, whatever the value', async () => {
    const ada = await somebody();
    for (const id of ['employee_givenName', 'employment_start', 'jobPosition_department']) {
      for (const value of ['Ada', null, 5]) {
        expect(await postValue(client, ada, { id }, value)).toMatchObject({
          status: 403,
          body: { detail: expect.stringContaining('read-only') },
        });
      }
    }
  });
});

describe('one value', () => {
  test('is all that a definition without several allows, whatever the days', async () => {
    const [ada, badge] = [await somebody(), await text()];
    const first = { applicability: { start: '2020-01-01', end: '2020-12-31' } };
    const later = { applicability: { start: '2024-01-01', end: null } };
    const held = await givenValue(client, ada, badge, 'one', first);
    expect(fieldErrorsIn(await postValue(client, ada, badge, 'two', later))).toEqual(['definition.id']);
    expect(await valuesHeld(client, ada, badge)).toEqual([held]);
    expect((await postValue(client, await somebody(), badge, 'two', later)).status).toBe(201);
    await client.call('DELETE', `${valuesPath}/${held.id}`);
    expect((await postValue(client, ada, badge, 'two', later)).status).toBe(201);
  });

  test('is created by exactly one of many concurrent requests', async () => {
    const [ada, badge] = [await somebody(), await text()];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => postValue(client, ada, badge, `${index}`)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 400)]);
    const refused = answers.filter(({ status }) => status === 400);
    expect(refused.map(fieldErrorsIn)).toEqual(refused.map(() => ['definition.id']));
    expect(await valuesHeld(client, ada, badge)).toHaveLength(1);
  });
});

describe('several values', () => {
  test('may be equal and hold on the same days', async () => {
    const [ada, skills] = [await somebody(), await text(severalValues)];
    const days = { applicability: { start: '2024-01-01', end: '2024-12-31' } };
    for (const value of ['welding', 'welding', null]) await givenValue(client, ada, skills, value, days);
    expect((await valuesHeld(client, ada, skills)).map(({ value }) => value)).toEqual(['welding', 'welding', null]);
  });

  test('are at most a hundred of one definition for one employee, also at the same time', async () => {
    const [ada, skills] = [await somebody(), await text(severalValues)];
    for (let made = 0; made < 96; made += 8) {
      await Promise.all(Array.from({ length: 8 }, (_, index) => givenValue(client, ada, skills, `${made + index}`)));
    }
    // Repeatedly, because the winner is random.
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => postValue(client, ada, skills, 'x')));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 400, 400, 400, 400]);
      expect(fieldErrorsIn(await postValue(client, ada, skills, 'x'))).toEqual(['definition.id']);
      const held = await valuesHeld(client, ada, skills);
      expect(held).toHaveLength(100);
      for (const { id } of held.slice(-4)) await client.call('DELETE', `${valuesPath}/${id}`);
    }
    await givenValue(client, await somebody(), skills, 'somebody else');
    await givenValue(client, ada, await text(severalValues), 'something else');
  });
});

describe('the days of a value', () => {
  const held = async (applicability: unknown) => {
    const answer = await postValue(client, await somebody(), await text(), 'x', { applicability });
    return answer.status === 201 ? answer.body.applicability : fieldErrorsIn(answer);
  };

  test('have both ends, either or none; none is null', async () => {
    expect(await held({ start: '2024-01-01', end: '2024-01-01' })).toEqual({ start: '2024-01-01', end: '2024-01-01' });
    expect(await held({ start: '2024-01-01' })).toEqual({ start: '2024-01-01', end: null });
    expect(await held({ end: '2024-01-01' })).toEqual({ start: null, end: '2024-01-01' });
    expect(await held({ start: null, end: null })).toBeNull();
    expect(await held({})).toBeNull();
    expect(await held(null)).toBeNull();
  });

  test('are refused when they end before they begin, or are none', async () => {
    expect(await held({ start: '2024-01-02', end: '2024-01-01' })).toEqual(['applicability.end']);
    expect(await held({ start: '2023-02-29' })).toEqual(['applicability.start']);
    expect(await held({ end: 'soon' })).toEqual(['applicability.end']);
    expect(await held({ until: '2024-01-01' })).toEqual(['applicability.until']);
    expect(await held('2024-01-01')).toEqual(['applicability']);
  });

  test('determine the values on a day, and on at least one day of a range', async () => {
    const [ada, grade] = [await somebody(), await text(severalValues)];
    const give = (value: string, start: string | null, end: string | null) =>
      givenValue(client, ada, grade, value, { applicability: { start, end } });
    await give('before', null, '2019-12-31');
    await give('then', '2020-01-01', '2020-12-31');
    await give('since', '2021-01-01', null);
    await give('always', null, null);
    const on = async (query: string) =>
      (await valuesHeld(client, ada, grade, `&applicability.${query}`)).map(({ value }) => value);
    expect(await on('asOf=2019-12-31')).toEqual(['before', 'always']);
    expect(await on('asOf=2020-01-01')).toEqual(['then', 'always']);
    expect(await on('asOf=2020-12-31')).toEqual(['then', 'always']);
    expect(await on('asOf=2021-01-01')).toEqual(['since', 'always']);
    expect(await on('asOf=0001-01-01')).toEqual(['before', 'always']);
    expect(await on('asOf=9999-12-31')).toEqual(['since', 'always']);
    expect(await on('between=2019-12-31--2020-01-01')).toEqual(['before', 'then', 'always']);
    expect(await on('between=2020-12-31--..')).toEqual(['then', 'since', 'always']);
    expect(await on('between=..--2020-01-01')).toEqual(['before', 'then', 'always']);
  });

  test('change without the value, each end by itself', async () => {
    const grade = await text();
    const row = await givenValue(client, await somebody(), grade, 'x', { applicability: { start: '2024-01-01' } });
    const days = async (applicability: unknown) =>
      (await patchValue(client, row, { applicability })).body.applicability;
    expect(await days({ end: '2024-12-31' })).toEqual({ start: '2024-01-01', end: '2024-12-31' });
    expect(await days({ start: null })).toEqual({ start: null, end: '2024-12-31' });
    expect(await days({ end: null })).toBeNull();
    expect(await days({ start: '2025-01-01' })).toEqual({ start: '2025-01-01', end: null });
    expect(fieldErrorsIn(await patchValue(client, row, { applicability: { end: '2024-12-31' } }))).toEqual([
      'applicability.end',
    ]);
    expect(await days(null)).toBeNull();
    expect(await valueNow(client, row)).toMatchObject({ applicability: null, value: 'x' });
  });
});

test('a value that is gone is gone for every request', async () => {
  const row = await givenValue(client, await somebody(), await text(), 'x');
  const path = `${valuesPath}/${row.id}`;
  expect((await client.call('DELETE', path)).status).toBe(204);
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    expect((await client.call(method, path, method === 'PATCH' ? { body: {} } : {})).status).toBe(404);
  }
});

test('values of another account do not exist', async () => {
  const row = await givenValue(client, await somebody(), await text(), 'x');
  const { client: stranger } = await newcomer(service);
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const answer = await stranger.call(method, `${valuesPath}/${row.id}`, method === 'PATCH' ? { body: {} } : {});
    expect(answer.status).toBe(404);
  }
  expect(
    (await stranger.call('GET', `${pathOf(employeeAttributeDefinitions, (row.definition as Row).id)}`)).status,
  ).toBe(404);
});
