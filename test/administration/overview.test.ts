/** The first page of the console shows the real figures. */
import { clientApplications } from '@muster/contract/administration/client-applications.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rotateSecret } from '../../cli/client-applications.ts';
import { createApiKey, regenerateApiKey } from '../../cli/legacy-keys.ts';
import { statement } from '../../server/platform/database/statement.ts';
import { establishment } from '../support/organization/organization.ts';
import { hired, newCompany } from '../support/people/people.ts';
import { type TestService, testService } from '../support/service.ts';
import { createEndpoint } from '../support/webhooks/webhooks.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());

const path = '/admin-api/overviews/current';
const monthsAgo = (months: number): string => {
  const day = service.now();
  day.setUTCDate(15);
  day.setUTCMonth(day.getUTCMonth() - months);
  return day.toISOString().slice(0, 10);
};

test('it counts people by status and place, and hires and leavers by month', async () => {
  const company = await newCompany(service);
  const { account, client, place, owner } = company;
  const person = await service.person(account);
  const other = await establishment(client, owner, { name: 'Elsewhere' });
  await hired(client, company, {}, { start: { date: monthsAgo(3) } });
  await hired(client, company, {}, { start: { date: monthsAgo(3) } });
  await hired(client, { ...company, place: other }, {}, { start: { date: monthsAgo(30) } });
  await hired(client, company, {}, { start: { date: monthsAgo(40) }, end: { date: monthsAgo(2) } });
  await hired(client, company, {}, { start: { date: monthsAgo(-2) } });
  const { status, body } = await person.call('GET', path);
  expect(status).toBe(200);
  expect(body.people).toEqual({ active: 3, upcoming: 1, deactivated: 1 });
  expect(body.establishments).toEqual([
    { id: place.id, name: place.name, active: 2 },
    { id: other.id, name: 'Elsewhere', active: 1 },
  ]);
  const months = body.months as { month: string; hires: number; leavers: number }[];
  expect(months.length).toBe(24);
  expect(months.at(-1)?.month).toBe(monthsAgo(0).slice(0, 7));
  expect(months.filter(({ hires, leavers }) => hires + leavers > 0)).toEqual([
    { month: monthsAgo(3).slice(0, 7), hires: 2, leavers: 0 },
    { month: monthsAgo(2).slice(0, 7), hires: 0, leavers: 1 },
  ]);
});

test('it shows endpoints, secrets and legacy callers that need attention', async () => {
  const { account, client } = await newCompany(service);
  const person = await service.person(account);
  expect((await person.call('GET', path)).body).toMatchObject({
    troubledEndpoints: [],
    waitingDeliveries: 0,
    expiringSecrets: [],
    deprecatedUses: [],
  });
  const endpoint = await createEndpoint(client, 'https://receiver.example.com/');
  await createEndpoint(client, 'https://healthy.example.com/');
  await service.publisher.publishAll();
  const session = service.database.session(account.id);
  const suspended = statement(
    `update webhook_endpoints set status = 'suspended', suspended_at = $3, failing_since = $3, suspension_reason = 'gone'
     where account_id = $1 and id = $2`,
  );
  await session.run(suspended, [endpoint.id, service.now()]);
  const { clientId } = client.credentials;
  await rotateSecret(service, clientId, { overlapSeconds: 3600 });
  const { id: keyId } = await createApiKey(service, account, { name: 'Board', technicalContact: null });
  await regenerateApiKey(service, account, 'Board', { overlapSeconds: 7200 });
  for (const path of ['/api/v3/users', '/api/leaves']) {
    await service.database.query(
      'insert into legacy_usage (api_key_id, path, requests, first_at, last_at) values ($1, $2, 3, $3, $3)',
      [keyId, path, service.now()],
    );
  }
  const { body } = await person.call('GET', path);
  expect(body.troubledEndpoints).toMatchObject([{ id: endpoint.id, status: 'suspended' }]);
  expect(body.waitingDeliveries).toBeGreaterThan(0);
  expect(body.expiringSecrets).toMatchObject([
    { kind: clientApplications.type },
    { kind: 'api-key', id: keyId, name: 'Board' },
  ]);
  expect(body.deprecatedUses).toMatchObject([
    { path: '/api/leaves', apiKey: { id: keyId, name: 'Board' }, requests: 3, endsAt: '2026-03-31T23:59:59.000Z' },
    { path: '/api/v3/users', endsAt: null },
  ]);
  const stranger = await service.person((await newCompany(service)).account);
  expect((await stranger.call('GET', path)).body).toMatchObject({ expiringSecrets: [], deprecatedUses: [] });
});
