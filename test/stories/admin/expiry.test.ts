/**
 * What has expired is absent from that moment on, by the clock of its account, although its row is still there: nothing
 * in this file removes rows. Each kind is tried in a sandbox whose clock moves ahead and back again.
 */
import { employees } from '@muster/contract/resources/employees.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pathOf } from '../../support/examples.ts';
import { uploaded } from '../../support/files/files.ts';
import { inFull } from '../../support/form.ts';
import { company, hiring } from '../../support/people/people.ts';
import type { TestPerson } from '../../support/people/person.ts';
import { type Sandbox, sandboxOf } from '../../support/sandbox.ts';
import type { TestClient, TestService } from '../../support/service.ts';
import { answer, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';
import { change, createEndpoint, deliver, sendingService } from '../../support/webhooks/webhooks.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let service: TestService;
let sandbox: Sandbox;
let person: TestPerson;
let client: TestClient;
let receiver: Receiver;

beforeAll(async () => {
  service = await sendingService();
  sandbox = await sandboxOf(service, 'acme');
  person = await service.person(sandbox.account);
  client = await service.client(sandbox.account);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await service.stop();
});

const inTime = (ms: number) => sandbox.moveTo(new Date(service.now().getTime() + ms).toISOString());
const statusOf = async (path: string) => (await client.call('GET', path)).status;
const countOf = async (path: string, by: { call: TestClient['call'] } = client) => {
  const { status, body, text } = await by.call('GET', `${path}${path.includes('?') ? '&' : '?'}include=totalCount`);
  expect(status, text).toBe(200);
  expect(body.items).toHaveLength(body.totalCount);
  return body.totalCount;
};

/** The requests about this topic that are due now. The request before them lets this node see a moved clock. */
async function sent(topic: string) {
  await client.call('GET', '/svc-api/taxonomies');
  receiver.received.length = 0;
  await deliver(service);
  return receiver.received.filter(({ body }) => JSON.parse(String(body)).topic === topic);
}

describe('by the clock of the account', () => {
  afterEach(() => sandbox.moveTo(null));

  test('an event goes with its deliveries and their attempts, and comes back with the clock', async () => {
    receiver.behave(answer(500));
    const endpoint = await createEndpoint(client, receiver.url, { topics: ['taxonomy.created'] });
    await change(client, 'Soon gone');
    await deliver(service);
    const deliveries = `/svc-api/webhook-deliveries?webhookEndpoint.id=${endpoint.id}`;
    const { body } = await client.call('GET', deliveries);
    const [{ id, event }] = body.items;
    const attempts = `/svc-api/webhook-delivery-attempts?webhookDelivery.id=${id}`;
    const [attempt] = (await client.call('GET', attempts)).body.items;
    const counts = () =>
      Promise.all(['/svc-api/events?topic=taxonomy.created', deliveries, attempts].map((path) => countOf(path)));
    const statuses = () =>
      Promise.all(
        [`events/${event.id}`, `webhook-deliveries/${id}`, `webhook-delivery-attempts/${attempt.id}`].map((path) =>
          statusOf(`/svc-api/${path}`),
        ),
      );
    const again = () =>
      client.call('POST', '/svc-api/webhook-deliveries', {
        body: { webhookEndpoint: { id: endpoint.id }, event: { id: event.id } },
      });
    await inTime(59 * dayMs);
    expect([await counts(), await statuses()]).toEqual([
      [1, 1, 1],
      [200, 200, 200],
    ]);
    await inTime(61 * dayMs);
    expect([await counts(), await statuses()]).toEqual([
      [0, 0, 0],
      [404, 404, 404],
    ]);
    expect((await client.call('GET', '/svc-api/events?wait=1', { headers: { 'last-event-id': '0' } })).status).toBe(
      410,
    );
    const refused = await again();
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['event.id']]);
    await sandbox.moveTo(null);
    expect(await counts()).toEqual([1, 1, 1]);
    expect((await again()).status).toBe(201);
  });

  inFull('a delivery of an expired event is not sent', async () => {
    receiver.behave(answer(500));
    await createEndpoint(client, receiver.url, { topics: ['taxonomy.updated'] });
    const id = await change(client, 'Before');
    await client.call('PATCH', `/svc-api/taxonomies/${id}`, { body: { name: 'After' } });
    await inTime(61 * dayMs);
    expect(await sent('taxonomy.updated')).toEqual([]);
  });

  test('a file without a reference cannot be found or referred to any more', async () => {
    const where = await company(client);
    const file = await uploaded(client);
    const path = `/svc-api/files/${file.id}?token=x`;
    await inTime(23 * hourMs);
    expect(await statusOf(path)).toBe(403);
    await inTime(25 * hourMs);
    expect(await statusOf(path)).toBe(404);
    const hire = () =>
      client.call('POST', pathOf(employees), { body: hiring(where, {}, { document: { id: file.id } }) });
    const refused = await hire();
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['firstEmployment.document.id']]);
    await sandbox.moveTo(null);
    expect((await hire()).status).toBe(201);
    await inTime(100 * hourMs);
    expect(await statusOf(path)).toBe(403);
  });

  inFull('the older secret of a webhook endpoint ends by the clock of the account', async () => {
    receiver.behave(answer(202));
    const endpoint = await createEndpoint(client, receiver.url, { topics: ['taxonomy.deleted'] });
    const path = `/svc-api/webhook-endpoints/${endpoint.id}/secrets`;
    await inTime(100 * dayMs);
    const [older] = (await client.call('GET', path)).body.items;
    const previousExpiresAt = new Date(service.now().getTime() + 100 * dayMs + 2 * hourMs).toISOString();
    expect((await client.call('POST', path, { body: { previousExpiresAt } })).status).toBe(201);
    const signatures = async () => {
      const id = await change(client, `Signed ${receiver.received.length}`);
      await client.call('DELETE', `/svc-api/taxonomies/${id}`);
      const [request] = await sent('taxonomy.deleted');
      return String(request?.headers['webhook-signature']).split(' ').length;
    };
    await inTime(100 * dayMs + hourMs);
    expect([await countOf(path), await statusOf(`${path}/${older.id}`), await signatures()]).toEqual([2, 200, 2]);
    await inTime(100 * dayMs + 3 * hourMs);
    expect([await countOf(path), await statusOf(`${path}/${older.id}`), await signatures()]).toEqual([1, 404, 1]);
    expect((await client.call('DELETE', `${path}/${older.id}`)).status).toBe(404);
    expect((await client.call('POST', path, { body: {} })).status).toBe(201);
  });

  test('the former secret of a client application ends by the clock of the account', async () => {
    const path = '/admin-api/client-applications';
    const made = await person.call('POST', path, {
      body: { name: 'Rotating', scopes: ['taxonomies.readonly'], technicalContact: 'it@example.com' },
    });
    expect(made.status, made.text).toBe(201);
    const { id, clientId, clientSecret } = made.body;
    const secrets = `${path}/${id}/secrets`;
    await inTime(100 * dayMs);
    expect((await person.call('POST', secrets, { body: { overlapHours: 2 } })).status).toBe(201);
    const tokenStatus = async () => {
      // A record of the client is at most a second old.
      service.advance(1000);
      const answered = await fetch(`${service.url}/connect/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
        }),
      });
      return answered.status;
    };
    const [former] = (await person.call('GET', secrets)).body.items;
    const endOfFormer = async () => (await person.call('GET', `${path}/${id}`)).body.previousSecretExpiresAt;
    await inTime(100 * dayMs + hourMs);
    expect([await countOf(secrets, person), await tokenStatus()]).toEqual([2, 200]);
    expect(await endOfFormer()).toBe(former.expiresAt);
    await inTime(100 * dayMs + 3 * hourMs);
    expect([await countOf(secrets, person), await tokenStatus()]).toEqual([1, 401]);
    expect(await endOfFormer()).toBe(null);
    const [listed] = (await person.call('GET', `${path}?id=${id}`)).body.items;
    expect(listed.previousSecretExpiresAt).toBe(null);
    expect((await person.call('GET', `${secrets}/${former.id}`)).status).toBe(404);
  });
});

// These come last: time passes for every session.
test('an invitation that has expired is absent by the clock of the machine', async () => {
  const path = '/admin-api/administrator-invitations';
  const body = { email: 'later@example.com', role: 'auditor' };
  const made = await person.call('POST', path, { body });
  expect(made.status, made.text).toBe(201);
  const invitations = `${path}?email=later%40example.com`;
  await inTime(8 * dayMs);
  expect(await countOf(invitations, person)).toBe(1);
  await sandbox.moveTo(null);
  service.advance(7 * dayMs + 1000);
  person = await service.person(sandbox.account);
  client = await service.renewed(client);
  expect(await countOf(invitations, person)).toBe(0);
  expect((await person.call('GET', `${path}/${made.body.id}`)).status).toBe(404);
});

test('requests and audit entries are absent after the time that the account sets', async () => {
  const set = { body: { requestLogDays: 2, auditDays: 400 } };
  expect((await person.call('PATCH', '/admin-api/account-settings/current', set)).status).toBe(200);
  await service.activity.flush();
  const counts = async () => [
    (await person.call('GET', '/admin-api/logged-requests?limit=0&include=totalCount')).body.totalCount > 0,
    (await person.call('GET', '/admin-api/audit-entries?action=account-setting.updated')).body.items.length > 0,
  ];
  expect(await counts()).toEqual([true, true]);
  service.advance(2 * dayMs + hourMs);
  person = await service.person(sandbox.account);
  expect(await counts()).toEqual([false, true]);
  service.advance(400 * dayMs);
  person = await service.person(sandbox.account);
  expect(await counts()).toEqual([false, false]);
});
