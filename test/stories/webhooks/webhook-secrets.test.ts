/** The secrets of an endpoint: shown once, at most two valid, rotated without a pause. */
import { musterClient } from '@muster/client';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { liveSecrets } from '../../../server/webhooks/secrets.ts';
import { createExample, type Row } from '../../support/examples.ts';
import { idsOf } from '../../support/list-model.ts';
import { fieldErrors } from '../../support/organization/organization.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

const hourMs = 3_600_000;

let service: TestService;
let account: Account;
let client: TestClient;
let path: string;
let endpointId: string;

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
});
afterAll(() => service.stop());

beforeEach(async () => {
  client = await service.client(account);
  ({ id: endpointId } = await createExample(client, webhookEndpoints));
  path = `/svc-api/webhook-endpoints/${endpointId}/secrets`;
});

const listed = async (query = ''): Promise<Row[]> => (await client.call('GET', path + query)).body.items;
const rotate = (body: object = {}) => client.call('POST', path, { body });
const later = (ms: number) => new Date(service.now().getTime() + ms).toISOString();

/** The secrets that sign deliveries now, newest first. */
const signing = async () =>
  (await liveSecrets(service.database.session(account.id), [endpointId])).get(endpointId) ?? [];

test('the secret of a new endpoint is listed by its hint, without its text', async () => {
  const { status, text, body } = await client.call('GET', path);
  expect(status).toBe(200);
  const [secret] = await signing();
  expect(body).toMatchObject({ type: 'webhook-endpoint-secret', url: `${service.url}${path}` });
  expect(body.items).toEqual([
    {
      id: expect.any(String),
      type: 'webhook-endpoint-secret',
      url: `${service.url}${path}/${body.items[0].id}`,
      hint: secret?.slice(-4),
      expiresAt: null,
      createdAt: expect.any(String),
      links: null,
      embedded: null,
    },
  ]);
  expect(text).not.toContain('whsec_');
});

test('no text of a secret is readable in the database', async () => {
  const [secret] = await signing();
  const dump = await service.database.session(account.id).run<{ text: string }>({
    name: 'secrets',
    text: 'select row_to_json(kept)::text as text from webhook_endpoint_secrets as kept where account_id = $1',
  });
  expect(dump.length).toBeGreaterThan(0);
  expect(JSON.stringify(dump)).not.toContain(secret?.slice('whsec_'.length));
});

describe('a rotation', () => {
  test('adds a secret and gives the older one a day, unless another time is asked for', async () => {
    const [old] = await listed();
    const { status, body, headers } = await rotate();
    expect([status, headers.get('location')]).toEqual([201, body.url]);
    expect(body).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
      hint: body.secret.slice(-4),
      expiresAt: null,
    });
    const [older, newer] = await listed();
    expect([older?.id, newer?.id]).toEqual([old?.id, body.id]);
    expect(Date.parse(older?.expiresAt as string) - service.now().getTime()).toBeGreaterThan(23.9 * hourMs);
    expect((await signing())[0]).toBe(body.secret);
    expect(await signing()).toHaveLength(2);
  });

  test('ends the older secret at the moment that was asked for', async () => {
    const previousExpiresAt = later(2 * hourMs);
    const { body } = await rotate({ previousExpiresAt });
    const [older] = await listed();
    expect(Date.parse(older?.expiresAt as string)).toBe(Date.parse(previousExpiresAt));
    service.advance(2 * hourMs + 1000);
    expect(await signing()).toEqual([body.secret]);
    client = await service.renewed(client);
    const third = await rotate();
    expect(third.status).toBe(201);
    // An ended secret is gone for good.
    expect(idsOf(await listed())).toEqual([body.id, third.body.id]);
  });

  test('is refused while two are alive', async () => {
    await rotate();
    expect(await fieldErrors(client, 'POST', path, { body: {} })).toEqual(['$']);
    expect(await listed()).toHaveLength(2);
  });

  test.each([
    ['a moment that has passed', () => later(-1000)],
    ['more than a week', () => later(7 * 24 * hourMs + 60_000)],
    ['no moment', () => 'tomorrow'],
    ['null', () => null],
    ['a number', () => 5],
  ])('is refused with %s', async (_, value) => {
    const body = { previousExpiresAt: value() };
    expect(await fieldErrors(client, 'POST', path, { body })).toEqual(['previousExpiresAt']);
    expect(await listed()).toHaveLength(1);
  });

  test('is refused with members that are not known', async () => {
    expect(await fieldErrors(client, 'POST', path, { body: { secret: 'x', nothing: 1 } })).toEqual([
      'secret',
      'nothing',
    ]);
  });

  test('shows the text before its hint', async () => {
    const { body } = await rotate();
    expect(Object.keys(body).slice(3, 6)).toEqual(['secret', 'hint', 'expiresAt']);
  });

  test('at the same time adds one secret', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => rotate()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
    expect(await listed()).toHaveLength(2);
  });
});

