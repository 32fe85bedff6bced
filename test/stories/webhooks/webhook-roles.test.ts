/** One process serves requests, others on the same database send webhooks. */
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { diskStorage } from '../../../server/files/disk-storage.ts';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import { type Service, startService } from '../../../server/service/service.ts';
import { loopbackNetworks } from '../../../server/settings/webhooks.ts';
import { standardLimits } from '../../../server/webhooks/limits.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { limits, type TestClient, type TestService, testService } from '../../support/service.ts';
import { answer, type Receiver, silence, startReceiver } from '../../support/webhooks/receiver.ts';
import { attemptsOf, change, createEndpoint, deliveriesOf } from '../../support/webhooks/webhooks.ts';

const masterKey = randomBytes(32);
let shared: FreshDatabase;
let api: TestService;
let receiver: Receiver;
let client: TestClient;
const workers: Service[] = [];

async function startWorker(attemptMs = 5000): Promise<Service> {
  const worker = await startService({
    databaseUrl: shared.url,
    host: '127.0.0.1',
    port: await findFreePort(),
    publicUrl: api.url,
    authUrl: null,
    accountHosts: [],
    trustedProxies: [],
    masterKey,
    storage: diskStorage(api.filesDir),
    limits,
    webhooks: { networks: loopbackNetworks, limits: { ...standardLimits, attemptMs } },
    role: 'worker',
    now: api.now,
    logger: pino({ level: 'silent' }),
  });
  workers.push(worker);
  return worker;
}

beforeAll(async () => {
  shared = await freshDatabase();
  api = await testService({
    databaseUrl: shared.url,
    masterKey,
    role: 'api',
    webhooks: { networks: loopbackNetworks },
  });
  receiver = await startReceiver();
  client = await api.client(await api.openAccount('acme'));
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});
afterAll(async () => {
  await api.stop();
  await receiver.close();
  await shared.drop();
});

test('a process that only answers sends nothing, and a worker that joins sends everything by itself', async () => {
  const { id } = await createEndpoint(client, receiver.url, { topics: ['taxonomy.created'] });
  await change(client, 'Waiting');
  await api.publisher.publishAll();
  expect(await deliveriesOf(client, id)).toMatchObject([{ status: 'undelivered', attemptsCount: 0 }]);
  await startWorker();
  await receiver.until(1);
  await change(client, 'At once');
  await receiver.until(2);
  await client.call('POST', '/svc-api/webhook-deliveries', { body: { webhookEndpoint: { id } } });
  await receiver.until(3);
  await expect
    .poll(async () => (await deliveriesOf(client, id)).map(({ status }) => status))
    .toEqual(['delivered', 'delivered', 'delivered']);
});

test('requests in flight when a worker stops are repeated by the next one and are no failures', async () => {
  receiver.behave(silence);
  receiver.received.length = 0;
  const { id } = await createEndpoint(client, receiver.url, { topics: ['profession.created'] });
  const worker = await startWorker(60_000);
  await client.call('POST', '/svc-api/professions', { body: { title: 'Interrupted' } });
  await receiver.until(1);
  await worker.stop();
  workers.length = 0;
  const [left] = await deliveriesOf(client, id);
  expect(left).toMatchObject({ status: 'undelivered', attemptsCount: 0 });
  expect(await attemptsOf(client, left.id)).toEqual([]);
  receiver.behave(answer(202));
  await startWorker();
  await receiver.until(2);
  await expect.poll(async () => (await deliveriesOf(client, id))[0]).toMatchObject({ status: 'delivered' });
  const [first, second] = receiver.received;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
});
