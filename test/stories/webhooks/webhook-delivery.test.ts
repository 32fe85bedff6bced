/** Events reach their receivers: content, signature, recipients, and what clients can see afterwards. */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestClient, TestService } from '../../support/service.ts';
import { answer, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';
import {
  attemptsOf,
  change,
  createEndpoint,
  deliver,
  deliveriesOf,
  endpointOf,
  otherVerifies,
  sendingService,
  standardVerifies,
} from '../../support/webhooks/webhooks.ts';

let service: TestService;
let receiver: Receiver;
let client: TestClient;
let accounts = 0;

beforeAll(async () => {
  service = await sendingService();
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.behave(answer(202));
  client = await service.client(await service.openAccount(`acme${'abcdefghijklmnopqrstuvwxyz'[accounts++]}`));
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

test('a change reaches its receiver, signed both ways, as the event is read', async () => {
  const { id, secret } = await createEndpoint(client, `${receiver.url}/hook?from=muster`, { topics: ['taxonomy.*'] });
  await change(client, 'Skills');
  await deliver(service);
  const [one] = receiver.received;
  if (!one) throw new Error('nothing was received');
  const {
    links: _,
    embedded: __,
    ...event
  } = (await client.call('GET', '/svc-api/events?topic=taxonomy.created')).body.items[0];
  expect(JSON.parse(String(one.body))).toEqual(event);
  expect(one).toMatchObject({ method: 'POST', path: '/hook?from=muster' });
  expect(one.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'svc-webhooks/1' });
  expect(one.headers['webhook-id']).toMatch(new RegExp(`^evt_acme[a-z]_${event.id}$`));
  expect(new Webhook(secret).verify(String(one.body), one.headers as Record<string, string>)).toEqual(event);
  expect(otherVerifies(one, secret)).toBe(true);
  expect(otherVerifies(one, `${secret}x`)).toBe(false);

  const deliveries = await deliveriesOf(client, id);
  expect(deliveries).toMatchObject([
    { status: 'delivered', attemptsCount: 1, nextAttemptAt: null, event: { id: event.id }, redelivery: null },
  ]);
  expect(await attemptsOf(client, deliveries[0].id)).toMatchObject([
    {
      isSuccessful: true,
      responseStatusCode: 202,
      errorResponseBody: '',
      failureReason: null,
      signature: one.headers['svc-signature'],
    },
  ]);
});

test('an endpoint gets only the topics it subscribes to', async () => {
  await createEndpoint(client, `${receiver.url}/all`, { topics: ['*'] });
  await createEndpoint(client, `${receiver.url}/type`, { topics: ['taxonomy-label.*'] });
  await createEndpoint(client, `${receiver.url}/topic`, { topics: ['taxonomy.updated'] });
  await createEndpoint(client, `${receiver.url}/asleep`, { status: 'inactive' });
  const id = await change(client, 'Skills');
  await client.call('PATCH', `/svc-api/taxonomies/${id}`, { body: { name: 'Abilities' } });
  await client.call('POST', '/svc-api/taxonomy-labels', { body: { name: 'Cooking', taxonomy: { id } } });
  await deliver(service);
  const paths = receiver.received.map(({ path, body }) => `${path} ${JSON.parse(String(body)).topic}`);
  expect(paths.filter((path) => !path.includes('webhook-endpoint')).toSorted()).toEqual([
    '/all taxonomy-label.created',
    '/all taxonomy.created',
    '/all taxonomy.updated',
    '/topic taxonomy.updated',
    '/type taxonomy-label.created',
  ]);
});

test('an endpoint gets only events that its application may read at the time of sending', async () => {
  const account = await service.openAccount('rights');
  const scopes = ['webhook-endpoints.readwrite', 'webhook-deliveries.readwrite', 'taxonomies.readwrite'];
  const limited = await service.client(account, { scopes });
  const whole = await service.client(account);
  const { id } = await createEndpoint(limited, `${receiver.url}/limited`);
  await change(whole, 'Seen');
  await whole.call('POST', '/svc-api/professions', { body: { title: 'Unseen' } });
  await service.publisher.publishAll();
  expect((await deliveriesOf(limited, id)).length).toBe(2);
  await service.deliveries.deliverDue();
  const topics = () => receiver.received.map(({ body }) => JSON.parse(String(body)).topic).toSorted();
  expect(topics()).toEqual(['taxonomy.created', 'webhook-endpoint.created']);

  await change(whole, 'Not seen any more');
  await service.publisher.publishAll();
  await service.database.query('update client_applications set scopes = $2 where client_id = $1', [
    limited.credentials.clientId,
    scopes.slice(0, 2),
  ]);
  await service.deliveries.deliverDue();
  expect(topics()).toEqual(['taxonomy.created', 'webhook-endpoint.created']);
  const left = await deliveriesOf(await service.renewed(limited), id);
  expect(left.map(({ status }) => status)).toEqual(['delivered', 'delivered']);
});

test('events from before an endpoint was there are not sent by themselves', async () => {
  await change(client, 'Earlier');
  await service.publisher.publishAll();
  await createEndpoint(client, receiver.url, { topics: ['taxonomy.created'] });
  await change(client, 'Later');
  await deliver(service);
  expect(receiver.received.map(({ body }) => JSON.parse(String(body)).data.name)).toEqual(['Later']);
});

test('while two secrets live, a receiver that knows either is content', async () => {
  const { id, secret: older } = await createEndpoint(client, receiver.url, { topics: ['taxonomy.created'] });
  const rotated = await client.call('POST', `/svc-api/webhook-endpoints/${id}/secrets`, { body: {} });
  expect(rotated.status, rotated.text).toBe(201);
  const newer = rotated.body.secret;
  await change(client, 'During');
  await deliver(service);
  const [during] = receiver.received;
  if (!during) throw new Error('nothing was received');
  expect([older, newer].map((secret) => standardVerifies(during, secret))).toEqual([true, true]);
  expect([older, newer].map((secret) => otherVerifies(during, secret))).toEqual([true, false]);
  const { body } = await client.call('GET', `/svc-api/webhook-endpoints/${id}/secrets`);
  const ending = body.items.find(({ expiresAt }: { expiresAt: string | null }) => expiresAt !== null);
  await client.call('DELETE', `/svc-api/webhook-endpoints/${id}/secrets/${ending.id}`);
  await change(client, 'After');
  await deliver(service);
  const after = receiver.received[1];
  if (!after) throw new Error('nothing was received');
  expect([older, newer].map((secret) => standardVerifies(after, secret))).toEqual([false, true]);
  expect([older, newer].map((secret) => otherVerifies(after, secret))).toEqual([false, true]);
});

test('a ping is sent in every state of an endpoint', async () => {
  const { id, secret } = await createEndpoint(client, receiver.url, { status: 'inactive' });
  const ping = await client.call('POST', '/svc-api/webhook-deliveries', { body: { webhookEndpoint: { id } } });
  expect(ping.status).toBe(201);
  await service.deliveries.deliverDue();
  const [one] = receiver.received;
  if (!one) throw new Error('nothing was received');
  expect(JSON.parse(String(one.body))).toMatchObject({ topic: 'ping', data: {} });
  expect(otherVerifies(one, secret)).toBe(true);
  expect(await deliveriesOf(client, id)).toMatchObject([{ status: 'delivered', attemptsCount: 1 }]);
});

test('an event that is delivered again keeps its id and gets a new signature', async () => {
  const { id } = await createEndpoint(client, receiver.url, { topics: ['taxonomy.created'] });
  await change(client, 'Again');
  await deliver(service);
  const { event } = (await deliveriesOf(client, id))[0];
  service.advance(2000);
  const again = await service.renewed(client);
  const body = { webhookEndpoint: { id }, event: { id: event.id } };
  expect((await again.call('POST', '/svc-api/webhook-deliveries', { body })).status).toBe(201);
  await service.deliveries.deliverDue();
  const [first, second] = receiver.received;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.headers['svc-signature']).not.toBe(first?.headers['svc-signature']);
  expect(String(second?.body)).toBe(String(first?.body));
});

test('a time range is delivered again, each event once', async () => {
  receiver.behave(answer(500));
  const { id } = await createEndpoint(client, receiver.url, { topics: ['taxonomy.created'] });
  const startsAt = service.now().toISOString();
  for (const name of ['One', 'Two', 'Three']) await change(client, name);
  await deliver(service);
  receiver.behave(answer(202));
  receiver.received.length = 0;
  const made = await client.call('POST', '/svc-api/webhook-redeliveries', {
    body: { webhookEndpoint: { id }, startsAt, endsAt: new Date(service.now().getTime() + 1000).toISOString() },
  });
  expect(made.status, made.text).toBe(201);
  await service.deliveries.deliverDue();
  expect(receiver.received.map(({ body }) => JSON.parse(String(body)).data.name)).toEqual(['One', 'Two', 'Three']);
  const { body } = await client.call('GET', `/svc-api/webhook-redeliveries/${made.body.id}`);
  expect(body).toMatchObject({ status: 'done', deliveriesCount: 3 });
  expect((await endpointOf(client, id)).failingSince).toBeNull();
});
