/** Expiry over time, and representations that a new release rewrites. */

import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refreshRepresentations } from '../../../server/platform/store/refresh.ts';
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

test('rows are shown as the declaration now says, with new tags and without events', async () => {
  const current = await service.renewed(client);
  const made = await current.call('POST', '/svc-api/taxonomies', { body: { name: 'Kept' } });
  await service.publisher.publishAll();
  const before = await current.call('GET', `/svc-api/taxonomies/${made.body.id}`);
  // A release that shows one member less.
  const { t9n: _, ...fields } = taxonomies.fields;
  await refreshRepresentations(service.database, [{ ...taxonomies, fields }]);
  const after = await current.call('GET', `/svc-api/taxonomies/${made.body.id}`);
  expect(Object.keys(after.body)).not.toContain('t9n');
  expect(after.body.name).toBe('Kept');
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  await refreshRepresentations(service.database, [taxonomies]);
  expect((await current.call('GET', `/svc-api/taxonomies/${made.body.id}`)).body).toEqual(before.body);
  expect(await service.publisher.publishAll()).toBe(0);
});
