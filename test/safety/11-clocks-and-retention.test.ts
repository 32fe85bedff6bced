/** The clock of a sandbox decides what has expired there, and never removes audit entries. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../support/people/person.ts';
import { type Sandbox, sandboxOf } from '../support/sandbox.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';

let service: TestService;
let sandbox: Sandbox;
let person: TestPerson;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  sandbox = await sandboxOf(service, 'acme');
  person = await service.person(sandbox.account);
  client = await service.client(sandbox.account);
});
afterAll(() => service.stop());

const entries = async () => (await person.call('GET', '/admin-api/audit-entries?limit=1000')).body.items.length;

test('a clock far ahead does not empty the audit log', async () => {
  const set = { body: { auditDays: 400 } };
  expect((await person.call('PATCH', '/admin-api/account-settings/current', set)).status).toBe(200);
  const before = await entries();
  expect(before).toBeGreaterThan(0);
  await sandbox.moveTo('2099-01-01T00:00:00Z');
  await service.housekeeping.clean();
  await sandbox.moveTo(null);
  expect(await entries()).toBeGreaterThanOrEqual(before);
});

test('an event is absent from the moment at which it has expired by the clock of its account', async () => {
  await client.call('POST', '/svc-api/taxonomies', { body: { name: 'Soon gone' } });
  await service.publisher.publishAll();
  const { body } = await client.call('GET', '/svc-api/events?topic=taxonomy.created');
  const [{ id }] = body.items;
  const statusIn = async (days: number) => {
    await sandbox.moveTo(new Date(Date.now() + days * 86_400_000).toISOString());
    return (await client.call('GET', `/svc-api/events/${id}`)).status;
  };
  expect(await statusIn(59)).toBe(200);
  expect(await statusIn(61)).toBe(404);
  expect((await client.call('GET', '/svc-api/events?topic=taxonomy.created')).body.items).toEqual([]);
  expect((await client.call('GET', '/svc-api/events?wait=1', { headers: { 'last-event-id': '0' } })).status).toBe(410);
  await sandbox.moveTo(null);
  expect((await client.call('GET', `/svc-api/events/${id}`)).status).toBe(200);
});
