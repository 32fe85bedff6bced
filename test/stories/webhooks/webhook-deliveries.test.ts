/** Deliveries for clients: pings, redelivery of an event, and results. Nothing is sent here. */
import { webhookDeliveries } from '@muster/contract/resources/webhook-deliveries.ts';
import { webhookDeliveryAttempts } from '@muster/contract/resources/webhook-delivery-attempts.ts';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { scopes as everyScope } from '@muster/contract/scopes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { representation } from '../../../server/platform/store/representation.ts';
import { suspend } from '../../../server/webhooks/health.ts';
import { type Body, createExample, type Row } from '../../support/examples.ts';
import { idsOf } from '../../support/list-model.ts';
import { establishment, eventsSeen, fieldErrors, legalEntity } from '../../support/organization/organization.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';
import { attemptAt } from '../../support/webhooks/webhook-examples.ts';

let service: TestService;
let account: Account;
let client: TestClient;
let endpoint: Row;

const collection = '/svc-api/webhook-deliveries';

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
});
afterAll(() => service.stop());

beforeEach(async () => {
  client = await service.client(account);
  endpoint = await createExample(client, webhookEndpoints, { topics: ['department.*'] });
});

const post = (body: Body) => client.call('POST', collection, { body });
const postErrors = (body: Body) => fieldErrors(client, 'POST', collection, { body });
const to = ({ id }: Row) => ({ webhookEndpoint: { id } });

async function newDepartment(by = client): Promise<Row> {
  const { body } = await by.call('POST', '/svc-api/departments', { body: { name: 'Sales' } });
  const [event] = await eventsSeen(service, by, `&data.type=department&data.id=${body.id}`);
  return event as Row;
}

const deliveries = async (query = ''): Promise<Row[]> =>
  (await client.call('GET', `${collection}?webhookEndpoint.id=${endpoint.id}${query}`)).body.items;

/** As a worker does after an attempt. */
const setStatus = (id: unknown, status: string) =>
  service.database
    .session(account.id)
    .run(
      statement(`update deliveries set status = $3, next_attempt_at = null where account_id = $1 and id = $2::uuid`),
      [id, status],
    );

