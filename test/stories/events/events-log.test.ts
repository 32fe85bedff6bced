/** The log of events for clients: content, filters, and visibility. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import type { Body } from '../../support/examples.ts';
import { establishment, legalEntity } from '../../support/organization/organization.ts';
import { call, type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
  client = await service.client(account);
});
afterAll(() => service.stop());

const path = '/svc-api/events';

interface Event {
  readonly id: string;
  readonly topic: string;
  readonly occurredAt: string;
  readonly data: Body;
  readonly links: Body | null;
}

async function read(query = '', reader: Pick<TestClient, 'call'> = client): Promise<Event[]> {
  await service.publisher.publishAll();
  const { status, body } = await reader.call('GET', `${path}?${query}`);
  expect(status).toBe(200);
  return body.items;
}

const ids = async (query: string, reader?: Pick<TestClient, 'call'>) => (await read(query, reader)).map(({ id }) => id);

async function created(collection: string, body: Body) {
  const answer = await client.call('POST', `/svc-api/${collection}`, { body });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** A token of the same application with fewer scopes than granted. */
async function narrowed({ credentials }: TestClient, scope: string): Promise<Pick<TestClient, 'call'>> {
  const { clientId, clientSecret } = credentials;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
  const answer = await fetch(`${service.url}/connect/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token } = (await answer.json()) as { access_token: string };
  return { call: (method, at, options) => call(service.url, access_token, method, at, options) };
}

/** No resource records events of establishments here, so they are recorded directly. */
async function recordAt(establishmentId: string | null): Promise<string> {
  const data = `{"id":"${establishmentId}","type":"taxonomy"}`;
  await service.database.query(
    `insert into outbox (account_id, topic, data_type, data_id, occurred_at, business_establishment_id, data)
     values ($1, 'taxonomy.created', 'taxonomy', '0', $2, $3, $4)`,
    [account.id, service.now(), establishmentId, data],
  );
  return (await read('sort=-id&limit=1'))[0]?.id ?? '';
}

describe('only the service records events', () => {
  test.each<[string, unknown]>([
    ['an event', { topic: 'taxonomy.created' }],
    ['an empty object', {}],
    ['broken JSON', '{'],
    ['an array', []],
    ['nothing', undefined],
  ])('POST of %s is 403 for everybody with a token', async (_, body) => {
    const poor = await service.client(account, { scopes: ['departments.readonly'] });
    const before = (await read()).length;
    for (const caller of [client, poor]) {
      const answer = await caller.call('POST', path, { body });
      expect(answer.status).toBe(403);
      expect(answer.body.detail).toContain('recorded by the service');
      expect((await caller.call('POST', path, { body, headers: { 'content-type': 'text/plain' } })).status).toBe(403);
    }
    expect((await call(service.url, null, 'POST', path, { body })).status).toBe(401);
    expect((await read()).length).toBe(before);
  });

  test.each(['PATCH', 'DELETE', 'PUT'])('%s is offered neither on the log nor on one event', async (method) => {
    await created('taxonomies', { name: 'x' });
    const [one] = await read();
    for (const [at, allow] of [
      [path, 'GET, HEAD, POST, OPTIONS'],
      [`${path}/${one?.id}`, 'GET, HEAD, OPTIONS'],
    ] as const) {
      const answer = await client.call(method, at, { body: {} });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    }
    expect((await read(`id=${one?.id}`)).length).toBe(1);
  });
});

test('an event shows the change with the representation right after it, and a deletion the last state', async () => {
  const since = service.now().toISOString();
  const { links: _links, embedded: _embedded, ...made } = await created('taxonomies', { name: 'Before' });
  await client.call('PATCH', `/svc-api/taxonomies/${made.id}`, { body: { name: 'After', sortLabelsBy: 'name' } });
  await client.call('DELETE', `/svc-api/taxonomies/${made.id}`);
  const [first, second, third, ...more] = await read(`data.type=taxonomy&data.id=${made.id}`);
  expect(more).toEqual([]);
  const common = {
    type: 'event',
    apiVersion: '2024-11-01',
    source: `${service.url}/accounts/acme`,
    businessEstablishment: null,
    author: { type: 'client-application', id: client.credentials.clientId, name: expect.any(String) },
  };
  expect(first).toEqual({
    ...common,
    id: expect.stringMatching(/^\d+$/),
    url: `${service.url}${path}/${first?.id}`,
    topic: 'taxonomy.created',
    occurredAt: made.createdAt,
    data: made,
    links: null,
    embedded: null,
  });
  const after = { ...made, name: 'After', sortLabelsBy: 'name' };
  expect(second).toMatchObject({
    ...common,
    topic: 'taxonomy.updated',
    data: { ...after, lastUpdatedAt: second?.occurredAt },
    previousAttributes: { name: 'Before', sortLabelsBy: 'id' },
  });
  expect(third).toMatchObject({ topic: 'taxonomy.deleted', data: { ...after, lastUpdatedAt: third?.occurredAt } });
  expect(Object.keys(third ?? {})).not.toContain('previousAttributes');
  const moments = [since, first?.occurredAt ?? '', second?.occurredAt ?? '', third?.occurredAt ?? ''];
  expect(moments.map(Date.parse)).toEqual(moments.map(Date.parse).sort((one, other) => one - other));
  expect((await client.call('GET', `${path}/${first?.id}`)).body).toEqual(first);
});

test('an event never changes: it is read with the same version as long as it is there', async () => {
  const { id } = await created('taxonomies', { name: 'x' });
  const [event] = await read(`data.id=${id}`);
  const one = await client.call('GET', `${path}/${event?.id}`);
  await client.call('PATCH', `/svc-api/taxonomies/${id}`, { body: { name: 'y' } });
  const held = { 'if-none-match': one.headers.get('etag') ?? '' };
  expect((await client.call('GET', `${path}/${event?.id}`, { headers: held })).status).toBe(304);
});

describe('the log is narrowed', () => {
  let history: string[];
  let taxonomyId: string;
  let labelId: string;
  beforeAll(async () => {
    taxonomyId = (await created('taxonomies', { name: 'T' })).id;
    labelId = (await created('taxonomy-labels', { taxonomy: { id: taxonomyId }, name: 'L' })).id;
    await client.call('PATCH', `/svc-api/taxonomy-labels/${labelId}`, { body: { name: 'M' } });
    history = (await ids('sort=-id&limit=3')).toReversed();
  });

  test('by id, and by a range of ids that includes both ends', async () => {
    const [first = '', second = '', third = ''] = history;
    expect(await ids(`id=${third},${first},999999,x`)).toEqual([first, third]);
    expect(await ids(`id.between=${first}--${second}`)).toEqual([first, second]);
    expect(await ids(`id.between=${second}--..`)).toEqual([second, third]);
    expect((await ids(`id.between=..--${first}`)).at(-1)).toBe(first);
    expect(await ids(`-id=${second}&id.between=${first}--..`)).toEqual([first, third]);
    for (const range of ['..--..', `${third}--${first}`, 'a--b', first, `${first}/${second}`]) {
      expect((await client.call('GET', `${path}?id.between=${range}`)).body.errors).toHaveProperty(['id.between']);
    }
  });

  test('by topic, and by the resource that changed', async () => {
    const since = `id.between=${history[0]}--..`;
    expect(await ids(`${since}&topic=taxonomy-label.created,taxonomy.created`)).toEqual(history.slice(0, 2));
    expect(await ids(`${since}&topic=department.created`)).toEqual([]);
    expect(await ids(`${since}&topic=taxonomy.*,department.*`)).toEqual(await ids(`${since}&data.type=taxonomy`));
    expect(await ids(`${since}&-topic=taxonomy.*`)).toEqual(await ids(`${since}&-data.type=taxonomy`));
    expect(await ids(`${since}&-topic=taxonomy-label.created`)).toEqual([history[0], history[2]]);
    expect(await ids(`${since}&data.type=taxonomy-label`)).toEqual(history.slice(1));
    expect(await ids(`data.type=taxonomy-label&data.id=${labelId}`)).toEqual(history.slice(1));
    expect(await ids(`data.type=taxonomy&data.id=${taxonomyId}`)).toEqual(history.slice(0, 1));
  });

  test('by the moment of the change, the end excluded', async () => {
    const [first, second] = (await read(`id=${history.join(',')}`)).map(({ occurredAt }) => occurredAt);
    expect(await ids(`id=${history.join(',')}&occurredAt.between=${first}--${second}`)).toEqual([history[0]]);
    expect(await ids(`id=${history.join(',')}&occurredAt.between=${second}--..`)).toEqual(history.slice(1));
    expect((await client.call('GET', `${path}?occurredAt.between=2024-01-01--..`)).status).toBe(400);
  });

  test('by the establishment, or by having none', async () => {
    const [at7, at8, atNone] = [await recordAt('7'), await recordAt('8'), await recordAt(null)];
    const since = `id.between=${at7}--..`;
    expect(await ids(`${since}&businessEstablishment.id=7`)).toEqual([at7]);
    expect(await ids(`${since}&businessEstablishment.id=7,8`)).toEqual([at7, at8]);
    expect(await ids(`${since}&businessEstablishment.id=null`)).toEqual([atNone]);
    expect(await ids(`${since}&businessEstablishment.id=null,8`)).toEqual([at8, atNone]);
    expect(await ids(`${since}&-businessEstablishment.id=null`)).toEqual([at7, at8]);
    expect(await ids(`${since}&-businessEstablishment.id=7`)).toEqual([at8, atNone]);
    const [shown] = await read(`id=${at7}`);
    expect(shown).toMatchObject({
      businessEstablishment: {
        id: '7',
        type: 'business-establishment',
        url: `${service.url}/svc-api/business-establishments/7`,
      },
    });
  });

  test.each([
    'data.name=T',
    'source=x',
    'createdAt.between=..--2024-01-01T00:00:00Z',
    'search=T',
    'sort=topic',
    'data=x',
  ])('and not by %s', async (query) => expect((await client.call('GET', `${path}?${query}`)).status).toBe(400));
});

describe('a caller sees', () => {
  beforeAll(async () => {
    const taxonomyId = (await created('taxonomies', { name: 'T' })).id;
    await created('taxonomy-labels', { taxonomy: { id: taxonomyId }, name: 'L' });
    await created('employee-attribute-definitions', {
      id: 'e_seen',
      name: 'S',
      schema: { $ref: '/svc-api/schemas/int32' },
    });
  });

  const types = async (scope: string) => {
    const reader = await narrowed(client, scope);
    return [...new Set((await read('', reader)).map(({ data }) => data.type))].sort();
  };

  test.each([
    ['events.readonly taxonomies.readonly', ['taxonomy', 'taxonomy-label']],
    ['events.readonly taxonomies.readwrite', ['taxonomy', 'taxonomy-label']],
    [
      'events.readonly employee-attribute-definitions.readonly',
      ['employee-attribute-definition', 'taxonomy', 'taxonomy-label'],
    ],
    ['events.readonly departments.readonly', []],
    ['events.readonly', []],
  ])('with the token of "%s" events of %j, whatever its application was granted', async (scope, expected) => {
    expect(await types(scope)).toEqual(expected);
  });

  test('nothing else by id or in counts either', async () => {
    const reader = await narrowed(client, 'events.readonly taxonomies.readonly');
    const [hidden] = await read('data.type=employee-attribute-definition');
    expect((await reader.call('GET', `${path}/${hidden?.id}`)).status).toBe(404);
    const counted = await reader.call('GET', `${path}?include=totalCount,links&limit=1`);
    expect(counted.body.totalCount).toBe((await read('', reader)).length);
    expect(counted.body.totalCount).toBeLessThan((await read()).length);
  });

  test('no event without the scope of events', async () => {
    const reader = await narrowed(client, 'taxonomies.readonly');
    expect((await reader.call('GET', path)).status).toBe(403);
    expect((await reader.call('GET', `${path}/1`)).status).toBe(403);
  });

  test('the way to deliver again only where it may use it', async () => {
    const retry = async (scope: string) => {
      const reader = await narrowed(client, `events.readonly taxonomies.readonly ${scope}`);
      return (await read('include=links&limit=1', reader))[0]?.links;
    };
    expect(await retry('webhook-deliveries.readwrite')).toEqual({
      retry: { href: `${service.url}/svc-api/webhook-deliveries` },
    });
    expect(await retry('webhook-deliveries.readonly')).toEqual({ retry: null });
    expect((await read('limit=1'))[0]?.links).toBeNull();
  });

  test('of a restricted application, events of its establishments and of none', async () => {
    const owner = await legalEntity(client);
    const here = (await establishment(client, owner)).id;
    const there = (await establishment(client, owner)).id;
    const elsewhere = (await establishment(client, owner)).id;
    const restricted = await service.client(account, { establishments: [here, there] });
    const [one, two, three, none] = [
      await recordAt(here),
      await recordAt(elsewhere),
      await recordAt(there),
      await recordAt(null),
    ];
    expect(await ids(`id.between=${one}--..`, restricted)).toEqual([one, three, none]);
    expect(await ids(`id.between=${one}--..`)).toEqual([one, two, three, none]);
    expect((await restricted.call('GET', `${path}/${two}`)).status).toBe(404);
    const counted = await restricted.call('GET', `${path}?id.between=${one}--..&include=totalCount`);
    expect(counted.body.totalCount).toBe(3);
  });
});
