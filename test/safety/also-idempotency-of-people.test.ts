/** An Idempotency-Key belongs to one person: nobody gets the response of another person's creation. */
import { beforeAll, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import type { TestPerson } from '../support/people/person.ts';
import { type SharedService, sharedService } from '../support/service.ts';

let service: SharedService;
let account: Account;
let ada: TestPerson;
let ben: TestPerson;

beforeAll(async () => {
  service = await sharedService();
  account = await service.openAccount('acme');
  ada = await service.person(account);
  ben = await service.person(account);
});

const headers = { 'idempotency-key': 'the-same-key' };
const application = { name: 'Payroll', technicalContact: 'it@example.com', scopes: ['employees.readonly'] };

test('a person never gets the answer to the request of another person, nor its secret', async () => {
  const path = '/admin-api/client-applications';
  const first = await ada.call('POST', path, { body: application, headers });
  expect(first.status, first.text).toBe(201);
  expect(first.body.clientSecret).toMatch(/^mst_/);
  const other = await ben.call('POST', path, { body: application, headers });
  expect(other.status).toBe(400);
  expect(Object.keys(other.body.errors)).toEqual(['name']);
  expect(other.text).not.toContain(first.body.clientSecret);
  const again = await ada.call('POST', path, { body: application, headers });
  expect([again.status, again.body.clientSecret]).toEqual([201, first.body.clientSecret]);
});

test('two persons may use one key for different requests', async () => {
  const of = (person: TestPerson, name: string) =>
    person.call('POST', '/svc-api/taxonomies', { body: { name }, headers: { 'idempotency-key': 'shared' } });
  const [skills, languages] = [await of(ada, 'Skills'), await of(ben, 'Languages')];
  expect([skills.status, languages.status]).toEqual([201, 201]);
  expect((await of(ada, 'Skills')).body.id).toBe(skills.body.id);
  expect((await of(ben, 'Languages')).body.id).toBe(languages.body.id);
  expect((await of(ben, 'Skills')).status).toBe(400);
});

test('a key follows the person to their next session', async () => {
  const body = { name: 'Licences' };
  const made = await ada.call('POST', '/svc-api/taxonomies', { body, headers: { 'idempotency-key': 'next' } });
  const next = await ada.call('POST', '/admin-api/session', {
    body: { account: account.name, email: ada.email, password: ada.password },
  });
  expect(next.status).toBe(200);
  const again = await ada.call('POST', '/svc-api/taxonomies', { body, headers: { 'idempotency-key': 'next' } });
  expect([again.status, again.body.id]).toEqual([201, made.body.id]);
});
