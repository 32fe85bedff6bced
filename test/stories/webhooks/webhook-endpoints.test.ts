/** Webhook endpoints: valid members, and ownership. Nothing is sent here. */
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { type Body, createExample, type Row } from '../../support/examples.ts';
import { idsOf } from '../../support/list-model.ts';
import {
  changeErrors,
  creationErrors,
  establishment,
  eventsSeen,
  legalEntity,
  removalErrors,
} from '../../support/organization/organization.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

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

describe('a creation', () => {
  test('answers the endpoint with its secret, which is never shown again', async () => {
    const { status, headers, body } = await client.call('POST', collection, { body: example });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...example,
      type: 'webhook-endpoint',
      businessEstablishments: null,
      status: 'active',
      failingSince: null,
      suspendedAt: null,
      suspensionReason: null,
    });
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Object.keys(body).slice(8, 11)).toEqual(['status', 'secret', 'failingSince']);
    expect(headers.get('location')).toBe(body.url);
    const read = await client.call('GET', `${collection}/${body.id}`);
    const changed = await change(body.id, { name: 'Bridge' });
    expect([read.status, changed.status]).toEqual([200, 200]);
    const events = await eventsSeen(service, client, `&data.type=webhook-endpoint&data.id=${body.id}`);
    expect(events.map(({ topic }) => topic)).toEqual(['webhook-endpoint.created', 'webhook-endpoint.updated']);
    for (const text of [read.text, changed.text, JSON.stringify(events), service.logLines.join('')]) {
      expect(text).not.toContain('whsec_');
    }
  });

  test('under the same key answers the same secret again', async () => {
    const asked = { body: example, headers: { 'idempotency-key': 'once' } };
    const [first, second] = [
      await client.call('POST', collection, asked),
      await client.call('POST', collection, asked),
    ];
    expect([first.status, second.text]).toEqual([201, first.text]);
  });

  test('accepts every topic, whole types, everything, and names that are only reserved', async () => {
    const topics = ['*', 'employee.*', 'leave-request.created', 'webhook-endpoint.failing', 'ping', 'confirmation'];
    const more = ['test.created', 'calendar-event.updated', 'file.created', 'leave-request-decision.deleted'];
    expect((await newEndpoint({ topics: [...topics, ...more] })).topics).toEqual([...topics, ...more]);
  });

  test.each([
    [['employee.fired'], 'topics.0'],
    [['employee.created', 'employees.*'], 'topics.1'],
    [['employee.*', '*.created'], 'topics.1'],
    [['test.*'], 'topics.0'],
    [['EMPLOYEE.created'], 'topics.0'],
    [[], 'topics'],
    [['employee.*', 'employee.*'], 'topics'],
    [['x'.repeat(101)], 'topics.0'],
    [[1], 'topics.0'],
    ['employee.*', 'topics'],
  ])('is refused with the topics %j', async (topics, member) => {
    expect(await creationErrors(client, webhookEndpoints, { ...example, topics })).toEqual([member]);
  });

  test('is refused with another version, a status that only the service sets, or what is read-only', async () => {
    const wrong = { apiVersion: '2023-01-01', status: 'suspended', secret: 'whsec_x', failingSince: null };
    const members = await creationErrors(client, webhookEndpoints, { ...example, ...wrong });
    expect(members.sort()).toEqual(Object.keys(wrong).sort());
  });

  test.each([
    'https://user@hooks.example.net/',
    'https://user:secret@hooks.example.net/',
    'https://hooks.example.net/#part',
    'ftp://hooks.example.net/',
    'https://10.0.0.1/',
    'https://[fe80::1]/',
    `https://hooks.example.net/${'x'.repeat(501)}`,
    'hooks.example.net',
  ])('is refused with the address %s', async (webhookUrl) => {
    const { id } = await newEndpoint();
    expect(await creationErrors(client, webhookEndpoints, { ...example, webhookUrl })).toEqual(['webhookUrl']);
    expect(await changeErrors(client, webhookEndpoints, { id }, { webhookUrl })).toEqual(['webhookUrl']);
  });

  test('is refused with an address of the service itself', async () => {
    expect(await creationErrors(client, webhookEndpoints, { ...example, webhookUrl: `${service.url}/hook` })).toEqual([
      'webhookUrl',
    ]);
  });
});

describe('an endpoint belongs to the client application that made it', () => {
  test('others neither see nor change it, nor learn of it from events', async () => {
    const { id } = await newEndpoint();
    const colleague = await service.client(account);
    const path = `${collection}/${id}`;
    const statuses = await Promise.all([
      colleague.call('GET', path),
      colleague.call('DELETE', path),
      change(id, { name: 'Mine' }, colleague),
      colleague.call('GET', `${path}/secrets`),
      colleague.call('POST', `${path}/secrets`, { body: {} }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await colleague.call('GET', `${collection}?include=totalCount`)).body).toMatchObject({
      items: [],
      totalCount: 0,
    });
    const ofEndpoint = `&data.type=webhook-endpoint&data.id=${id}`;
    expect(await eventsSeen(service, client, ofEndpoint)).toHaveLength(1);
    expect(await eventsSeen(service, colleague, ofEndpoint)).toEqual([]);
  });

  test('a filter by application finds the own ones or nothing', async () => {
    const own = await service.client(account);
    const { id } = await newEndpoint({}, own);
    const found = async (query: string) => idsOf((await own.call('GET', `${collection}?${query}`)).body.items);
    expect(await found(`application.id=${own.credentials.clientId}`)).toEqual([id]);
    expect(await found(`application.id=${client.credentials.clientId}`)).toEqual([]);
    expect(await found(`-application.id=${own.credentials.clientId}`)).toEqual([]);
  });

  test('is seen by one whose establishments are limited', async () => {
    const place = await establishment(client, await legalEntity(client));
    const limited = await service.client(account, { establishments: [place.id] });
    const { id } = await newEndpoint({}, limited);
    expect((await limited.call('GET', `${collection}/${id}`)).status).toBe(200);
  });
});

describe('the establishments of an endpoint', () => {
  test('must exist and be visible to the caller', async () => {
    const [one, other] = await Promise.all(
      [legalEntity(client), legalEntity(client)].map(async (owner) => establishment(client, await owner)),
    );
    const limited = await service.client(account, { establishments: [(one as Row).id] });
    const naming = (...ids: unknown[]) => ({ ...example, businessEstablishments: ids.map((id) => ({ id })) });
    expect(await creationErrors(client, webhookEndpoints, naming('999999'))).toEqual(['businessEstablishments.0']);
    expect(await creationErrors(limited, webhookEndpoints, naming(one?.id, other?.id))).toEqual([
      'businessEstablishments.1',
    ]);
    expect(await creationErrors(client, webhookEndpoints, { ...example, businessEstablishments: [] })).toEqual([
      'businessEstablishments',
    ]);
  });

  test('cannot be deleted while an endpoint names them', async () => {
    const place = await establishment(client, await legalEntity(client));
    const { id } = await newEndpoint({ businessEstablishments: [{ id: place.id }] });
    expect(await removalErrors(client, businessEstablishments, place)).toEqual(['id']);
    await change(id, { businessEstablishments: null });
    expect((await client.call('DELETE', `/svc-api/business-establishments/${place.id}`)).status).toBe(204);
  });
});
