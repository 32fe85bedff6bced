/** Deliveries and endpoints over weeks, with a clock that the tests move. */
import { randomUUID } from 'node:crypto';
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

const secondMs = 1000;
const hourMs = 3600 * secondMs;
const dayMs = 24 * hourMs;

let service: TestService;
let receiver: Receiver;
let client: TestClient;
let accounts = 0;

beforeAll(async () => {
  service = await sendingService();
});
beforeEach(async () => {
  receiver = await startReceiver();
  client = await service.client(await service.openAccount(`clock${'abcdefghijklmnopqrstuvwxyz'[accounts++]}`));
});
afterAll(() => service.stop());

async function pass(ms: number): Promise<void> {
  service.advance(ms);
  await deliver(service);
  client = await service.renewed(client);
}

test('a delivery fails after twelve attempts over four days, and can be sent again manually', async () => {
  receiver.behave(answer(500));
  const { id } = await createEndpoint(client, receiver.url, { topics: ['taxonomy.created'] });
  await change(client, 'Unwanted');
  await deliver(service);
  const waits = [5, 30, 120, 600, 3600, 10_800, 28_800, 57_600, 86_400, 86_400, 86_400];
  for (const [index, wait] of waits.entries()) {
    // A tenth less is too early, unless a slow machine takes as long: the clock goes on.
    await pass(wait * 0.9 * secondMs);
    if (wait > 60) expect(receiver.received).toHaveLength(index + 1);
    await pass(wait * 0.1 * secondMs + 50);
    expect(receiver.received).toHaveLength(index + 2);
  }
  const [delivery] = await deliveriesOf(client, id);
  expect(delivery).toMatchObject({ status: 'failed', attemptsCount: 12, nextAttemptAt: null });
  const sentAt = (await attemptsOf(client, delivery.id))
    .map(({ createdAt }) => Date.parse(createdAt))
    .toSorted((one, other) => one - other);
  expect(sentAt).toHaveLength(12);
  for (const [index, wait] of waits.entries()) {
    expect(((sentAt[index + 1] ?? 0) - (sentAt[index] ?? 0)) / secondMs).toBeGreaterThanOrEqual(wait);
  }
  receiver.behave(answer(202));
  const body = { webhookEndpoint: { id }, event: { id: delivery.event.id } };
  expect((await client.call('POST', '/svc-api/webhook-deliveries', { body })).status).toBe(201);
  await pass(0);
  expect((await deliveriesOf(client, id)).map(({ status }) => status)).toEqual(['failed', 'delivered']);
  await receiver.close();
});

test('an endpoint without success is warned of after one and three days and suspended after five', async () => {
  receiver.behave(answer(500));
  const { id } = await createEndpoint(client, receiver.url, { topics: ['taxonomy.created'] });
  const watcher = await startReceiver();
  await createEndpoint(client, watcher.url, { topics: ['webhook-endpoint.failing', 'webhook-endpoint.updated'] });
  await change(client, 'First');
  await deliver(service);
  const { failingSince, lastUpdatedAt } = await endpointOf(client, id);
  const topics = () => watcher.received.map(({ body }) => JSON.parse(String(body)).topic);
  const steps: [number, string[]][] = [
    [dayMs - hourMs, []],
    [2 * hourMs, ['webhook-endpoint.failing']],
    [dayMs, ['webhook-endpoint.failing']],
    [dayMs, ['webhook-endpoint.failing', 'webhook-endpoint.failing']],
    [dayMs, ['webhook-endpoint.failing', 'webhook-endpoint.failing']],
  ];
  for (const [ms, expected] of steps) {
    await pass(ms);
    await pass(0);
    expect(topics()).toEqual(expected);
    expect(await endpointOf(client, id)).toMatchObject({ status: 'active', failingSince, lastUpdatedAt });
  }
  await pass(dayMs);
  await pass(0);
  expect(topics()).toEqual(['webhook-endpoint.failing', 'webhook-endpoint.failing', 'webhook-endpoint.updated']);
  expect(await endpointOf(client, id)).toMatchObject({ status: 'suspended', suspensionReason: 'noSuccess' });
  const count = receiver.received.length;
  await change(client, 'Second');
  await pass(dayMs);
  expect(receiver.received).toHaveLength(count);

  receiver.behave(answer(202));
  await client.call('PATCH', `/svc-api/webhook-endpoints/${id}`, { body: { status: 'active' } });
  await pass(0);
  expect(await endpointOf(client, id)).toMatchObject({ status: 'active', failingSince: null, suspendedAt: null });
  expect((await deliveriesOf(client, id)).at(-1)).toMatchObject({ status: 'delivered', attemptsCount: 1 });
  await watcher.close();
  await receiver.close();
});

test('one success ends the failing, changes the entity tag, and records nothing', async () => {
  receiver.behave(answer(500), answer(202));
  const { id } = await createEndpoint(client, receiver.url, { topics: ['taxonomy.created'] });
  const tag = async () => (await client.call('GET', `/svc-api/webhook-endpoints/${id}`)).headers.get('etag');
  const before = await tag();
  await change(client, 'First');
  await deliver(service);
  const during = await tag();
  const failing = await endpointOf(client, id);
  await pass(6 * secondMs);
  const after = await endpointOf(client, id);
  expect(new Set([before, during, await tag()]).size).toBe(3);
  expect(failing.failingSince).not.toBeNull();
  expect(after).toMatchObject({ failingSince: null, lastUpdatedAt: failing.lastUpdatedAt });
  await pass(6 * dayMs);
  expect(await endpointOf(client, id)).toMatchObject({ status: 'active' });
  const { body } = await client.call('GET', '/svc-api/events?topic=webhook-endpoint.updated,webhook-endpoint.failing');
  expect(body.items).toEqual([]);
  await receiver.close();
});

