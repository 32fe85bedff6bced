/** Receivers of every kind, each with its result as a client can read it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import { loopbackNetworks } from '../../../server/settings/webhooks.ts';
import { standardLimits } from '../../../server/webhooks/limits.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';
import {
  answer,
  type Behaviour,
  certificate,
  endlessBody,
  gzipBomb,
  type Receiver,
  reset,
  silence,
  slowHeaders,
  startReceiver,
} from '../../support/webhooks/receiver.ts';
import {
  attemptsOf,
  change,
  createEndpoint,
  deliver,
  deliveriesOf,
  endpointOf,
} from '../../support/webhooks/webhooks.ts';

let service: TestService;
let client: TestClient;
const receivers: Receiver[] = [];
/** The address of `changing.example.net`; all other names are this machine. */
let changing = '93.184.215.14';

beforeAll(async () => {
  service = await testService({
    webhooks: {
      networks: loopbackNetworks,
      limits: { ...standardLimits, attemptMs: 1000 },
      random: () => 0.5,
      isSending: false,
      authorities: certificate,
      resolve: async (name) => [name === 'changing.example.net' ? changing : '127.0.0.1'],
    },
  });
  client = await service.client(await service.openAccount('zoo'));
});
afterAll(async () => {
  await service.stop();
  for (const receiver of receivers) await receiver.close();
});

async function newReceiver(behaviour: Behaviour, protocol: 'http' | 'https' = 'http'): Promise<Receiver> {
  const receiver = await startReceiver({ protocol });
  receiver.behave(behaviour);
  receivers.push(receiver);
  return receiver;
}

/** One event to one endpoint; returns the result. */
async function outcomeAt(url: string) {
  client = await service.renewed(client);
  const { id } = await createEndpoint(client, url, { topics: ['taxonomy.created'] });
  await change(client, `For ${id}`);
  await deliver(service);
  const state = async () => {
    client = await service.renewed(client);
    const [delivery] = await deliveriesOf(client, id);
    const attempts = await attemptsOf(client, delivery.id);
    return { delivery, attempts, endpoint: await endpointOf(client, id) };
  };
  return { id, state, ...(await state()) };
}

/** Ends what could affect other tests. */
async function retire(id: string): Promise<void> {
  await client.call('DELETE', `/svc-api/webhook-endpoints/${id}`);
}

/** The time between an attempt and the next planned one. */
const secondsAfter = (attempts: { createdAt: string }[], { nextAttemptAt }: { nextAttemptAt: string }) =>
  Math.floor((Date.parse(nextAttemptAt) - Date.parse(attempts.at(-1)?.createdAt ?? '')) / 1000);

test('503 twice, then 202: delivered at the third attempt', async () => {
  const receiver = await newReceiver(answer(202));
  receiver.behave(answer(503, {}, 'busy'), answer(503, {}, 'busy'), answer(202));
  const { id, state, delivery, attempts } = await outcomeAt(receiver.url);
  expect(delivery).toMatchObject({ status: 'undelivered', attemptsCount: 1 });
  expect(secondsAfter(attempts, delivery)).toBe(5);
  for (const seconds of [6, 31]) {
    service.advance(seconds * 1000);
    await service.deliveries.deliverDue();
  }
  const end = await state();
  expect(end.delivery).toMatchObject({ status: 'delivered', attemptsCount: 3, nextAttemptAt: null });
  const shown = end.attempts.map((one) => `${one.responseStatusCode} ${one.failureReason} ${one.errorResponseBody}`);
  expect(shown).toEqual(['503 status busy', '503 status busy', '202 null ']);
  expect(end.endpoint.failingSince).toBeNull();
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await retire(id);
});

test.each([
  ['429 in seconds', 429, () => '60'],
  ['429 as a date', 429, () => new Date(service.now().getTime() + 60_400).toUTCString()],
  ['503 in seconds', 503, () => '60'],
])('Retry-After of a %s moves the next attempt', async (_, status, retryAfter) => {
  const receiver = await newReceiver((response) => {
    response.writeHead(status, { 'retry-after': retryAfter() }).end();
  });
  const { id, delivery, attempts } = await outcomeAt(receiver.url);
  expect(secondsAfter(attempts, delivery)).toBeGreaterThanOrEqual(59);
  expect(secondsAfter(attempts, delivery)).toBeLessThanOrEqual(61);
  await retire(id);
});

