/**
 * Redeliveries: the events of a time range again, each exactly once, planned in batches that survive an interruption.
 */
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { suspend } from '../../../server/webhooks/health.ts';
import { planFurther } from '../../../server/webhooks/redeliveries.ts';
import { type Body, createExample, type Row } from '../../support/examples.ts';
import { idsOf } from '../../support/list-model.ts';
import { establishment, fieldErrors, legalEntity } from '../../support/organization/organization.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;
let endpoint: Row;
let startsAt: string;

const collection = '/svc-api/webhook-redeliveries';

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
});
afterAll(() => service.stop());

beforeEach(async () => {
  client = await service.client(account);
  endpoint = await createExample(client, webhookEndpoints, { topics: ['department.*'], status: 'inactive' });
  await service.publisher.publishAll();
  startsAt = service.now().toISOString();
});

/** Events of departments from now on, to which the endpoint was not subscribed at the time. */
async function missed(count: number): Promise<string[]> {
  service.advance(10);
  for (let made = 0; made < count; made += 1) {
    await client.call('POST', '/svc-api/departments', { body: { name: 'Sales' } });
    service.advance(10);
  }
  await service.publisher.publishAll();
  const { body } = await client.call(
    'GET',
    `/svc-api/events?topic=department.created&occurredAt.between=${startsAt}--..`,
  );
  await client.call('PATCH', `/svc-api/webhook-endpoints/${endpoint.id}`, { body: { status: 'active' } });
  await service.publisher.publishAll();
  service.advance(10);
  return idsOf(body.items);
}

const asking = (members: Body = {}): Body => ({ webhookEndpoint: { id: endpoint.id }, startsAt, ...members });
const post = (members: Body = {}) => client.call('POST', collection, { body: asking(members) });
const postErrors = (members: Body, by = client) => fieldErrors(by, 'POST', collection, { body: asking(members) });

const planned = async (): Promise<Row[]> =>
  (await client.call('GET', `/svc-api/webhook-deliveries?webhookEndpoint.id=${endpoint.id}&limit=1000`)).body.items;
const eventsPlanned = async () => (await planned()).map(({ event }) => (event as Row).id);

const setStatus = (id: unknown, status: string) =>
  service.database
    .session(account.id)
    .run(
      statement(`update deliveries set status = $3, next_attempt_at = null where account_id = $1 and id = $2::uuid`),
      [id, status],
    );

test('plans one delivery of every event in the range, oldest first', async () => {
  const events = await missed(3);
  const { status, headers, body } = await post();
  expect([status, headers.get('location')]).toEqual([201, body.url]);
  expect(body).toMatchObject({
    type: 'webhook-redelivery',
    topics: null,
    onlyUndelivered: true,
    status: 'done',
    deliveriesCount: 3,
  });
  expect(await eventsPlanned()).toEqual(events);
  const { body: links } = await client.call('GET', `${body.url}?include=links`);
  const ofIt = (await client.call('GET', links.links.deliveries.href)).body.items;
  expect(idsOf(ofIt)).toEqual(idsOf(await planned()));
  for (const delivery of ofIt) expect(delivery).toMatchObject({ redelivery: { id: body.id }, status: 'undelivered' });
});

test('leaves out delivered events by default', async () => {
  const events = await missed(3);
  await post();
  const [first, second] = await planned();
  await setStatus(first?.id, 'delivered');
  await setStatus(second?.id, 'failed');
  expect((await post()).body.deliveriesCount).toBe(2);
  expect((await eventsPlanned()).slice(3)).toEqual(events.slice(1));
  expect((await post({ onlyUndelivered: false })).body.deliveriesCount).toBe(3);
});

test('says beforehand how many there would be, and plans nothing', async () => {
  await missed(2);
  const { status, headers, body } = await client.call('POST', `${collection}?dryRun=true`, { body: asking() });
  expect([status, headers.get('location'), body]).toEqual([
    200,
    null,
    { type: 'webhook-redelivery', deliveriesCount: 2 },
  ]);
  expect(await planned()).toEqual([]);
  expect((await client.call('GET', `${collection}?webhookEndpoint.id=${endpoint.id}`)).body.items).toEqual([]);
  expect(await fieldErrors(client, 'POST', `${collection}?dryRun=yes`, { body: asking() })).toEqual(['dryRun']);
  expect(
    await fieldErrors(client, 'POST', `${collection}?dryRun=true`, { body: asking({ endsAt: startsAt }) }),
  ).toEqual(['endsAt']);
  expect((await client.call('POST', `${collection}?dryRun=false`, { body: asking() })).status).toBe(201);
});

