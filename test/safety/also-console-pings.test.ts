/** A person in the console manages the endpoints of client applications, on behalf of the owning application. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import type { TestPerson } from '../support/people/person.ts';
import type { TestClient, TestService } from '../support/service.ts';
import { type Receiver, startReceiver } from '../support/webhooks/receiver.ts';
import { change, createEndpoint, deliver, type Endpoint, sendingService } from '../support/webhooks/webhooks.ts';

let service: TestService;
let account: Account;
let client: TestClient;
let stranger: TestClient;
let person: TestPerson;
let auditor: TestPerson;
let receiver: Receiver;
let endpoint: Endpoint;

beforeAll(async () => {
  service = await sendingService();
  account = await service.openAccount('acme');
  // May only read taxonomies.
  const scopes = [
    'webhook-endpoints.readwrite',
    'webhook-deliveries.readwrite',
    'taxonomies.readwrite',
    'events.readonly',
  ];
  client = await service.client(account, { scopes });
  stranger = await service.client(account);
  person = await service.person(account, 'administrator');
  auditor = await service.person(account, 'auditor');
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.received.length = 0;
  endpoint = await createEndpoint(client, receiver.url, { topics: ['taxonomy.created', 'profession.created'] });
});
afterEach(() => person.call('DELETE', `/svc-api/webhook-endpoints/${endpoint.id}`));
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

const ping = (by: Pick<TestClient, 'call'>) =>
  by.call('POST', '/svc-api/webhook-deliveries', { body: { webhookEndpoint: { id: endpoint.id } } });

test('a ping from the console reaches the endpoint of the application that owns it', async () => {
  const made = await ping(person);
  expect(made.status, made.text).toBe(201);
  await deliver(service);
  expect(receiver.received).toHaveLength(1);
  const { event } = made.body;
  expect(JSON.parse(String(receiver.received[0]?.body))).toMatchObject({ topic: 'ping', id: event.id });
  for (const reader of [client, person]) {
    const read = await reader.call('GET', `/svc-api/webhook-deliveries/${made.body.id}`);
    expect(read.body).toMatchObject({ status: 'delivered', attemptsCount: 1 });
    expect((await reader.call('GET', `/svc-api/events/${event.id}`)).status).toBe(200);
    const attempts = await reader.call('GET', `/svc-api/webhook-delivery-attempts?webhookDelivery.id=${made.body.id}`);
    expect(attempts.body.items).toMatchObject([{ isSuccessful: true }]);
  }
  expect((await stranger.call('GET', `/svc-api/webhook-deliveries/${made.body.id}`)).status).toBe(404);
  expect((await stranger.call('GET', `/svc-api/events/${event.id}`)).status).toBe(404);
});

test('the same ping as parameters and no body reaches it too', async () => {
  const path = `/svc-api/webhook-deliveries?webhookEndpoint.id=${endpoint.id}&event.topic=ping`;
  expect((await person.call('POST', path)).status).toBe(201);
  await deliver(service);
  expect(receiver.received).toHaveLength(1);
});

test('an event that a person sends again goes out as far as the application may read it', async () => {
  const name = `Taxonomy ${endpoint.id}`;
  await change(client, name);
  await stranger.call('POST', '/svc-api/professions', { body: { title: name } });
  await deliver(service);
  expect(receiver.received).toHaveLength(1);
  const events = (await person.call('GET', '/svc-api/events?sort=-id&limit=2')).body.items;
  const resent = (id: string) =>
    person.call('POST', '/svc-api/webhook-deliveries', {
      body: { webhookEndpoint: { id: endpoint.id }, event: { id } },
    });
  const [profession, taxonomy] = events;
  expect([profession.topic, taxonomy.topic]).toEqual(['profession.created', 'taxonomy.created']);
  expect((await resent(profession.id)).body.errors).toHaveProperty(['event.id']);
  expect((await resent(taxonomy.id)).status).toBe(201);
  await deliver(service);
  expect(receiver.received).toHaveLength(2);
});

test('a redelivery requested by a person contains what the application may read, and belongs to it', async () => {
  const name = `Taxonomy ${endpoint.id}`;
  await change(client, name);
  await stranger.call('POST', '/svc-api/professions', { body: { title: name } });
  await deliver(service);
  const body = {
    webhookEndpoint: { id: endpoint.id },
    startsAt: new Date(service.now().getTime() - 60_000).toISOString(),
    onlyUndelivered: false,
  };
  const expected = (await client.call('POST', '/svc-api/webhook-redeliveries?dryRun=true', { body })).body;
  const tried = (await person.call('POST', '/svc-api/webhook-redeliveries?dryRun=true', { body })).body;
  expect(tried).toEqual(expected);
  const made = await person.call('POST', '/svc-api/webhook-redeliveries', { body });
  expect(made.body, made.text).toMatchObject({ status: 'done', deliveriesCount: expected.deliveriesCount });
  expect((await client.call('GET', `/svc-api/webhook-redeliveries/${made.body.id}`)).status).toBe(200);
  const planned = await client.call('GET', `/svc-api/webhook-deliveries?redelivery.id=${made.body.id}`);
  expect(planned.body.items).toHaveLength(expected.deliveriesCount);
  expect((await stranger.call('GET', `/svc-api/webhook-redeliveries/${made.body.id}`)).status).toBe(404);
});

test('a secret that a person adds is seen by the application that owns the endpoint, and signs', async () => {
  const path = `/svc-api/webhook-endpoints/${endpoint.id}/secrets`;
  const made = await person.call('POST', path, { body: {} });
  expect(made.status, made.text).toBe(201);
  expect((await client.call('GET', path)).body.items).toHaveLength(2);
  await ping(person);
  await deliver(service);
  expect(String(receiver.received[0]?.headers['webhook-signature']).split(' ')).toHaveLength(2);
  expect((await client.call('DELETE', `${path}/${made.body.id}`)).status).toBe(204);
  expect((await stranger.call('GET', path)).status).toBe(404);
});

test('an endpoint that a person changes or removes stays the endpoint of its application', async () => {
  const path = `/svc-api/webhook-endpoints/${endpoint.id}`;
  expect((await person.call('PATCH', path, { body: { name: 'Renamed' } })).status).toBe(200);
  expect((await client.call('GET', path)).body.name).toBe('Renamed');
  expect((await stranger.call('GET', path)).status).toBe(404);
  expect((await person.call('DELETE', path)).status).toBe(204);
  expect((await client.call('GET', path)).status).toBe(404);
});

test('an endpoint that a person makes is the console’s own, and its pings reach it', async () => {
  const { id } = await createEndpoint({ ...client, call: person.call }, receiver.url, { topics: ['taxonomy.created'] });
  endpoint = { id, secret: '' };
  expect((await ping(person)).status).toBe(201);
  await deliver(service);
  expect(receiver.received).toHaveLength(1);
  expect((await client.call('GET', `/svc-api/webhook-endpoints/${id}`)).status).toBe(404);
});

test('an auditor reads all of it and sends nothing', async () => {
  expect((await ping(auditor)).status).toBe(403);
  expect((await auditor.call('POST', `/svc-api/webhook-endpoints/${endpoint.id}/secrets`, { body: {} })).status).toBe(
    403,
  );
  expect((await auditor.call('GET', `/svc-api/webhook-endpoints/${endpoint.id}`)).status).toBe(200);
});