test('410 suspends the endpoint at once, and waiting deliveries are sent when it is active again', async () => {
  const receiver = await newReceiver(answer(410));
  const { id, state, delivery, endpoint, attempts } = await outcomeAt(receiver.url);
  expect(delivery).toMatchObject({ status: 'undelivered', attemptsCount: 1, nextAttemptAt: null });
  expect(attempts).toMatchObject([{ responseStatusCode: 410, failureReason: 'status' }]);
  expect(endpoint).toMatchObject({ status: 'suspended', suspensionReason: 'gone' });
  expect(endpoint.suspendedAt).not.toBeNull();
  await change(client, 'While suspended');
  service.advance(3600_000);
  await deliver(service);
  expect(receiver.received).toHaveLength(1);
  client = await service.renewed(client);
  expect((await deliveriesOf(client, id)).map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([null, null]);
  receiver.behave(answer(202));
  await client.call('PATCH', `/svc-api/webhook-endpoints/${id}`, { body: { status: 'active' } });
  await service.deliveries.deliverDue();
  const names = receiver.received.slice(1).map(({ body }) => JSON.parse(String(body)).data.name);
  expect(names.toSorted()).toEqual([`For ${id}`, 'While suspended'].toSorted());
  const end = await state();
  expect(end.endpoint).toMatchObject({ status: 'active', failingSince: null, suspendedAt: null });
  expect(end.delivery).toMatchObject({ status: 'delivered', attemptsCount: 2 });
  await service.publisher.publishAll();
  const { body } = await client.call('GET', `/svc-api/events?topic=webhook-endpoint.updated&data.id=${id}`);
  expect(body.items.map((event: { data: { status: string } }) => event.data.status)).toEqual(['suspended', 'active']);
  await retire(id);
});

test.each([
  ['404', answer(404, {}, 'nothing here'), 'status', 404, 'nothing here'],
  ['400', answer(400), 'status', 400, ''],
  ['500', answer(500), 'status', 500, ''],
  ['a redirect', answer(307, { location: 'http://localhost:1/' }), 'status', 307, ''],
  ['silence', silence, 'timeout', null, ''],
  ['slow headers', slowHeaders, 'timeout', null, ''],
  ['an endless body', endlessBody(500), 'status', 500, 'x'.repeat(4096)],
  ['a gzip bomb', gzipBomb(500), 'status', 500, ''],
  ['a reset', reset, 'connection', null, ''],
])(
  '%s is a failure that is tried again',
  async (_, behaviour, failureReason, responseStatusCode, errorResponseBody) => {
    const receiver = await newReceiver(behaviour);
    const { id, delivery, attempts, endpoint } = await outcomeAt(receiver.url);
    expect(attempts).toMatchObject([{ isSuccessful: false, failureReason, responseStatusCode, errorResponseBody }]);
    expect(attempts[0].signature.length).toBeGreaterThan(40);
    expect(delivery).toMatchObject({ status: 'undelivered', attemptsCount: 1 });
    expect(delivery.nextAttemptAt).not.toBeNull();
    expect(endpoint).toMatchObject({ status: 'active', failingSince: attempts[0].createdAt });
    await retire(id);
  },
);

test('an unreachable receiver is a failed connection', async () => {
  const { id, attempts } = await outcomeAt(`http://localhost:${await findFreePort()}/`);
  expect(attempts).toMatchObject([{ failureReason: 'connection', responseStatusCode: null }]);
  await retire(id);
});

test('a certificate for another name is a TLS failure, and the right one is none', async () => {
  const receiver = await newReceiver(answer(202), 'https');
  const { port } = new URL(receiver.url);
  const wrong = await outcomeAt(`https://other.example.net:${port}/`);
  expect(wrong.attempts).toMatchObject([{ failureReason: 'tls', responseStatusCode: null }]);
  const right = await outcomeAt(`https://hooks.example.net:${port}/`);
  expect(right.delivery.status).toBe('delivered');
  expect(receiver.received).toHaveLength(1);
  await retire(wrong.id);
  await retire(right.id);
});

test('a name that has come to lead inside is refused by the connection itself', async () => {
  const { id } = await createEndpoint(client, 'https://changing.example.net/', { topics: ['taxonomy.created'] });
  changing = '169.254.169.254';
  await change(client, 'Rebound');
  await deliver(service);
  const [delivery] = await deliveriesOf(client, id);
  expect(await attemptsOf(client, delivery.id)).toMatchObject([
    { isSuccessful: false, failureReason: 'address', responseStatusCode: null },
  ]);
  await retire(id);
});