describe('a ping', () => {
  test('records an event of its own and plans its delivery', async () => {
    const { status, headers, body } = await post(to(endpoint));
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(body.url);
    expect(body).toMatchObject({
      type: 'webhook-delivery',
      webhookEndpoint: { id: endpoint.id, type: 'webhook-endpoint' },
      attemptsCount: 0,
      status: 'undelivered',
      redelivery: null,
    });
    expect(body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(body.nextAttemptAt).toBe(body.createdAt);
    const event = (await client.call('GET', body.event.url)).body;
    expect(event).toMatchObject({ topic: 'ping', data: {}, businessEstablishment: null });
    expect((await client.call('GET', body.url)).body).toEqual(body);
    const queued = await service.database.query('select due_at from webhook_queues where webhook_endpoint_id = $1', [
      endpoint.id,
    ]);
    expect(queued).toHaveLength(1);
  });

  test('is seen by its own application alone, with the scope of deliveries', async () => {
    const { body } = await post(to(endpoint));
    const colleague = await service.client(account);
    const unscoped = everyScope.filter((scope) => !scope.startsWith('webhook-deliveries'));
    const narrowed = await service.narrowed(client, unscoped);
    const statuses = await Promise.all([client, colleague, narrowed].map((one) => one.call('GET', body.event.url)));
    expect(statuses.map(({ status }) => status)).toEqual([200, 404, 404]);
    expect((await colleague.call('GET', body.url)).status).toBe(404);
  });

  test('is allowed in every status, whatever the topics, and delivered to nobody else', async () => {
    await createExample(client, webhookEndpoints, { topics: ['*', 'ping'] });
    await suspend(service.database, account.id, endpoint.id, 'gone');
    expect((await post(to(endpoint))).status).toBe(201);
    await client.call('PATCH', `/svc-api/webhook-endpoints/${endpoint.id}`, { body: { status: 'inactive' } });
    const { status, body } = await post(to(endpoint));
    await service.publisher.publishAll();
    const { body: sent } = await client.call('GET', `${collection}?event.id=${body.event.id}`);
    expect([status, idsOf(sent.items)]).toEqual([201, [body.id]]);
  });

  test('is asked for without a body, in the older form', async () => {
    const query = `webhookEndpoint.id=${endpoint.id}&event.topic=ping`;
    const { status, body } = await client.call('POST', `${collection}?${query}`);
    expect([status, body.webhookEndpoint.id]).toEqual([201, endpoint.id]);
    const wrong = (text: string, options = {}) => fieldErrors(client, 'POST', `${collection}?${text}`, options);
    expect(await wrong(`webhookEndpoint.id=${endpoint.id}`)).toEqual(['event.topic']);
    expect(await wrong('event.topic=ping')).toEqual(['webhookEndpoint.id']);
    expect(await wrong(`webhookEndpoint.id=${endpoint.id}&event.topic=employee.created`)).toEqual(['event.topic']);
    expect(await wrong('webhookEndpoint.id=999999999&event.topic=ping')).toEqual(['webhookEndpoint.id']);
    expect(await wrong(`${query}&event.id=1`)).toEqual(['event.id']);
    expect(await wrong(query, { body: to(endpoint) })).toEqual(['$']);
  });

  test('keeps the numbers of events without gaps while others are published', async () => {
    const pings = Array.from({ length: 8 }, () => post(to(endpoint)));
    const changes = Array.from({ length: 8 }, () => newDepartment());
    const made = await Promise.all([...pings, ...changes]);
    expect(made.every((one) => one !== undefined)).toBe(true);
    const { body } = await client.call('GET', '/svc-api/events?limit=1000');
    const ids = idsOf(body.items).map(Number);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    const published = await service.database.session(account.id).run<{ last: string; kept: string }>(
      statement(`select last_id as last, (select count(*) from events where account_id = $1) as kept
from published where account_id = $1`),
    );
    expect(published[0]?.last).toBe(published[0]?.kept);
  });
});

describe('an event once more', () => {
  test('is planned as a new delivery of the same event, whatever the topics', async () => {
    const event = await newDepartment();
    const other = await createExample(client, webhookEndpoints, { topics: ['employee.*'] });
    const { status, body } = await post({ ...to(other), event: { id: event.id } });
    expect([status, body.event.id, body.webhookEndpoint.id]).toEqual([201, event.id, other.id]);
  });

  test('is refused to an endpoint that is not active', async () => {
    const event = { id: (await newDepartment()).id };
    await suspend(service.database, account.id, endpoint.id, 'gone');
    expect(await postErrors({ ...to(endpoint), event })).toEqual(['webhookEndpoint.id']);
    await client.call('PATCH', `/svc-api/webhook-endpoints/${endpoint.id}`, { body: { status: 'inactive' } });
    expect(await postErrors({ ...to(endpoint), event })).toEqual(['webhookEndpoint.id']);
  });

  test('is refused where the application may not see it', async () => {
    const place = await establishment(client, await legalEntity(client));
    const elsewhere = await establishment(client, await legalEntity(client));
    const [event] = await eventsSeen(service, client, `&data.type=business-establishment&data.id=${elsewhere.id}`);
    const limited = await service.client(account, { establishments: [place.id] });
    const own = await createExample(limited, webhookEndpoints);
    const body = { ...to(own), event: { id: event?.id } };
    expect(await fieldErrors(limited, 'POST', collection, { body })).toEqual(['event.id']);
    expect(await postErrors({ ...to(endpoint), event: { id: '999999999' } })).toEqual(['event.id']);
    expect(await postErrors({ ...to(endpoint), event: { id: 'x' } })).toEqual(['event.id']);
  });

  test('is refused to an endpoint of somebody else', async () => {
    const theirs = await createExample(await service.client(account), webhookEndpoints);
    expect(await postErrors(to(theirs))).toEqual(['webhookEndpoint.id']);
    expect(await postErrors({})).toEqual(['webhookEndpoint']);
  });
});

describe('deliveries', () => {
  test('are found by endpoint, event, topic, status and redelivery', async () => {
    const [first, second] = [await newDepartment(), await newDepartment()];
    const [one, other] = await deliveries();
    await setStatus(other?.id, 'failed');
    const found = async (query: string) => idsOf(await deliveries(`&${query}`));
    expect(await found(`event.id=${first?.id}`)).toEqual([one?.id]);
    expect(await found(`-event.id=${first?.id}`)).toEqual([other?.id]);
    expect(await found('event.topic=department.created')).toEqual([one?.id, other?.id]);
    expect(await found('event.topic=department.deleted')).toEqual([]);
    expect(await found('status=failed')).toEqual([other?.id]);
    expect(await found('status=undelivered,delivered')).toEqual([one?.id]);
    expect(await found('redelivery.id=null')).toEqual([one?.id, other?.id]);
    expect(await found(`nextAttemptAt.between=..--${new Date(service.now().getTime() + 1000).toISOString()}`)).toEqual([
      one?.id,
    ]);
    expect(await found('sort=-nextAttemptAt')).toEqual([other?.id, one?.id]);
    expect(other?.event).toMatchObject({ id: second?.id });
  });

  test('bring their event along, as far as the caller may see it', async () => {
    const event = await newDepartment();
    const path = `${collection}?webhookEndpoint.id=${endpoint.id}&include=embedded,links`;
    const { body } = await client.call('GET', path);
    expect(body.embedded.event[event.id]).toMatchObject({ id: event.id, topic: 'department.created' });
    const [delivery] = body.items;
    const attempts = `${service.url}/svc-api/webhook-delivery-attempts?webhookDelivery.id=${delivery.id}`;
    expect(delivery.links.attempts.href).toBe(attempts);
    const narrowed = await service.narrowed(client, ['webhook-deliveries.readonly', 'events.readonly']);
    expect((await narrowed.call('GET', path)).body.embedded).toEqual({ event: {} });
  });

  test('are shown by the database as by the declaration', async () => {
    await newDepartment();
    const [delivery] = await deliveries();
    await attemptAt(service, client, delivery as Row, { error_response_body: 'a "b"\n' });
    const differing = async (resource: Parameters<typeof representation>[0], from: string) =>
      service.database
        .session(account.id)
        .run(
          statement(
            `select 1 from ${from} where kept.account_id = $1 and ${representation(resource, 'kept')} <> shown.representation`,
          ),
        );
    const row = 'deliveries as kept join webhook_deliveries as shown using (id)';
    expect(await differing(webhookDeliveries, row)).toEqual([]);
    const attempts = `(select *, delivery_id as webhook_delivery_id from delivery_attempts) as kept
join webhook_delivery_attempts as shown using (id)`;
    expect(await differing(webhookDeliveryAttempts, attempts)).toEqual([]);
  });
});

describe('attempts', () => {
  test('show what was sent and what came of it', async () => {
    const event = await newDepartment();
    const [delivery] = await deliveries();
    await attemptAt(service, client, delivery as Row, {
      response_status_code: 503,
      error_response_body: 'maintenance',
    });
    const path = '/svc-api/webhook-delivery-attempts';
    const { body } = await client.call('GET', `${path}?webhookDelivery.id=${delivery?.id}&include=embedded`);
    expect(body.items).toHaveLength(1);
    expect(body.items[0]).toMatchObject({
      type: 'webhook-delivery-attempt',
      webhookDelivery: { id: delivery?.id },
      isSuccessful: false,
      responseStatusCode: 503,
      errorResponseBody: 'maintenance',
      failureReason: 'status',
      requestHeaders: { 'content-type': 'application/json' },
      durationMs: 12,
    });
    expect(Object.keys(body.embedded['webhook-delivery'])).toEqual([delivery?.id]);
    expect(Object.keys(body.embedded.event)).toEqual([event.id]);
    const [attempt] = body.items;
    const count = async (query: string) =>
      (await client.call('GET', `${path}?id=${attempt.id}&${query}`)).body.items.length;
    expect(await count(`webhookDelivery.webhookEndpoint.id=${endpoint.id}`)).toBe(1);
    expect(await count('isSuccessful=true')).toBe(0);
    expect(await count('responseStatusCode=503&failureReason=status')).toBe(1);
    expect((await client.call('POST', path, { body: {} })).status).toBe(405);
  });
});

describe('events by what became of them', () => {
  test('are scheduled, delivered or failed for the own endpoints of the caller', async () => {
    const second = await createExample(client, webhookEndpoints, { topics: ['department.*'] });
    const events = [await newDepartment(), await newDepartment(), await newDepartment()];
    const path = `${collection}?webhookEndpoint.id=${endpoint.id},${second.id}&limit=1000`;
    const made: Row[] = (await client.call('GET', path)).body.items;
    const of = (event: Row | undefined) => made.filter((one) => (one.event as Row).id === event?.id);
    for (const [index, status] of ['delivered', 'failed', 'delivered'].entries()) {
      for (const delivery of of(events[index])) await setStatus(delivery.id, status);
    }
    await setStatus(of(events[2])[0]?.id, 'undelivered');
    const having = async (query: string, by = client) => {
      const { body } = await by.call('GET', `/svc-api/events?id=${idsOf(events as Row[])}&${query}`);
      return idsOf(body.items);
    };
    const [delivered, failed, scheduled] = idsOf(events as Row[]);
    expect(await having('status=delivered')).toEqual([delivered]);
    expect(await having('status=failed')).toEqual([failed]);
    expect(await having('status=scheduled')).toEqual([scheduled]);
    expect(await having('status=scheduled,failed')).toEqual([failed, scheduled]);
    expect(await having('-status=scheduled')).toEqual([delivered, failed]);
    expect(await having('status=scheduled,failed,delivered', await service.client(account))).toEqual([]);
    expect(await fieldErrors(client, 'GET', '/svc-api/events?status=sent')).toEqual(['status']);
  });
});
