/** Endpoints for tests: created through the API, each with a receiver. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { loopbackNetworks } from '../../../server/settings/webhooks.ts';
import { standardLimits, type WebhookLimits } from '../../../server/webhooks/limits.ts';
import { type Reply, type SharedService, type TestClient, type TestService, testService } from '../service.ts';
import type { Received } from './receiver.ts';

/** Sends to this machine, waits without jitter, and gives up sooner than in production. */
export const sendingService = (limits: Partial<WebhookLimits> = {}): Promise<TestService> =>
  testService({
    webhooks: {
      networks: loopbackNetworks,
      limits: { ...standardLimits, attemptMs: 3000, ...limits },
      random: () => 0.5,
      isSending: false,
    },
  });

export interface Endpoint {
  readonly id: string;
  readonly secret: string;
}

export async function createEndpoint(
  client: TestClient,
  webhookUrl: string,
  overrides: Record<string, unknown> = {},
): Promise<Endpoint> {
  const made = await client.call('POST', '/svc-api/webhook-endpoints', {
    body: { name: 'Receiver', apiVersion: '2024-11-01', webhookUrl, topics: ['*'], ...overrides },
  });
  expect(made.status, made.text).toBe(201);
  return made.body;
}

export const endpointOf = async (client: TestClient, id: string): Promise<Reply['body']> =>
  (await client.call('GET', `/svc-api/webhook-endpoints/${id}`)).body;

export const deliveriesOf = async (client: TestClient, endpointId: string): Promise<Reply['body'][]> =>
  (await client.call('GET', `/svc-api/webhook-deliveries?webhookEndpoint.id=${endpointId}&limit=1000`)).body.items;

export const attemptsOf = async (client: TestClient, deliveryId: string): Promise<Reply['body'][]> =>
  (await client.call('GET', `/svc-api/webhook-delivery-attempts?webhookDelivery.id=${deliveryId}`)).body.items;

/** A change that records one event. */
export async function change(client: TestClient, name: string): Promise<string> {
  const made = await client.call('POST', '/svc-api/taxonomies', { body: { name } });
  expect(made.status).toBe(201);
  return made.body.id;
}

/** Publishes all recorded events, and sends all due deliveries. */
export async function deliver(service: SharedService): Promise<void> {
  await service.publisher.publishAll();
  await service.deliveries.deliverDue();
}

/** The library of the standard uses the real clock, so the simulated time is checked here. */
export function standardVerifies({ headers, body }: Received, secret: string): boolean {
  const id = String(headers['webhook-id']);
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signed = new Webhook(secret).sign(id, at, body.toString());
  return String(headers['webhook-signature']).split(' ').includes(signed);
}

/** Checks the other family of signatures as a receiver would, with independent code. */
export function otherVerifies({ headers, body }: Received, secret: string): boolean {
  const got = Buffer.from(String(headers['svc-signature']), 'base64');
  const expected = createHmac('sha256', secret).update(`${headers['svc-timestamp']}.`).update(body).digest();
  return got.length === expected.length && timingSafeEqual(got, expected);
}

/** The deliveries of many changes, without the changes. */
export async function recordMany(
  service: Pick<TestService, 'database' | 'now'>,
  accountId: string,
  count: number,
): Promise<void> {
  await service.database.query(
    `insert into outbox (account_id, topic, data_type, data_id, occurred_at, data)
     select $1, 'profession.created', 'profession', number::text, $2, '{}' from generate_series(1, $3::int) as number`,
    [accountId, service.now(), count],
  );
}