describe('a deletion', () => {
  test('is refused for the only one', async () => {
    const [only] = await listed();
    expect(await fieldErrors(client, 'DELETE', `${path}/${only?.id}`)).toEqual(['id']);
    expect(await listed()).toHaveLength(1);
  });

  test('of the older one leaves the newer', async () => {
    const [old] = await listed();
    const { body } = await rotate();
    expect((await client.call('DELETE', `${path}/${old?.id}`)).status).toBe(204);
    expect(await signing()).toEqual([body.secret]);
  });

  test('of the newer one lets the older live on without an end', async () => {
    const [before] = await signing();
    const { body } = await rotate();
    expect((await client.call('DELETE', `${path}/${body.id}`)).status).toBe(204);
    expect((await listed()).map(({ expiresAt }) => expiresAt)).toEqual([null]);
    expect(await signing()).toEqual([before]);
  });

  test('follows the rules of every deletion', async () => {
    const { body } = await rotate();
    const stale = { headers: { 'if-match': 'W/"0"' } };
    expect((await client.call('DELETE', `${path}/${body.id}`, stale)).status).toBe(412);
    expect((await client.call('DELETE', `${path}/999999999`)).status).toBe(404);
  });
});

describe('the collection', () => {
  test('is paged, filtered and sorted like any other', async () => {
    const { body } = await rotate();
    const [old] = await listed();
    expect(idsOf(await listed('?sort=-id'))).toEqual([body.id, old?.id]);
    expect(idsOf(await listed(`?id=${body.id}`))).toEqual([body.id]);
    const first = await client.call('GET', `${path}?limit=1&include=links,totalCount`);
    expect(first.body.totalCount).toBe(2);
    const next = await client.call('GET', first.body.links.next.href);
    expect(idsOf([...first.body.items, ...next.body.items])).toEqual([old?.id, body.id]);
    expect((await client.call('GET', `${path}/${body.id}`)).body).toMatchObject({ id: body.id, hint: body.hint });
  });

  test('is absent where there is no endpoint, or another has the secret', async () => {
    const { id } = await createExample(client, webhookEndpoints);
    const [mine] = await listed();
    const statuses = await Promise.all([
      client.call('GET', '/svc-api/webhook-endpoints/999999999/secrets'),
      client.call('GET', '/svc-api/webhook-endpoints/x/secrets'),
      client.call('POST', '/svc-api/webhook-endpoints/999999999/secrets', { body: {} }),
      client.call('GET', `/svc-api/webhook-endpoints/${id}/secrets/${mine?.id}`),
      client.call('DELETE', `/svc-api/webhook-endpoints/${id}/secrets/${mine?.id}`),
      client.call('GET', '/svc-api/webhook-endpoint-secrets'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await listed()).toHaveLength(1);
  });

  test('is one of its endpoint for the typed client', async () => {
    const { clientId, clientSecret } = client.credentials;
    const muster = musterClient({ baseUrl: service.url, clientId, clientSecret });
    const secrets = muster.webhookEndpointSecrets(endpointId);
    const { id, secret } = await secrets.create({});
    expect(secret).toMatch(/^whsec_/);
    const [older] = (await secrets.page()).items;
    await secrets.remove(older?.id ?? '');
    expect(idsOf(await listed())).toEqual([id]);
  });

  test('goes with its endpoint, and records no event', async () => {
    await rotate();
    await client.call('DELETE', `/svc-api/webhook-endpoints/${endpointId}`);
    expect((await client.call('GET', path)).status).toBe(404);
    await service.publisher.publishAll();
    const { body } = await client.call('GET', '/svc-api/events?data.type=webhook-endpoint-secret');
    expect(body.items).toEqual([]);
  });

  test('needs the scopes of endpoints', async () => {
    const reader = await service.narrowed(client, ['webhook-endpoints.readonly']);
    const [secret] = await listed();
    expect((await reader.call('GET', path)).status).toBe(200);
    expect((await reader.call('POST', path, { body: {} })).status).toBe(403);
    expect((await reader.call('DELETE', `${path}/${secret?.id}`)).status).toBe(403);
  });
});
