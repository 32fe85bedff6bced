/** Decisions have one topic and two types: a subscription to the topic gets both, also in a redelivery. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import type { Row } from '../../support/examples.ts';
import { approve, deny, leaveAccount, leaveOf, requestOf } from '../../support/leaves/leaves.ts';
import { type Company, hired, newCompany } from '../../support/people/people.ts';
import type { TestClient, TestService } from '../../support/service.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';
import { createEndpoint, deliver, sendingService } from '../../support/webhooks/webhooks.ts';

let service: TestService;
let account: Account;
let client: TestClient;
let company: Company;
let receiver: Receiver;

beforeAll(async () => {
  service = await sendingService();
  receiver = await startReceiver();
  ({ account, client, ...company } = await newCompany(service));
});
afterAll(async () => {
  await receiver.close();
  await service.stop();
});

/** An approval and a denial. */
async function decisions(): Promise<Row[]> {
  const paid = await leaveAccount(client);
  const asked = async () => requestOf(client, await leaveOf(client, await hired(client, company), paid, '2025-03-03'));
  return [await approve(client, await asked()), await deny(client, await asked())];
}

const received = (): [string, string][] =>
  receiver.received.map(({ body }) => JSON.parse(body.toString())).map(({ topic, data }) => [topic, data.type]);

const both = [
  ['leave-request-decision.created', 'leave-request-approval-decision'],
  ['leave-request-decision.created', 'leave-request-denial-decision'],
];

test.each([['leave-request-decision.*'], ['leave-request-decision.created']])(
  'an endpoint for %s gets both',
  async (topic) => {
    receiver.received.length = 0;
    const endpoint = await createEndpoint(client, receiver.url, { topics: [topic] });
    const startsAt = service.now().toISOString();
    service.advance(10);
    await decisions();
    await deliver(service);
    expect(received()).toEqual(both);
    service.advance(10);
    const body = { webhookEndpoint: { id: endpoint.id }, startsAt, onlyUndelivered: false };
    expect((await client.call('POST', '/svc-api/webhook-redeliveries', { body })).status).toBe(201);
    await deliver(service);
    expect(received()).toEqual([...both, ...both]);
    await client.call('DELETE', `/svc-api/webhook-endpoints/${endpoint.id}`);
  },
);

test('an endpoint of an application that may not read requests gets none', async () => {
  receiver.received.length = 0;
  const other = await service.client(account, { scopes: ['leaves.readonly', 'webhook-endpoints.readwrite'] });
  await createEndpoint(other, receiver.url, { topics: ['*'] });
  await decisions();
  await deliver(service);
  const topics = received().map(([topic]) => topic);
  expect(topics).toContain('leave.created');
  expect(topics.filter((topic) => topic.startsWith('leave-request'))).toEqual([]);
});
