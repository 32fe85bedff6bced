/** The receiver of the client package with real deliveries: verified, once each, in order, during a rotation. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isAbout, nodeListener, type WebhookEvent, webhookReceiver } from '@muster/client';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { newcomer } from '../../support/examples.ts';
import type { TestClient, TestService } from '../../support/service.ts';
import { change, createEndpoint, deliver, sendingService } from '../../support/webhooks/webhooks.ts';

let service: TestService;
let client: TestClient;
let url: string;
let secrets: string[];
let handed: WebhookEvent[];

beforeAll(async () => {
  service = await sendingService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ client } = await newcomer(service));
  secrets = ['whsec_bm90IHlldA=='];
  handed = [];
  const receiver = webhookReceiver({
    secrets: () => secrets,
    windowMs: 100,
    now: () => service.now().getTime(),
    onEvent: (event) => {
      handed.push(event);
    },
  });
  const server = createServer(nodeListener(receiver)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  onTestFinished(async () => {
    await receiver.stop();
    server.close();
  });
});

const names = () => handed.map((event) => (isAbout(event, 'taxonomy') ? event.data.name : event.topic));

test('deliveries are verified and handed over once, however often they are sent', async () => {
  const { id, secret } = await createEndpoint(client, url, { topics: ['taxonomy.*'] });
  secrets = [secret];
  await change(client, 'Skills');
  await change(client, 'Talents');
  await deliver(service);
  await expect.poll(names).toEqual(['Skills', 'Talents']);
  const [event] = handed;
  const again = { webhookEndpoint: { id }, event: { id: event?.id } };
  expect((await client.call('POST', '/svc-api/webhook-deliveries', { body: again })).status).toBe(201);
  await change(client, 'Trades');
  await deliver(service);
  await expect.poll(names).toEqual(['Skills', 'Talents', 'Trades']);
});

test('while secrets are rotated, the old one and the new one are accepted', async () => {
  const { id, secret } = await createEndpoint(client, url, { topics: ['taxonomy.*'] });
  secrets = [secret];
  const made = await client.call('POST', `/svc-api/webhook-endpoints/${id}/secrets`, { body: {} });
  expect(made.status).toBe(201);
  await change(client, 'by the old one');
  await deliver(service);
  await expect.poll(names).toEqual(['by the old one']);
  secrets = [made.body.secret];
  await change(client, 'by the new one');
  await deliver(service);
  await expect.poll(names).toEqual(['by the old one', 'by the new one']);
});

test('a receiver that does not know the secret accepts nothing', async () => {
  await createEndpoint(client, url, { topics: ['taxonomy.*'] });
  await change(client, 'Skills');
  await deliver(service);
  const { body } = await client.call('GET', '/svc-api/webhook-delivery-attempts');
  expect(body.items).toMatchObject([{ isSuccessful: false, responseStatusCode: 401 }]);
  expect(handed).toEqual([]);
});
