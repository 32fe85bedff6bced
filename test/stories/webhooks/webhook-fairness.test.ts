/** A failing receiver, or an account with very many deliveries, delays nobody else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPublisher } from '../../../server/events/publish.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { loopbackNetworks } from '../../../server/settings/webhooks.ts';
import { standardLimits } from '../../../server/webhooks/limits.ts';
import { openSender } from '../../../server/webhooks/send.ts';
import { startDeliveries } from '../../../server/worker/deliveries.ts';
import { inFull } from '../../support/form.ts';
import type { TestClient, TestService } from '../../support/service.ts';
import { after, answer, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';
import { change, createEndpoint, deliveriesOf, recordMany, sendingService } from '../../support/webhooks/webhooks.ts';

let service: TestService;
let account: Awaited<ReturnType<TestService['openAccount']>>;
let client: TestClient;
const receivers: Receiver[] = [];

async function newReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

beforeAll(async () => {
  service = await sendingService({ attemptMs: 2000 });
  account = await service.openAccount('fair');
  client = await service.client(account);
});
afterAll(async () => {
  await service.stop();
  for (const receiver of receivers) await receiver.close();
});

test('an endpoint that keeps failing is asked less and less at once', async () => {
  const failing = await newReceiver();
  failing.behave(after(50, answer(500)));
  const { id } = await createEndpoint(client, failing.url, { topics: ['taxonomy-label.created'] });
  const taxonomy = await change(client, 'Labelled');
  for (let count = 0; count < 40; count += 1) {
    const body = { name: `Label ${count}`, taxonomy: { id: taxonomy } };
    await client.call('POST', '/svc-api/taxonomy-labels', { body });
  }
  await service.publisher.publishAll();
  await service.deliveries.deliverDue();
  // The first three were sent together; then it pauses, with most of the others not started.
  expect(failing.parallel.most).toBe(3);
  const tried = failing.received.length;
  expect(tried).toBeLessThan(20);
  const waiting = (await deliveriesOf(client, id)).filter(({ attemptsCount }) => attemptsCount === 0);
  expect(waiting.length).toBe(40 - tried);
  failing.behave(answer(202));
  for (let turn = 0; turn < 10; turn += 1) {
    service.advance(60_000);
    await service.deliveries.deliverDue();
  }
  const ended = await deliveriesOf(await service.renewed(client), id);
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['delivered']));
}, 60_000);

test('new events are sent during a redelivery, which takes at most half of the requests', async () => {
  client = await service.renewed(client);
  const receiver = await newReceiver();
  const many = await service.openAccount('again');
  const again = await service.client(many);
  const startsAt = new Date(service.now().getTime() - 1000).toISOString();
  await recordMany(service, many.id, 1500);
  await service.publisher.publishAll();
  const { id } = await createEndpoint(again, receiver.url, { topics: ['profession.created', 'taxonomy.created'] });
  const isNew = (topic: string) => topic === 'taxonomy.created';
  const seen = { now: 0, most: 0 };
  receiver.behave((response, { body }) => {
    const isAgain = !isNew(JSON.parse(String(body)).topic);
    if (isAgain) seen.most = Math.max(seen.most, ++seen.now);
    setTimeout(() => {
      if (isAgain) seen.now -= 1;
      response.writeHead(202).end();
    }, 5);
  });
  const made = await again.call('POST', '/svc-api/webhook-redeliveries', {
    body: { webhookEndpoint: { id }, startsAt },
  });
  expect(made.status, made.text).toBe(201);
  const sending = service.deliveries.deliverDue();
  await receiver.until(20);
  await change(again, 'In between');
  await service.publisher.publishAll();
  await sending;
  await service.deliveries.deliverDue();
  const topics = receiver.received.map(({ body }) => JSON.parse(String(body)).topic as string);
  expect(topics).toHaveLength(1501);
  expect(topics.findIndex(isNew)).toBeLessThan(1000);
  expect(seen.most).toBeLessThanOrEqual(5);
  const { body } = await again.call('GET', `/svc-api/webhook-redeliveries/${made.body.id}`);
  expect(body).toMatchObject({ status: 'done', deliveriesCount: 1500 });
}, 60_000);

test('two workers share the work and send nothing twice', async () => {
  const sender = openSender({ permits: { networks: loopbackNetworks, isOwnHost: () => false } });
  const shared = await service.openAccount('shared');
  const both = await service.client(shared);
  const places = await Promise.all(Array.from({ length: 6 }, newReceiver));
  for (const place of places) {
    place.behave(after(2, answer(202)));
    await createEndpoint(both, place.url, { topics: ['profession.created'] });
  }
  await recordMany(service, shared.id, 100);
  const second = startDeliveries({
    database: service.database,
    sender,
    limits: standardLimits,
    baseUrlOf: service.addresses.baseUrlOf,
    sourceOf: service.addresses.sourceOf,
    now: service.now,
    random: () => 0.5,
    onRecorded: () => undefined,
    onError: (error) => {
      throw error;
    },
    isSending: false,
    isWoken: false,
  });
  await service.publisher.publishAll();
  const isMissing = () => places.some(({ received }) => received.length < 100);
  // On a slow machine the turn of an endpoint ends before all of it is sent.
  for (let turn = 0; turn < 2 || (turn < 10 && isMissing()); turn += 1)
    await Promise.all([service.deliveries.deliverDue(), second.deliverDue()]);
  for (const place of places) {
    expect(place.received).toHaveLength(100);
    expect(new Set(place.received.map(({ headers }) => headers['webhook-id'])).size).toBe(100);
    expect(place.parallel.most).toBeLessThanOrEqual(10);
  }
  await second.stop();
  await sender.close();
}, 60_000);

test('an account with very much to publish does not keep others from being published', async () => {
  const [much, little] = [await service.openAccount('much'), await service.openAccount('little')];
  for (let times = 0; times < 3; times += 1) await recordMany(service, much.id, 4000);
  await recordMany(service, little.id, 1);
  const seen: string[] = [];
  const publisher = startPublisher(service.database, (error) => {
    throw error;
  });
  publisher.onPublished((accountId) => seen.push(accountId));
  await publisher.publishAll();
  await publisher.stop();
  await service.publisher.publishAll();
  expect(seen.filter((accountId) => accountId === much.id).length).toBeLessThanOrEqual(2);
  const session = service.database.session(much.id);
  const [row] = await session.run<{ count: string; first: string; last: string }>(
    statement('select count(*), min(id)::text as first, max(id)::text as last from events where account_id = $1'),
  );
  expect(row).toMatchObject({ count: '12000', first: '1', last: '12000' });
}, 60_000);

test('a long change of an endpoint does not delay other accounts', async () => {
  const [slow, other] = [await service.openAccount('slow'), await service.openAccount('other')];
  const { id } = await createEndpoint(await service.client(slow), 'http://localhost:1/', {
    topics: ['taxonomy.created'],
  });
  await service.publisher.publishAll();
  const lastOf = async (accountId: string) => {
    const rows = await service.database.query<{ account_id: string; last_id: string }>('select * from published');
    return rows.find((row) => row.account_id === accountId)?.last_id;
  };
  await service.database.transaction(slow.id, async (tx) => {
    await tx.run(statement('select 1 from webhook_endpoints where account_id = $1 and id = $2 for update'), [id]);
    // Only now: the service publishes by itself what is recorded.
    await recordMany(service, slow.id, 1);
    await recordMany(service, other.id, 1);
    await service.publisher.publishAll();
    expect(await lastOf(other.id)).toBe('1');
    expect(await lastOf(slow.id)).toBe('1');
  });
  await service.publisher.publishAll();
  expect(await lastOf(slow.id)).toBe('2');
});

inFull(
  'an endpoint that returns to more than a request could make due receives all of it',
  async () => {
    const receiver = await newReceiver();
    const long = await service.openAccount('long');
    const owner = await service.client(long);
    receiver.behave(answer(410));
    const { id } = await createEndpoint(owner, receiver.url, { topics: ['profession.created'] });
    await recordMany(service, long.id, 1);
    await service.publisher.publishAll();
    await service.deliveries.deliverDue();
    await recordMany(service, long.id, 6000);
    await service.publisher.publishAll();
    receiver.behave(answer(202));
    await owner.call('PATCH', `/svc-api/webhook-endpoints/${id}`, { body: { status: 'active' } });
    await service.deliveries.deliverDue();
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(6001);
  },
  60_000,
);
