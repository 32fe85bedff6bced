import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { type Body, newcomer, pathOf, type Row } from '../../support/examples.ts';
import {
  changed,
  changeErrors,
  creationErrors,
  establishment,
  eventsSeen,
  found,
  legalEntity,
  removalStatus,
} from '../../support/organization/organization.ts';
import { confidential as full, hired, personalRecord, recordsPath } from '../../support/people/personal-records.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let account: Account;
let client: TestClient;
let employee: Row;

beforeAll(async () => {
  service = await sharedService();
  ({ account, client } = await newcomer(service));
  employee = await hired(client);
});

const read = async (resource: typeof employees | typeof employeePersonalRecords, { id }: Row): Promise<Row> =>
  (await client.call('GET', pathOf(resource, id))).body;

const birthDayOf = async (person: Row) => (await read(employees, person)).birthDay;

test('a record is read as it was created, every member present and in order', async () => {
  const person = await hired(client);
  const created = await client.call('POST', `${recordsPath}?include=links`, {
    body: { employee: { id: person.id }, ...full },
  });
  expect([created.status, created.body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^\d+$/),
      type: 'employee-personal-record',
      url: `${service.url}${recordsPath}/${created.body.id}`,
      employee: { id: person.id, type: 'employee', url: person.url },
      ...full,
      createdAt: expect.any(String),
      lastUpdatedAt: created.body.createdAt,
      links: {},
      embedded: null,
    },
  ]);
  const again = await read(employeePersonalRecords, created.body);
  expect(again).toEqual({ ...created.body, links: null });
  expect(Object.keys(again)).toEqual(Object.keys(created.body));
});

test('a record holds no more than its employee, and the defaults', async () => {
  const { title, legalGender, nationalitiesCountryCodes, ...rest } = await personalRecord(client, await hired(client));
  expect({ title, legalGender, nationalitiesCountryCodes }).toEqual({
    title: 'unknown',
    legalGender: 'unknown',
    nationalitiesCountryCodes: [],
  });
  const empty = { birthDate: null, insuranceNumber: null, bankAccount: null, phoneNumber: null, email: null };
  expect(rest).toMatchObject(empty);
  expect(await creationErrors(client, employeePersonalRecords, {})).toEqual(['employee']);
});

