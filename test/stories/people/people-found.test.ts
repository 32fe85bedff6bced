/** E-mail addresses and employee numbers: found by their beginning, and sorted by. */
import { employees } from '@muster/contract/resources/employees.ts';
import { beforeAll, expect, test } from 'vitest';
import { pathOf, type Row } from '../../support/examples.ts';
import { establishment } from '../../support/organization/organization.ts';
import { hired, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
let client: TestClient;
let limited: TestClient;
let ada: Row;
let bea: Row;
let cleo: Row;
let elsewhere: Row;

beforeAll(async () => {
  service = await sharedService();
  const where = await newCompany(service);
  ({ client } = where);
  const there = { ...where, place: await establishment(client, where.owner) };
  limited = await service.client(where.account, { establishments: [where.place.id] });
  const names = { givenName: 'Ada', familyName: 'Byron' };
  ada = await hired(client, where, { ...names, email: 'Ada.Lovelace@example.com', employeeNumber: '00731-A' });
  bea = await hired(client, where, {
    givenName: 'Béa',
    familyName: 'Zola',
    email: 'zola@acme.example',
    employeeNumber: null,
  });
  cleo = await hired(client, where, { givenName: 'cleo', familyName: 'Ada', email: null, employeeNumber: '1005' });
  elsewhere = await hired(client, there, {
    givenName: 'Dan',
    familyName: 'Moor',
    email: 'ada.other@example.com',
    employeeNumber: '00732',
  });
});

async function idsBy(query: string, by = client): Promise<string[]> {
  const { status, body, text } = await by.call('GET', `${pathOf(employees)}?include=totalCount&${query}`);
  expect(status, text).toBe(200);
  expect(body.totalCount).toBe(body.items.length);
  return body.items.map(({ id }: Row) => id);
}

const found = (search: string, by = client) => idsBy(`search=${encodeURIComponent(search)}`, by);

test.each<[string, () => Row[]]>([
  ['ada.love', () => [ada]],
  ['ADA.LOVELACE@EXAMPLE.COM', () => [ada]],
  [' ada.lovelace@ ', () => [ada]],
  ['ada', () => [ada, cleo, elsewhere]],
  ['0073', () => [ada, elsewhere]],
  ['00731-a', () => [ada]],
  ['1005', () => [cleo]],
  ['zola@acme', () => [bea]],
  // Only from the beginning of an address or a number.
  ['lovelace', () => []],
  ['example', () => []],
  ['731', () => []],
  ['005', () => []],
  ['%', () => []],
])('search=%s', async (search, people) => {
  expect(await found(search)).toEqual(people().map(({ id }) => id));
});

test('a limited client finds the people of its establishments only', async () => {
  expect(await found('0073', limited)).toEqual([ada.id]);
  expect(await found('ada.other', limited)).toEqual([]);
});

test('a changed address or number is found, and the former one no longer', async () => {
  const body = { email: 'byron@example.com', employeeNumber: null };
  expect((await client.call('PATCH', pathOf(employees, ada.id), { body })).status).toBe(200);
  expect([await found('ada.love'), await found('00731'), await found('byron@')]).toEqual([[], [], [ada.id]]);
  await client.call('PATCH', pathOf(employees, ada.id), {
    body: { email: 'Ada.Lovelace@example.com', employeeNumber: '00731-A' },
  });
});

test.each<[string, () => Row[]]>([
  ['givenName', () => [ada, bea, cleo, elsewhere]],
  ['-givenName', () => [elsewhere, cleo, bea, ada]],
  ['employeeNumber', () => [ada, elsewhere, cleo, bea]],
  ['-employeeNumber', () => [bea, cleo, elsewhere, ada]],
  ['email', () => [ada, elsewhere, bea, cleo]],
  ['-email', () => [cleo, bea, elsewhere, ada]],
])('sort=%s', async (sort, people) => {
  expect(await idsBy(`sort=${sort}`)).toEqual(people().map(({ id }) => id));
});