describe('redelivered events', () => {
  test('lies in the range, whose end is excluded', async () => {
    const events = await missed(3);
    const { body: second } = await client.call('GET', `/svc-api/events/${events[1]}`);
    const { body: third } = await client.call('GET', `/svc-api/events/${events[2]}`);
    await post({ startsAt: second.occurredAt, endsAt: third.occurredAt });
    expect(await eventsPlanned()).toEqual([events[1]]);
  });

  test('has the topics that are asked for, else those of the endpoint', async () => {
    const events = await missed(2);
    expect((await post({ topics: ['employee.*', 'department.deleted'] })).body.deliveriesCount).toBe(0);
    expect((await post({ topics: ['department.created'] })).body.deliveriesCount).toBe(events.length);
    expect((await post({ topics: ['department.*'] })).body.deliveriesCount).toBe(events.length);
    const { deliveriesCount } = (await post({ topics: ['*'] })).body;
    expect(deliveriesCount).toBeGreaterThan(events.length);
  });

  test('excludes pings by default', async () => {
    await missed(1);
    await client.call('POST', '/svc-api/webhook-deliveries', { body: { webhookEndpoint: { id: endpoint.id } } });
    service.advance(10);
    expect((await post()).body.deliveriesCount).toBe(1);
    expect((await post({ topics: ['ping'] })).body.deliveriesCount).toBe(1);
  });

  test('includes only events that the application may see, in the establishments of the endpoint', async () => {
    const [here, there] = [
      await establishment(client, await legalEntity(client)),
      await establishment(client, await legalEntity(client)),
    ];
    await service.publisher.publishAll();
    service.advance(10);
    const topics = ['business-establishment.*'];
    const counted = async (by: TestClient, members: Body) => {
      const { id } = await createExample(by, webhookEndpoints, { topics, ...members });
      const body = asking({ webhookEndpoint: { id } });
      return (await by.call('POST', collection, { body })).body.deliveriesCount;
    };
    expect(await counted(client, {})).toBe(2);
    expect(await counted(client, { businessEstablishments: [{ id: there.id }] })).toBe(1);
    expect(await counted(await service.client(account, { establishments: [here.id] }), {})).toBe(1);
    const scopes = ['webhook-deliveries.readwrite', 'webhook-endpoints.readwrite', 'departments.readonly'];
    expect(await counted(await service.client(account, { scopes }), {})).toBe(0);
  });
});

describe('a request is refused', () => {
  beforeEach(() => missed(1));

  test.each([
    ['an end that is not after the start', () => ({ endsAt: startsAt }), 'endsAt'],
    ['a start that has not come', () => ({ startsAt: '2999-01-01T00:00:00Z' }), 'endsAt'],
    ['no moment', () => ({ startsAt: '2024-01-01' }), 'startsAt'],
    ['an unknown topic', () => ({ topics: ['department.*', 'x.y'] }), 'topics.1'],
    ['no topic', () => ({ topics: [] }), 'topics'],
    ['an endpoint that is not there', () => ({ webhookEndpoint: { id: '999999999' } }), 'webhookEndpoint.id'],
    ['an id that is none', () => ({ webhookEndpoint: { id: 'x' } }), 'webhookEndpoint.id'],
    ['a member that is read-only', () => ({ status: 'done' }), 'status'],
  ])('with %s', async (_, members, member) => {
    expect(await postErrors(members())).toEqual([member]);
    expect(await planned()).toEqual([]);
  });

  test('for an endpoint of somebody else, or one that is not active', async () => {
    expect(await postErrors({}, await service.client(account))).toEqual(['webhookEndpoint.id']);
    await suspend(service.database, account.id, endpoint.id, 'gone');
    expect(await postErrors({})).toEqual(['webhookEndpoint.id']);
  });
});

describe('a long range', () => {
  /** More events than one batch, as if they had been published long ago. */
  async function manyEvents(count: number): Promise<void> {
    await missed(1);
    await service.database.session(account.id).run(
      statement(`
with copied as (
  insert into events (account_id, id, topic, data_type, data_id, occurred_at, representation)
  select $1, last_id + number, topic, data_type, data_id, occurred_at, representation
  from published, generate_series(1, $2::int) as number, lateral (
    select topic, data_type, data_id, occurred_at, representation from events
    where account_id = $1 and topic = 'department.created' order by id desc limit 1
  ) as last
  where published.account_id = $1 returning 1
)
update published set last_id = last_id + $2::int where account_id = $1`),
      [count],
    );
  }

  const further = (id: string) => service.database.transaction(account.id, (tx) => planFurther(tx, id));

  test('is created in batches, without gaps or duplicates, also after an interruption', async () => {
    await manyEvents(2500);
    const { body } = await post();
    expect(body).toMatchObject({ status: 'running', deliveriesCount: 1000 });
    const queued = await service.database.query<{ redelivery_id: string }>(
      'select redelivery_id from webhook_queues where webhook_endpoint_id = $1',
      [endpoint.id],
    );
    expect(queued[0]?.redelivery_id).toBe(body.id);
    expect(await postErrors({})).toEqual(['webhookEndpoint.id']);
    // Concurrent planners each plan what the other has not.
    const goings = await Promise.all([further(body.id), further(body.id)]);
    expect(goings.toSorted()).toEqual([false, true]);
    expect(await further(body.id)).toBe(false);
    const { body: done } = await client.call('GET', body.url);
    expect(done).toMatchObject({ status: 'done', deliveriesCount: 2501 });
    const rows = await service.database.session(account.id).run<{ all: string; different: string }>(
      statement(`select count(*) as all, count(distinct event_id) as different from deliveries
where account_id = $1 and redelivery_id = $2`),
      [body.id],
    );
    expect(rows).toEqual([{ all: '2501', different: '2501' }]);
  });

  test('ends when its endpoint becomes inactive or is deleted', async () => {
    await manyEvents(1500);
    const { body } = await post();
    expect(body.status).toBe('running');
    await client.call('DELETE', `/svc-api/webhook-endpoints/${endpoint.id}`);
    expect((await client.call('GET', body.url)).body.status).toBe('done');
    expect(await further(body.id)).toBe(false);
    expect(await planned()).toEqual([]);
  });
});
