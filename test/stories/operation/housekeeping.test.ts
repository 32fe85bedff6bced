/** Expiry over time, and rows in the form of another release. */

import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statement } from '../../../server/platform/database/statement.ts';
import { rewriteBatch } from '../../../server/platform/store/rewrite-texts.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let client: TestClient;
const dayMs = 86_400_000;

beforeAll(async () => {
  service = await testService();
  client = await service.client(await service.openAccount('acme'));
});
afterAll(() => service.stop());

test('an event is readable for sixty days and gone afterwards, and ids go on', async () => {
  await client.call('POST', '/svc-api/taxonomies', { body: { name: 'First' } });
  await service.publisher.publishAll();
  service.advance(59 * dayMs);
  await service.housekeeping.clean();
  const again = await service.renewed(client);
  expect((await again.call('GET', '/svc-api/events/1')).status).toBe(200);
  service.advance(2 * dayMs);
  await service.housekeeping.clean();
  const later = await service.renewed(client);
  expect((await later.call('GET', '/svc-api/events/1')).status).toBe(404);
  await later.call('POST', '/svc-api/taxonomies', { body: { name: 'Second' } });
  await service.publisher.publishAll();
  const events = await later.call('GET', '/svc-api/events');
  expect(events.body.items.map(({ id }: { id: string }) => id)).toEqual(['2']);
});

test('rows of another release are shown as this one does, and rewritten with new tags and without events', async () => {
  const current = await service.renewed(client);
  const made = await current.call('POST', '/svc-api/taxonomies', { body: { name: 'Kept' } });
  const path = `/svc-api/taxonomies/${made.body.id}`;
  await service.publisher.publishAll();
  const before = await current.call('GET', path);
  const { links: _, embedded: __, ...shown } = before.body;
  const [account] = await service.database.query<{ id: string }>('select id::text as id from accounts');
  const { id: accountId = '' } = account ?? {};
  // As a release wrote it that shows less.
  await service.database.session(accountId).run(
    statement(
      `update taxonomies set representation = '{"id":"' || id || '","type":"taxonomy"', representation_version = 7
       where account_id = $1 and id = $2`,
    ),
    [made.body.id],
  );
  const foreign = await current.call('GET', path);
  expect([foreign.body, foreign.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
  expect((await current.call('GET', `/svc-api/taxonomies?id=${made.body.id}`)).body.items).toEqual([before.body]);
  expect((await current.call('GET', `${path}/versions`)).body.items).toMatchObject([{ data: shown }]);

  expect(await rewriteBatch(service.database, taxonomies, accountId, null)).toEqual({ after: null, rewritten: 1 });
  const after = await current.call('GET', path);
  expect(after.body).toEqual(before.body);
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  expect(await service.publisher.publishAll()).toBe(0);
  expect(await rewriteBatch(service.database, taxonomies, accountId, null)).toEqual({ after: null, rewritten: 0 });

  // When a later release has come, this one rewrites nothing.
  await service.database.query(`insert into representation_versions (resource_type, version) values ('taxonomy', 7)`);
  expect(await rewriteBatch(service.database, taxonomies, accountId, null)).toBeNull();
});