test('a hiring makes no record, and a second record for an employee is refused', async () => {
  const person = await hired(client);
  expect(await found(client, employeePersonalRecords, `employee.id=${person.id}`)).toEqual([]);
  const body = { employee: { id: person.id } };
  const answers = await Promise.all([1, 2, 3].map(() => client.call('POST', recordsPath, { body })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
  expect(await creationErrors(client, employeePersonalRecords, body)).toEqual(['employee']);
  expect(await found(client, employeePersonalRecords, `employee.id=${person.id}`)).toHaveLength(1);
});

test('an employee who does not exist is refused', async () => {
  expect(await creationErrors(client, employeePersonalRecords, { employee: { id: '999999' } })).toEqual(['employee']);
});

test('the employee of a record never changes', async () => {
  const record = await personalRecord(client, await hired(client));
  expect(await changeErrors(client, employeePersonalRecords, record, { employee: { id: employee.id } })).toEqual([
    'employee',
  ]);
});

test.each(['title', 'legalGender', 'nationalitiesCountryCodes'])('%s cannot be null', async (member) => {
  const body = { employee: { id: employee.id }, [member]: null };
  expect(await creationErrors(client, employeePersonalRecords, body)).toEqual([member]);
  const record = await personalRecord(client, await hired(client));
  expect(await changeErrors(client, employeePersonalRecords, record, { [member]: null })).toEqual([member]);
});

test('after a deletion a new record can be created for the employee', async () => {
  const person = await hired(client);
  const first = await personalRecord(client, person);
  expect(await removalStatus(client, employeePersonalRecords, first)).toBe(204);
  expect((await client.call('GET', pathOf(employeePersonalRecords, first.id))).status).toBe(404);
  expect((await personalRecord(client, person)).id).not.toBe(first.id);
});

describe('the birthday of an employee', () => {
  test('is the day and month of the birth date, and null without one', async () => {
    const person = await hired(client);
    expect(await birthDayOf(person)).toBeNull();
    const record = await personalRecord(client, person);
    expect(await birthDayOf(person)).toBeNull();
    await changed(client, employeePersonalRecords, record, { birthDate: '1988-02-29' });
    expect(await birthDayOf(person)).toEqual({ day: 29, month: 2 });
    await changed(client, employeePersonalRecords, record, { birthDate: null });
    expect(await birthDayOf(person)).toBeNull();
    await changed(client, employeePersonalRecords, record, { birthDate: '1988-12-01' });
    await removalStatus(client, employeePersonalRecords, record);
    expect(await birthDayOf(person)).toBeNull();
  });

  test('changes with an event of the employee, which a change of the year alone does not record', async () => {
    const person = await hired(client);
    const record = await personalRecord(client, person, { birthDate: '1990-07-04' });
    for (const birthDate of ['1991-07-04', '1991-07-05', '1991-08-05'])
      await changed(client, employeePersonalRecords, record, { birthDate });
    await changed(client, employeePersonalRecords, record, { email: 'a@b.example' });
    await removalStatus(client, employeePersonalRecords, record);
    const events = await eventsSeen(service, client, `&data.type=employee&data.id=${person.id}&topic=employee.updated`);
    expect(events.map(({ previousAttributes }) => previousAttributes)).toEqual(
      [null, { day: 4, month: 7 }, { day: 5, month: 7 }, { day: 5, month: 8 }].map((birthDay) => ({ birthDay })),
    );
    expect(events.at(-1)?.data.birthDay).toBeNull();
  });
});

test('events contain exactly the changed members, decrypted for callers with the scope', async () => {
  const record = await personalRecord(client, await hired(client), full);
  await changed(client, employeePersonalRecords, record, {
    ...full,
    title: 'mister',
    bankAccount: { bankName: null },
    phoneNumber: null,
  });
  await removalStatus(client, employeePersonalRecords, record);
  const events = await eventsSeen(service, client, `&data.type=${record.type}&data.id=${record.id}`);
  expect(events.map(({ topic }) => topic)).toEqual(
    ['created', 'updated', 'deleted'].map((verb) => `employee-personal-record.${verb}`),
  );
  expect(events[0]?.data).toMatchObject(full);
  const { title, bankAccount, phoneNumber } = full;
  expect(events[1]?.previousAttributes).toEqual({ title, bankAccount, phoneNumber });
  expect(events[2]?.data).toMatchObject({
    ...full,
    title: 'mister',
    bankAccount: { ...bankAccount, bankName: null },
    phoneNumber: null,
  });
});

test('a change that changes nothing records nothing', async () => {
  const record = await personalRecord(client, await hired(client), full);
  const { links: _, embedded: __, ...whole } = record;
  const again = await client.call('PATCH', pathOf(employeePersonalRecords, record.id), { body: whole });
  expect([again.status, again.body]).toEqual([200, record]);
  expect(await eventsSeen(service, client, `&data.type=${record.type}&data.id=${record.id}`)).toHaveLength(1);
});

describe('a list', () => {
  let own: TestClient;
  let ids: Record<'woman' | 'man' | 'nobody', string>;

  beforeAll(async () => {
    ({ client: own } = await newcomer(service));
    const make = async (members: Body) => (await personalRecord(own, await hired(own), members)).id;
    ids = {
      woman: await make({ legalGender: 'female', nationalitiesCountryCodes: ['SWE'] }),
      man: await make({ legalGender: 'male', nationalitiesCountryCodes: ['FRA'] }),
      nobody: await make({}),
    };
  });

  test.each([
    ['legalGender=female', ['woman']],
    ['legalGender=female,male', ['woman', 'man']],
    ['-legalGender=female', ['man', 'nobody']],
    ['-legalGender=female,unknown', ['man']],
    ['nationalitiesCountryCodes=SWE', ['woman']],
    ['nationalitiesCountryCodes=SWE,FRA', ['woman', 'man']],
    ['-nationalitiesCountryCodes=SWE', ['man', 'nobody']],
    ['nationalitiesCountryCodes=DEU', []],
    ['legalGender=male&nationalitiesCountryCodes=FRA', ['man']],
  ] as const)('by %s finds whom it names', async (query, names) => {
    expect(await found(own, employeePersonalRecords, query)).toEqual(names.map((name) => ids[name]));
  });

  test('is found by the changed values', async () => {
    const change = { legalGender: 'diverse', nationalitiesCountryCodes: [] };
    await changed(own, employeePersonalRecords, { id: ids.man }, change);
    expect(await found(own, employeePersonalRecords, 'legalGender=male')).toEqual([]);
    expect(await found(own, employeePersonalRecords, 'legalGender=diverse')).toEqual([ids.man]);
    expect(await found(own, employeePersonalRecords, 'nationalitiesCountryCodes=FRA')).toEqual([]);
  });

  test('shows open values on every page and next to embedded employees', async () => {
    const { body } = await own.call('GET', `${recordsPath}?limit=2&include=embedded,links`);
    expect(body.items.map((item: Row) => item.nationalitiesCountryCodes)).toContainEqual(['SWE']);
    expect(Object.keys(body.embedded.employee)).toHaveLength(2);
  });
});

test('a limited caller sees and makes records of employees in its establishments alone', async () => {
  const owner = await legalEntity(client);
  const [here, there] = [await establishment(client, owner), await establishment(client, owner)];
  const [mine, theirs] = [await hired(client, here), await hired(client, there)];
  const limited = await service.client(account, { establishments: [here.id] });
  const [own, hidden] = [await personalRecord(limited, mine), await personalRecord(client, theirs)];
  expect(await found(limited, employeePersonalRecords, '')).toEqual([own.id]);
  const path = pathOf(employeePersonalRecords, hidden.id);
  for (const [method, options] of [
    ['GET', {}],
    ['PATCH', { body: { title: 'miss' } }],
    ['DELETE', {}],
  ] as const) {
    expect((await limited.call(method, path, options)).status).toBe(404);
  }
  await removalStatus(client, employeePersonalRecords, hidden);
  expect(await creationErrors(limited, employeePersonalRecords, { employee: { id: theirs.id } })).toEqual(['employee']);
  const seen = await eventsSeen(service, limited, '&data.type=employee-personal-record');
  expect(seen.map(({ data }) => data.id)).toEqual([own.id]);
});