test('a ping that succeeds ends the failing of a suspended endpoint without making it active', async () => {
  receiver.behave(answer(410));
  const { id } = await createEndpoint(client, receiver.url, { topics: ['taxonomy.created'] });
  await change(client, 'First');
  await deliver(service);
  receiver.behave(answer(202));
  expect((await endpointOf(client, id)).failingSince).not.toBeNull();
  await client.call('POST', '/svc-api/webhook-deliveries', { body: { webhookEndpoint: { id } } });
  await pass(0);
  expect(await endpointOf(client, id)).toMatchObject({ status: 'suspended', failingSince: null });
  expect((await deliveriesOf(client, id)).map(({ status }) => status)).toEqual(['undelivered', 'delivered']);
  await receiver.close();
});

test('an older secret signs until it ends', async () => {
  const { id, secret: older } = await createEndpoint(client, receiver.url, { topics: ['taxonomy.created'] });
  const { body } = await client.call('POST', `/svc-api/webhook-endpoints/${id}/secrets`, { body: {} });
  for (const [ms, expected] of [
    [23 * hourMs, [true, true, true, false]],
    [2 * hourMs, [false, true, false, true]],
  ] as const) {
    await pass(ms);
    await change(client, 'Signed');
    await pass(0);
    const one = receiver.received.at(-1);
    if (!one) throw new Error('nothing was received');
    const secrets = [older, body.secret];
    const found = [
      ...secrets.map((text) => standardVerifies(one, text)),
      ...secrets.map((text) => otherVerifies(one, text)),
    ];
    expect(found).toEqual(expected);
  }
  await receiver.close();
});

test('the endpoints of a dead worker are taken over within a minute', async () => {
  const { id } = await createEndpoint(client, receiver.url, { topics: ['taxonomy.created'] });
  await change(client, 'Left behind');
  await service.publisher.publishAll();
  const until = new Date(service.now().getTime() + 30 * secondMs);
  // The state after a worker dies while it sends.
  await service.database.query(
    `update webhook_queues set leased_by = $2, leased_until = $3, due_at = 'infinity' where webhook_endpoint_id = $1`,
    [id, randomUUID(), until],
  );
  await pass(20 * secondMs);
  expect(receiver.received).toHaveLength(0);
  await pass(40 * secondMs);
  expect(receiver.received).toHaveLength(1);
  expect(await deliveriesOf(client, id)).toMatchObject([{ status: 'delivered' }]);
  await receiver.close();
});

test('deliveries and attempts go with their event, and an expired event is not sent any more', async () => {
  receiver.behave(answer(410));
  const { id } = await createEndpoint(client, receiver.url, { topics: ['taxonomy.created'] });
  await change(client, 'Old');
  await deliver(service);
  const [old] = await deliveriesOf(client, id);
  await pass(40 * dayMs);
  await change(client, 'Young');
  await pass(0);
  await service.housekeeping.clean();
  expect(await deliveriesOf(client, id)).toHaveLength(2);
  await pass(21 * dayMs);
  await service.housekeeping.clean();
  const left = await deliveriesOf(client, id);
  expect(left).toHaveLength(1);
  expect((await client.call('GET', `/svc-api/webhook-deliveries/${old.id}`)).status).toBe(404);
  expect(await attemptsOf(client, old.id)).toEqual([]);
  receiver.behave(answer(202));
  receiver.received.length = 0;
  await client.call('PATCH', `/svc-api/webhook-endpoints/${id}`, { body: { status: 'active' } });
  await pass(0);
  expect(receiver.received.map(({ body }) => JSON.parse(String(body)).data.name)).toEqual(['Young']);
  await receiver.close();
});

test('weeks that have expired everywhere are dropped as a whole, and those to come are made', async () => {
  const weeks = async (table: string) => {
    const rows = await service.database.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
      [table],
    );
    return rows.map(({ name }) => name);
  };
  await change(client, 'Kept for its time');
  await service.publisher.publishAll();
  const tables = ['events', 'deliveries', 'delivery_attempts'];
  const before = await Promise.all(tables.map(weeks));
  await pass(59 * dayMs);
  await service.housekeeping.clean();
  const { body } = await client.call('GET', '/svc-api/events?topic=taxonomy.created');
  expect(body.items.map(({ data }: { data: { name: string } }) => data.name)).toEqual(['Kept for its time']);
  // Partitions are created two weeks ahead.
  await pass(23 * dayMs);
  await service.housekeeping.clean();
  const after = await Promise.all(tables.map(weeks));
  for (const [index, table] of tables.entries()) {
    const current = (before[index] ?? []).filter((week) => after[index]?.includes(week));
    expect(current, table).toEqual([]);
    expect(after[index]?.length, table).toBeGreaterThanOrEqual(2);
  }
});
