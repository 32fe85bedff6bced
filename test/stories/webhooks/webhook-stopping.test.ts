/** A worker that is stopped stores the results of what it has sent: the next one sends the rest, and nothing twice. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loopbackNetworks } from '../../../server/settings/webhooks.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { inForm } from '../../support/form.ts';
import { secondNode } from '../../support/second-node.ts';
import { type TestService, testService } from '../../support/service.ts';
import { after, answer, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';
import { change, createEndpoint } from '../../support/webhooks/webhooks.ts';

const changes = inForm({ short: 60, full: 120 });
const masterKey = randomBytes(32);

let database: FreshDatabase;
let service: TestService;
let receiver: Receiver;

beforeAll(async () => {
  database = await freshDatabase();
  service = await testService({ databaseUrl: database.url, masterKey, role: 'api' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await service.stop();
  await database.drop();
});

const startWorker = () =>
  secondNode(database.url, masterKey, service, {
    role: 'worker',
    webhooks: { networks: loopbackNetworks, isSending: true },
  });

const ids = (): Set<unknown> => new Set(receiver.received.map(({ headers }) => headers['webhook-id']));

test('workers that are stopped one after the other send nothing twice', { timeout: 90_000 }, async () => {
  const client = await service.client(await service.openAccount('acme'));
  // So slow that a backlog is left at each stop.
  receiver.behave(after(60, answer(200)));
  for (const path of ['one', 'two']) {
    await createEndpoint(client, `${receiver.url}/${path}`, { topics: ['taxonomy.*'] });
  }
  for (let made = 0; made < changes; made += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, at) => change(client, `Taxonomy ${made + at}`)));
  }
  await service.publisher.publishAll();
  for (let stops = 0; stops < inForm({ short: 2, full: 4 }); stops += 1) {
    const worker = await startWorker();
    const before = receiver.received.length;
    await expect.poll(() => receiver.received.length, { interval: 5, timeout: 20_000 }).toBeGreaterThan(before + 10);
    await worker.stop();
  }
  const last = await startWorker();
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(2 * changes);
  await last.stop();
  expect(receiver.received).toHaveLength(2 * changes);
  expect(ids().size).toBe(changes);
});
