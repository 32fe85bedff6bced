/** A slow or dead receiver, or one with very many deliveries, delays no other one. It measures time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inForm } from '../../support/form.ts';
import type { TestClient, TestService } from '../../support/service.ts';
import { after, answer, type Receiver, silence, startReceiver } from '../../support/webhooks/receiver.ts';
import { change, createEndpoint, recordMany, sendingService } from '../../support/webhooks/webhooks.ts';

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

/** More than an endpoint gets in the time in which the others are served. */
const many = inForm({ short: 500, full: 1000 });

test('a healthy endpoint is served while others are silent or have hundreds waiting', async () => {
  const [silent, busy, healthy] = [await newReceiver(), await newReceiver(), await newReceiver()];
  silent.behave(silence);
  busy.behave(after(20, answer(202)));
  const { id } = await createEndpoint(client, silent.url, { topics: ['taxonomy.created'] });
  await createEndpoint(client, busy.url, { topics: ['profession.created'] });
  await createEndpoint(client, healthy.url, { topics: ['taxonomy.created'] });
  await recordMany(service, account.id, many);
  for (const name of ['One', 'Two', 'Three']) await change(client, name);
  await service.publisher.publishAll();
  const startedAtMs = performance.now();
  const sending = service.deliveries.deliverDue();
  await healthy.until(3);
  expect(performance.now() - startedAtMs).toBeLessThan(1500);
  expect(busy.received.length).toBeLessThan(many);
  await sending;
  expect(busy.received.length).toBe(many);
  expect(busy.parallel.most).toBe(10);
  await client.call('DELETE', `/svc-api/webhook-endpoints/${id}`);
}, 60_000);
