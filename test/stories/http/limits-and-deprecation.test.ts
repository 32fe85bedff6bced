/** Statements that take too long, and deprecated resources. */
import { randomBytes } from 'node:crypto';
import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { lockOne } from '../../../server/platform/store/read.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { call, limits, type TestClient, type TestService, testService } from '../../support/service.ts';

let fresh: FreshDatabase;
let service: TestService;
/** Another node of the same installation with a short limit, so that the setup has time. */
let hurried: TestService;
let client: TestClient;
let accountId: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  const common = { databaseUrl: fresh.url, masterKey: randomBytes(32) };
  service = await testService(common);
  hurried = await testService({ ...common, publicUrl: service.url, limits: { ...limits, requestMs: 300 } });
  const account = await service.openAccount('acme');
  accountId = account.id;
  client = await service.client(account);
});
afterAll(async () => {
  await hurried.stop();
  await service.stop();
  await fresh.drop();
});
afterEach(() => Object.assign(taxonomies, { deprecation: undefined }));

test('a request that takes too long is given up with a problem that says so, and changes nothing', async () => {
  const { body } = await client.call('POST', '/svc-api/taxonomies', { body: { name: 'Held' } });
  const path = `/svc-api/taxonomies/${body.id}`;
  const refused = await service.database.transaction(accountId, async (tx) => {
    await lockOne(tx, taxonomies, body.id);
    return call(hurried.url, client.token, 'PATCH', path, { body: { name: 'Late' } });
  });
  expect(refused).toMatchObject({ status: 500, body: { type: `${service.url}/problems/timeout`, status: 500 } });
  expect(refused.body.detail).toContain('0.3');
  expect((await client.call('GET', path)).body.name).toBe('Held');
});

test('a deprecated resource says so on its answers and its refusals, except where it is not found', async () => {
  Object.assign(taxonomies, { deprecation: { deprecatedOn: '2026-01-01', sunsetAt: '2026-07-01T00:00:00Z' } });
  const announced = async (reply: Promise<{ headers: Headers }>) => {
    const { headers } = await reply;
    return [headers.get('deprecation'), headers.get('sunset')];
  };
  const both = ['2026-01-01', '2026-07-01T00:00:00Z'];
  expect(await announced(client.call('GET', '/svc-api/taxonomies'))).toEqual(both);
  expect(await announced(client.call('POST', '/svc-api/taxonomies', { body: { name: 'New' } }))).toEqual(both);
  expect(await announced(client.call('POST', '/svc-api/taxonomies', { body: {} }))).toEqual(both);
  expect(
    await announced(client.call('GET', '/svc-api/taxonomies', { headers: { authorization: 'Bearer x' } })),
  ).toEqual(both);
  expect(await announced(client.call('GET', '/svc-api/taxonomies/0'))).toEqual([null, null]);
  expect(await announced(client.call('GET', '/svc-api/taxonomy-labels'))).toEqual([null, null]);
});
