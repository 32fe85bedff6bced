/** Client applications, managed in the console. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { unique } from '../support/examples.ts';
import { establishment, legalEntity } from '../support/organization/organization.ts';
import type { TestPerson } from '../support/people/person.ts';
import { apiHeaders, type TestClient, type TestService, testService, tokenFor } from '../support/service.ts';
import { createEndpoint } from '../support/webhooks/webhooks.ts';

const applications = '/admin-api/client-applications';
let service: TestService;
let account: Account;
let owner: TestPerson;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
  owner = await service.person(account);
  client = await service.client(account);
});
afterAll(() => service.stop());

async function declare(members: object = {}) {
  const body = {
    name: `Application ${unique()}`,
    technicalContact: 'it@example.com',
    scopes: ['departments.readwrite'],
    ...members,
  };
  const created = await owner.call('POST', applications, { body });
  expect([created.status, created.text]).toEqual([201, created.text]);
  return created.body;
}

const statusWith = async (token: string, path = '/svc-api/departments'): Promise<number> =>
  (await fetch(service.url + path, { headers: apiHeaders(token) })).status;

const tokenStatus = async (clientId: string, clientSecret: string): Promise<number> => {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  return (await fetch(`${service.url}/connect/token`, { method: 'POST', body })).status;
};

describe('a client application', () => {
  test('is declared, its secret is shown once and never again, and opens what was granted', async () => {
    const { clientSecret, ...shown } = await declare({ scopes: ['events.readonly', 'departments.readonly'] });
    expect(clientSecret).toMatch(/^mst_cs_[\w-]{43}$/);
    // In the order of the contract.
    expect(shown.scopes).toEqual(['departments.readonly', 'events.readonly']);
    expect(shown).toMatchObject({ businessEstablishments: null, isDisabled: false, previousSecretExpiresAt: null });
    expect((await owner.call('GET', `${applications}/${shown.id}`)).body).toEqual(shown);
    for (const path of [applications, `${applications}/${shown.id}/secrets`, '/admin-api/audit-entries?limit=1000']) {
      expect((await owner.call('GET', path)).text).not.toContain(clientSecret);
    }
    const [row] = await service.database.query<{ text: string }>(
      `select json_agg(secret)::text || json_agg(application)::text as text
       from client_application_secrets as secret join client_applications as application on true`,
    );
    expect(row?.text).not.toContain(clientSecret);
    const token = await tokenFor(service.url, { clientId: shown.clientId, clientSecret });
    expect([await statusWith(token), await statusWith(token, '/svc-api/employees')]).toEqual([200, 403]);
  });

  test('does not list the one through which people act', async () => {
    const { body } = await owner.call('GET', `${applications}?limit=1000`);
    expect(body.items.map(({ name }: { name: string }) => name)).not.toContain('Muster console');
    const [builtIn] = await service.database.query<{ id: string }>(
      'select id from client_applications where account_id = $1 and is_built_in',
      [account.id],
    );
    for (const [method, path] of [
      ['GET', `${applications}/${builtIn?.id}`],
      ['DELETE', `${applications}/${builtIn?.id}`],
      ['GET', `${applications}/${builtIn?.id}/secrets`],
    ] as const) {
      expect((await owner.call(method, path)).status).toBe(404);
    }
    // The application of the console does not reserve its name.
    await declare({ name: 'Muster console' });
  });

  test('loses what is withdrawn within a second, and works again when it is enabled', async () => {
    const { id, clientId, clientSecret } = await declare();
    const token = await tokenFor(service.url, { clientId, clientSecret });
    const change = async (body: object) => {
      expect((await owner.call('PATCH', `${applications}/${id}`, { body })).status).toBe(200);
      service.advance(1000);
      return statusWith(token);
    };
    expect(await change({ scopes: ['employees.readonly'] })).toBe(403);
    expect(await change({ scopes: ['departments.readonly'] })).toBe(403);
    expect(await change({ scopes: ['departments.readwrite'] })).toBe(200);
    expect(await change({ isDisabled: true })).toBe(401);
    expect(await tokenStatus(clientId, clientSecret)).toBe(401);
    expect(await change({ isDisabled: false })).toBe(200);
    expect((await owner.call('DELETE', `${applications}/${id}`)).status).toBe(204);
    service.advance(1000);
    expect(await statusWith(token)).toBe(401);
    expect((await owner.call('GET', `${applications}/${id}`)).status).toBe(404);
  });

  test('sees the establishments it is given, which must exist and are kept from being deleted', async () => {
    const place = await establishment(client, await legalEntity(client));
    const { id, businessEstablishments } = await declare({ businessEstablishments: [{ id: place.id }] });
    expect(businessEstablishments).toMatchObject([{ id: place.id, type: 'business-establishment' }]);
    expect((await client.call('DELETE', `/svc-api/business-establishments/${place.id}`)).status).toBe(400);
    const found = async (query: string) =>
      (await owner.call('GET', `${applications}?limit=1000&${query}`)).body.items.map((one: { id: string }) => one.id);
    expect(await found(`businessEstablishments.id=${place.id}&scopes=departments.readwrite`)).toContain(id);
    expect(await found('businessEstablishments.id=404404')).not.toContain(id);
    const missing = await owner.call('PATCH', `${applications}/${id}`, {
      body: { businessEstablishments: [{ id: place.id }, { id: '404' }] },
    });
    expect([missing.status, Object.keys(missing.body.errors)]).toEqual([400, ['businessEstablishments.1']]);
  });

  test.each([
    ['name', { name: ' ' }],
    ['name', { name: 'a\u0007b' }],
    ['name', { name: 'x'.repeat(256) }],
    ['technicalContact', { technicalContact: 'nobody' }],
    ['technicalContact', { technicalContact: null }],
    ['scopes', { scopes: [] }],
    ['scopes.0', { scopes: ['everything'] }],
    ['scopes.0', { scopes: ['client-applications.readwrite'] }],
    ['scopes', { scopes: ['events.readonly', 'events.readonly'] }],
    ['businessEstablishments', { businessEstablishments: [] }],
    ['clientId', { clientId: 'app-mine' }],
    ['clientSecret', { clientSecret: 'mine' }],
    ['isDisabled', { isDisabled: true }],
  ])('is refused for %s, and then is not there', async (member, members) => {
    const before = (await owner.call('GET', `${applications}?include=totalCount&limit=1`)).body.totalCount;
    const body = { name: unique(), technicalContact: 'it@example.com', scopes: ['events.readonly'], ...members };
    const refused = await owner.call('POST', applications, { body });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [member]]);
    expect((await owner.call('GET', `${applications}?include=totalCount&limit=1`)).body.totalCount).toBe(before);
  });

  test('bears a name of its own, whatever the case', async () => {
    await declare({ name: 'Payroll' });
    const body = { name: ' PAYROLL ', technicalContact: 'it@example.com', scopes: ['events.readonly'] };
    const refused = await owner.call('POST', applications, { body });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['name']]);
  });

  test('is made once under an idempotency key, and its secret is shown again to who repeats the request', async () => {
    const body = { name: unique(), technicalContact: 'it@example.com', scopes: ['events.readonly'] };
    const headers = { 'idempotency-key': unique() };
    const first = await owner.call('POST', applications, { body, headers });
    const again = await owner.call('POST', applications, { body, headers });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test('is not deleted while it has webhook endpoints', async () => {
    const used = await service.client(account);
    await createEndpoint(used, 'https://receiver.example.com/');
    const { body } = await owner.call('GET', `${applications}?clientId=${used.credentials.clientId}`);
    const refused = await owner.call('DELETE', `${applications}/${body.items[0].id}`);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['id']]);
  });
});

describe('its secret', () => {
  test('is replaced without a pause; at most two work, and the older can be ended early', async () => {
    const { id, clientId, clientSecret: first } = await declare();
    const path = `${applications}/${id}/secrets`;
    const replaced = async (body: object) => (await owner.call('POST', path, { body })).body.clientSecret;
    const second = await replaced({ overlapHours: 168 });
    expect([await tokenStatus(clientId, first), await tokenStatus(clientId, second)]).toEqual([200, 200]);
    const third = await replaced({});
    const statuses = () => Promise.all([first, second, third].map((secret) => tokenStatus(clientId, secret)));
    service.advance(1000);
    expect(await statuses()).toEqual([401, 200, 200]);
    const application = (await owner.call('GET', `${applications}/${id}`)).body;
    const { items } = (await owner.call('GET', path)).body;
    expect(items).toMatchObject([
      { hint: second.slice(-4), expiresAt: application.previousSecretExpiresAt },
      { hint: third.slice(-4), expiresAt: null, createdAt: application.secretCreatedAt },
    ]);
    const overlapMs = Date.parse(items[0].expiresAt) - Date.parse(items[1].createdAt);
    expect(overlapMs).toBe(24 * 3_600_000);
    expect((await owner.call('DELETE', `${path}/${items[0].id}`)).status).toBe(204);
    service.advance(1000);
    expect(await statuses()).toEqual([401, 401, 200]);
    const only = await owner.call('DELETE', `${path}/${items[1].id}`);
    expect([only.status, Object.keys(only.body.errors)]).toEqual([400, ['id']]);
  });

  test('ends at once without an overlap, and by itself when the overlap has passed', async () => {
    const { id, clientId, clientSecret: first } = await declare();
    const path = `${applications}/${id}/secrets`;
    const second = (await owner.call('POST', path, { body: { overlapHours: 0 } })).body.clientSecret;
    service.advance(1000);
    expect([await tokenStatus(clientId, first), await tokenStatus(clientId, second)]).toEqual([401, 200]);
    const third = (await owner.call('POST', path, { body: { overlapHours: 1 } })).body.clientSecret;
    service.advance(3_601_000);
    expect([await tokenStatus(clientId, second), await tokenStatus(clientId, third)]).toEqual([401, 200]);
    await service.housekeeping.clean();
    expect((await owner.call('GET', path)).body.items).toMatchObject([{ hint: third.slice(-4), expiresAt: null }]);
    expect((await owner.call('GET', `${applications}/${id}`)).body.previousSecretExpiresAt).toBeNull();
    service.advance(-3_601_000);
  });

  test('stays one of two when many are made at once', async () => {
    const { id } = await declare();
    const path = `${applications}/${id}/secrets`;
    await Promise.all([1, 2, 3, 4].map(() => owner.call('POST', path, { body: { overlapHours: 1 } })));
    const { items } = (await owner.call('GET', path)).body;
    expect(items.map(({ expiresAt }: { expiresAt: string | null }) => expiresAt === null)).toEqual([false, true]);
  });

  test.each([[-1], [169], [1.5], ['2'], [null]])('is not replaced with an overlap of %j', async (overlapHours) => {
    const { id } = await declare();
    const refused = await owner.call('POST', `${applications}/${id}/secrets`, { body: { overlapHours } });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['overlapHours']]);
    expect((await owner.call('GET', `${applications}/${id}/secrets`)).body.items.length).toBe(1);
  });
});
