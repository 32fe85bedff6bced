/**
 * Nothing is lost between suspension and reactivation: an endpoint is repeatedly suspended by its receiver and
 * reactivated by its owner while events are recorded, published and sent by two workers. In the end it has received
 * everything.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loopbackNetworks } from '../../../server/settings/webhooks.ts';
import { standardLimits } from '../../../server/webhooks/limits.ts';
import { openSender, type Sender } from '../../../server/webhooks/send.ts';
import { type Deliveries, startDeliveries } from '../../../server/worker/deliveries.ts';
import { inForm } from '../../support/form.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';
import { answer, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';
import { change, createEndpoint, deliver, deliveriesOf, endpointOf } from '../../support/webhooks/webhooks.ts';

const limits = { ...standardLimits, waitsMs: Array.from({ length: 50 }, () => 100) };
let service: TestService;
let receiver: Receiver;
let client: TestClient;
let second: Deliveries;
let sender: Sender;

beforeAll(async () => {
  service = await testService({ webhooks: { networks: loopbackNetworks, limits } });
  receiver = await startReceiver();
  client = await service.client(await service.openAccount('races'));
  sender = openSender({ permits: { networks: loopbackNetworks, isOwnHost: () => false } });
  second = startDeliveries({
    database: service.database,
    sender,
    limits,
    baseUrlOf: service.addresses.baseUrlOf,
    sourceOf: service.addresses.sourceOf,
    now: service.now,
    random: Math.random,
    onRecorded: service.publisher.wake,
    onError: (error) => {
      throw error;
    },
    isSending: true,
    isWoken: true,
  });
});
afterAll(async () => {
  await second.stop();
  await sender.close();
  await service.stop();
  await receiver.close();
});

test('an endpoint that comes and goes receives every event, whatever happens at the same moment', async () => {
  const { id } = await createEndpoint(client, receiver.url, { topics: ['taxonomy.created'] });
  const endsAtMs = performance.now() + inForm({ short: 1000, full: 6000 });
  let written = 0;
  let suspensions = 0;
  // Longer on a busy machine, which sends less.
  const isGoingOn = () => performance.now() < endsAtMs || suspensions < 3;
  receiver.behave((response) => {
    const chance = Math.random();
    response.writeHead(chance < 0.1 ? 410 : chance < 0.3 ? 500 : 202).end();
  });
  async function write(): Promise<void> {
    while (isGoingOn()) {
      await change(client, `Event ${written++}`);
      await pause(Math.random() * 10);
    }
  }
  async function reactivate(): Promise<void> {
    while (isGoingOn()) {
      if ((await endpointOf(client, id)).status === 'suspended') {
        suspensions += 1;
        const body = { status: 'active' };
        const { status } = await client.call('PATCH', `/svc-api/webhook-endpoints/${id}`, { body });
        // With the log, which has the reason if the response does not.
        expect([status, service.logLines.filter((line) => line.includes('"level":50'))]).toEqual([200, []]);
      }
      await pause(Math.random() * 20);
    }
  }
  await Promise.all([write(), write(), reactivate()]);
  receiver.behave(answer(202));
  const received = () => new Set(receiver.received.map(({ body }) => JSON.parse(String(body)).data.name as string));
  await expect
    .poll(
      async () => {
        await client.call('PATCH', `/svc-api/webhook-endpoints/${id}`, { body: { status: 'active' } });
        await deliver(service);
        const open = await deliveriesOf(client, id);
        return open.filter(({ status }) => status !== 'delivered').length;
      },
      { timeout: 40_000, interval: 200 },
    )
    .toBe(0);
  expect(suspensions).toBeGreaterThan(2);
  const missing = Array.from({ length: written }, (_, index) => `Event ${index}`).filter(
    (name) => !received().has(name),
  );
  expect(missing).toEqual([]);
}, 60_000);
