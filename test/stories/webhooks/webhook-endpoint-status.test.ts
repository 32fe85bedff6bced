/** The status of a webhook endpoint and its waiting deliveries, and the challenge of a new address. */
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { suspend } from '../../../server/webhooks/health.ts';
import { type Body, createExample, type Row } from '../../support/examples.ts';
import { idsOf } from '../../support/list-model.ts';
import { changeErrors, creationErrors, eventsSeen } from '../../support/organization/organization.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';
import { answer, startReceiver } from '../../support/webhooks/receiver.ts';
import { attemptAt } from '../../support/webhooks/webhook-examples.ts';

let service: TestService;
let account: Account;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
  client = await service.client(account);
});
afterAll(() => service.stop());

const collection = '/svc-api/webhook-endpoints';
const example = {
  name: 'Payroll bridge',
  apiVersion: '2024-11-01',
  webhookUrl: 'https://hooks.payroll.example.net/acme',
  topics: ['employee.created', 'leave.updated'],
};

const newEndpoint = (members: Body = {}, by = client): Promise<Row> =>
  createExample(by, webhookEndpoints, { ...example, ...members });

const change = (id: string, body: Body, by = client) => by.call('PATCH', `${collection}/${id}`, { body });

/** Records an event of a department, with deliveries to all subscribed endpoints. */
async function somethingHappens(): Promise<void> {
  await client.call('POST', '/svc-api/departments', { body: { name: 'Sales' } });
  await service.publisher.publishAll();
}

const deliveriesTo = async (id: string, by = client): Promise<Row[]> =>
  (await by.call('GET', `/svc-api/webhook-deliveries?webhookEndpoint.id=${id}&limit=1000`)).body.items;

/** As a worker does after an attempt. */
const finish = (id: unknown) =>
  service.database
    .session(account.id)
    .run(
      statement(`update deliveries set status = 'delivered', next_attempt_at = null where account_id = $1 and id = $2`),
      [id],
    );

describe('the status', () => {
  const topics = ['department.*'];

  test('suspended is refused unless it is so already', async () => {
    const { id } = await newEndpoint();
    expect(await changeErrors(client, webhookEndpoints, { id }, { status: 'suspended' })).toEqual(['status']);
    await suspend(service.database, account.id, id, 'gone');
    const same = await change(id, { status: 'suspended', name: 'Renamed' });
    expect([same.status, same.body.suspensionReason]).toEqual([200, 'gone']);
  });

  test('active sends deliveries that waited while suspended, with a new retry cycle', async () => {
    const { id } = await newEndpoint({ topics });
    await somethingHappens();
    await suspend(service.database, account.id, id, 'noSuccess');
    await somethingHappens();
    const waiting = await deliveriesTo(id);
    expect(waiting.map(({ status, nextAttemptAt }) => [status, nextAttemptAt])).toEqual([
      ['undelivered', null],
      ['undelivered', null],
    ]);
    const active = await change(id, { status: 'active' });
    expect(active.body).toMatchObject({
      status: 'active',
      suspendedAt: null,
      suspensionReason: null,
      failingSince: null,
    });
    for (const { nextAttemptAt } of await deliveriesTo(id)) expect(nextAttemptAt).not.toBeNull();
    const [, , updated] = await eventsSeen(service, client, `&data.type=webhook-endpoint&data.id=${id}`);
    expect(updated?.previousAttributes).toMatchObject({ status: 'suspended', suspensionReason: 'noSuccess' });
  });

  test('inactive drops waiting deliveries and creates no new ones', async () => {
    const { id } = await newEndpoint({ topics });
    await somethingHappens();
    await somethingHappens();
    const [done, waiting] = (await deliveriesTo(id)) as [Row, Row];
    for (const delivery of [done, waiting]) await attemptAt(service, client, delivery);
    await finish(done.id);
    await change(id, { status: 'inactive' });
    const attempts = `/svc-api/webhook-delivery-attempts?webhookDelivery.id=${done.id},${waiting.id}`;
    expect((await client.call('GET', attempts)).body.items).toMatchObject([{ webhookDelivery: { id: done.id } }]);
    await somethingHappens();
    expect(idsOf(await deliveriesTo(id))).toEqual([done.id]);
    await change(id, { status: 'active' });
    await somethingHappens();
    expect(await deliveriesTo(id)).toHaveLength(2);
  });

  test('a deleted endpoint leaves its finished deliveries', async () => {
    const { id } = await newEndpoint({ topics });
    await somethingHappens();
    await somethingHappens();
    const [done] = await deliveriesTo(id);
    await finish(done?.id);
    expect((await client.call('DELETE', `${collection}/${id}`)).status).toBe(204);
    expect(idsOf(await deliveriesTo(id))).toEqual([done?.id]);
    const queued = await service.database.query('select 1 from webhook_queues where webhook_endpoint_id = $1', [id]);
    expect(queued).toEqual([]);
  });
});

describe('a challenge', () => {
  test('is asked of an address that is to be called, where the account wants it', async () => {
    const careful = await service.openAccount('careful');
    const caller = await service.client(careful);
    const asked = `insert into account_settings (account_id, webhook_challenge) values ($1, true)`;
    await service.database.session(careful.id).run(statement(asked));
    const receiver = await startReceiver();
    const echo = (type: string, more = '') =>
      receiver.behave((response, { path }) => {
        const text = new URL(path, receiver.url).searchParams.get('echo') ?? '';
        response.writeHead(200, { 'content-type': type }).end(` ${text}${more}\n`);
      });
    const body = { ...example, webhookUrl: `${receiver.url}/hook?key=1` };
    for (const refuse of [
      () => receiver.behave(answer(404)),
      () => echo('text/html'),
      () => echo('text/plain', '!'),
      () => receiver.behave(answer(204)),
    ]) {
      refuse();
      expect(await creationErrors(caller, webhookEndpoints, body)).toEqual(['webhookUrl']);
    }
    expect((await caller.call('GET', collection)).body.items).toEqual([]);
    echo('text/plain; charset=utf-8');
    const { id } = await createExample(caller, webhookEndpoints, body);
    const asks = receiver.received.length;
    expect(receiver.received.at(-1)).toMatchObject({
      method: 'GET',
      path: expect.stringMatching(/^\/hook\?key=1&echo=./),
    });
    // The address does not change, so there is no challenge.
    await change(id, { name: 'Renamed', status: 'inactive' }, caller);
    await createExample(caller, webhookEndpoints, { ...body, status: 'inactive' });
    expect(receiver.received).toHaveLength(asks);
    receiver.behave(answer(404));
    expect(await changeErrors(caller, webhookEndpoints, { id }, { status: 'active' })).toEqual(['webhookUrl']);
    expect((await caller.call('GET', `${collection}/${id}`)).body.status).toBe('inactive');
    await receiver.close();
  });
});
