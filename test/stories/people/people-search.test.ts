/** People are found by the beginnings of the words of their current names, only in their own account. */
import { beforeAll, expect, test } from 'vitest';
import { hired, newCompany } from '../../support/people/people.ts';
import { type SharedService, sharedService, type TestClient } from '../../support/service.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

async function found(client: TestClient, search: string): Promise<string[]> {
  const path = `/svc-api/employees?sort=id&include=totalCount&search=${encodeURIComponent(search)}`;
  const { status, body, text } = await client.call('GET', path);
  expect([status, text]).toEqual([200, text]);
  expect(body.totalCount).toBe(body.items.length);
  return body.items.map(({ id }: { id: string }) => id);
}

test('a person is found by a new name, and no longer by the one before', async () => {
  const { client, ...where } = await newCompany(service);
  const { id } = await hired(client, where, { givenName: 'Marie-Ève', familyName: 'Dupont' });
  expect(await found(client, 'eve dup')).toEqual([id]);
  await client.call('PATCH', `/svc-api/employees/${id}`, { body: { familyName: 'Lindqvist' } });
  expect(await found(client, 'dup')).toEqual([]);
  expect(await found(client, 'eve lind')).toEqual([id]);
  await client.call('PATCH', `/svc-api/employees/${id}`, { body: { givenName: 'Éva' } });
  expect(await found(client, 'marie')).toEqual([]);
  expect(await found(client, 'EVA')).toEqual([id]);
});

test('every given word must start one of the name, of whichever part, and one word may satisfy several', async () => {
  const { client, ...where } = await newCompany(service);
  const anna = await hired(client, where, { givenName: 'Anna Anna', familyName: 'Annaberg' });
  const anja = await hired(client, where, { givenName: 'Anja', familyName: 'Bergmann' });
  expect(await found(client, 'an')).toEqual([anna.id, anja.id]);
  expect(await found(client, 'ann anna annab')).toEqual([anna.id]);
  expect(await found(client, 'berg an')).toEqual([anja.id]);
  expect(await found(client, 'an an')).toEqual([anna.id, anja.id]);
  expect(await found(client, 'anna bergmann')).toEqual([]);
  expect(await found(client, 'nja')).toEqual([]);
});

test('the same name in another account is not found', async () => {
  const here = await newCompany(service);
  const there = await newCompany(service);
  const mine = await hired(here.client, here, { familyName: 'Ogilvy' });
  await hired(there.client, there, { familyName: 'Ogilvy' });
  expect(await found(here.client, 'ogil')).toEqual([mine.id]);
});

test('a page is the same however often it is read: in any script, without a value of its sort key, without rows', async () => {
  const { client, ...where } = await newCompany(service);
  const names = { givenName: '민준 🙂', familyName: 'Ångström' };
  const anna = await hired(client, where, { ...names, email: 'anna@example.com' });
  const nobody = await hired(client, where, { ...names, email: null });
  const expected = { 'sort=email': [anna.id, nobody.id], 'sort=-email': [nobody.id, anna.id], 'search=berg': [] };
  for (const [query, ids] of Object.entries(expected)) {
    for (let time = 0; time < 3; time += 1) {
      const { body } = await client.call('GET', `/svc-api/employees?include=links&${query}`);
      expect(body.items.map(({ id }: { id: string }) => id)).toEqual(ids);
      for (const item of body.items) expect(item).toMatchObject(names);
    }
  }
});
