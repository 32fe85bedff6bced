/** Keys of the legacy API, managed in the console. */
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import { establishment, legalEntity } from '../support/organization/organization.ts';
import type { TestPerson } from '../support/people/person.ts';
import { type Reply, type SharedService, sharedService, type TestClient } from '../support/service.ts';

const keys = '/admin-api/api-keys';
let service: SharedService;
let account: Account;
let owner: TestPerson;
let client: TestClient;

beforeAll(async () => {
  service = await sharedService();
  account = await service.openAccount('acme');
  owner = await service.person(account);
  client = await service.client(account);
});

let made = 0;
async function create(members: object = {}) {
  made += 1;
  const { status, body, text } = await owner.call('POST', keys, { body: { name: `Key ${made}`, ...members } });
  expect([status, text]).toEqual([201, text]);
  return body;
}

const legacy = (key: string, path = '/api/v3/users'): Promise<Reply> =>
  client.call('GET', path, { headers: { authorization: `svc application=${key}` } });

describe('an API key', () => {
  test('is made with a role without rights, and shown once', async () => {
    const { apiKey, ...shown } = await create({ name: 'Planning board' });
    expect(apiKey).toMatch(/^[\da-f-]{36}$/);
    expect(shown).toMatchObject({
      name: 'Planning board',
      roleName: 'Planning board',
      technicalContact: null,
      readsLeaves: false,
      readsUsers: false,
      leavesBusinessEstablishments: null,
      seesPersonalData: false,
    });
    expect((await owner.call('GET', `${keys}/${shown.id}`)).body).toEqual(shown);
    expect((await owner.call('GET', `${keys}?include=links`)).text).not.toContain(apiKey);
    expect((await legacy(apiKey)).status).toBe(403);
    expect((await legacy('00000000-0000-4000-8000-000000000000')).status).toBe(401);
  });

  test('allows what its role allows, within a second of a change', async () => {
    const { apiKey, id } = await create({ readsUsers: true });
    expect((await legacy(apiKey)).status).toBe(200);
    const place = await establishment(client, await legalEntity(client));
    const changed = await owner.call('PATCH', `${keys}/${id}`, {
      body: { readsUsers: false, readsLeaves: true, leavesBusinessEstablishments: [{ id: place.id }], roleName: 'R' },
    });
    expect(changed.body).toMatchObject({ roleName: 'R', leavesBusinessEstablishments: [{ id: place.id }] });
    await delay(1000);
    expect((await legacy(apiKey)).status).toBe(403);
    expect((await legacy(apiKey, '/api/v3/leaves')).status).toBe(200);
  });

  test('is refused with every mistake at once', async () => {
    const body = {
      name: ' ',
      technicalContact: 'nobody',
      readsLeaves: 'yes',
      usersBusinessEstablishments: [],
      color: 'red',
    };
    const refused = await owner.call('POST', keys, { body });
    expect([refused.status, Object.keys(refused.body.errors).toSorted()]).toEqual([400, Object.keys(body).toSorted()]);
    const unknown = await owner.call('POST', keys, {
      body: { name: 'Lost', usersBusinessEstablishments: [{ id: '404' }] },
    });
    expect(Object.keys(unknown.body.errors)).toEqual(['usersBusinessEstablishments.0']);
    await create({ name: 'Taken' });
    expect(Object.keys((await owner.call('POST', keys, { body: { name: ' TAKEN ' } })).body.errors)).toEqual(['name']);
  });

  test('is replaced without a pause: both work for the overlap, and the older can be ended early', async () => {
    const { apiKey: first, id } = await create({ readsUsers: true });
    const replace = async (overlapHours?: number) =>
      owner.call('POST', `${keys}/${id}/secrets`, { body: overlapHours === undefined ? {} : { overlapHours } });
    const { apiKey: second } = (await replace(2)).body;
    expect([(await legacy(first)).status, (await legacy(second)).status]).toEqual([200, 200]);
    const { body } = await owner.call('GET', `${keys}/${id}/secrets`);
    expect(body.items).toMatchObject([{ hint: first.slice(-4) }, { hint: second.slice(-4), expiresAt: null }]);
    const { apiKey: third } = (await replace()).body;
    await delay(1000);
    expect([(await legacy(first)).status, (await legacy(second)).status, (await legacy(third)).status]).toEqual([
      401, 200, 200,
    ]);
    const [older, newest] = (await owner.call('GET', `${keys}/${id}/secrets`)).body.items;
    expect((await owner.call('DELETE', `${keys}/${id}/secrets/${older.id}`)).status).toBe(204);
    await delay(1000);
    expect([(await legacy(second)).status, (await legacy(third)).status]).toEqual([401, 200]);
    expect((await owner.call('GET', `${keys}/${id}`)).body.previousSecretExpiresAt).toBeNull();
    const only = await owner.call('DELETE', `${keys}/${id}/secrets/${newest.id}`);
    expect([only.status, Object.keys(only.body.errors)]).toEqual([400, ['id']]);
    for (const overlapHours of [-1, 169, 1.5, '2']) expect((await replace(overlapHours as number)).status).toBe(400);
  });

  test('is revoked: it opens nothing, is listed no more, and its name is free', async () => {
    const { apiKey, id } = await create({ name: 'Short-lived', readsUsers: true });
    expect((await owner.call('DELETE', `${keys}/${id}`)).status).toBe(204);
    await delay(1000);
    expect((await legacy(apiKey)).status).toBe(401);
    expect((await owner.call('GET', `${keys}/${id}`)).status).toBe(404);
    expect((await owner.call('GET', `${keys}/${id}/secrets`)).status).toBe(404);
    await create({ name: 'short-lived' });
  });

  test('shows the paths called with it, and the last call', async () => {
    const { apiKey, id } = await create({ readsUsers: true });
    await legacy(apiKey);
    await legacy(apiKey, '/api/v3/leaves');
    // Uses are counted in memory and written every few seconds.
    await expect
      .poll(async () => (await owner.call('GET', `${keys}/${id}/uses?sort=id`)).body.items, { timeout: 15_000 })
      .toMatchObject([
        { path: '/api/v3/leaves', requests: 1 },
        { path: '/api/v3/users', requests: 1 },
      ]);
    await service.activity.flush();
    expect((await owner.call('GET', `${keys}/${id}`)).body.lastUsedAt).not.toBeNull();
    const { body } = await owner.call('GET', `/admin-api/logged-requests?apiKey.id=${id}&status=403`);
    expect(body.items).toMatchObject([{ path: '/api/v3/leaves', apiKey: { id }, parameters: [] }]);
  });
});
