/** All accounts on one host: the credential identifies the account. Quotas, removed rights and limited applications. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeClient, restoreClient, revokeClient } from '../../../cli/client-applications.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { establishment, legalEntity } from '../../support/organization/organization.ts';
import { sendTo } from '../../support/raw-http.ts';
import { limits, type TestClient, type TestService, testService } from '../../support/service.ts';

const taxonomies = '/svc-api/taxonomies';

let service: TestService;
beforeAll(async () => {
  service = await testService({ limits: { ...limits, requestsPerMinute: 5 } });
});
afterAll(() => service.stop());

let opened = 0;
async function newAccount(): Promise<Account> {
  opened += 1;
  return service.openAccount('x'.repeat(opened));
}

const quotaOf = (reply: { headers: Headers }) => [
  reply.headers.get('ratelimit-policy'),
  reply.headers.get('ratelimit')?.replace(/t=\d+$/, 't'),
];

test('the token names the account, whatever the Host says, and addresses are the configured ones', async () => {
  const [one, other] = [await service.client(await newAccount()), await service.client(await newAccount())];
  const ask = (token: string, host: string, method: string, body?: string) =>
    sendTo(service.url, {
      method,
      path: taxonomies,
      headers: {
        host,
        'api-version': '2024-11-01',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body }),
    });
  const made = await ask(one.token, 'evil.example.org', 'POST', '{"name":"mine"}');
  expect([made.status, made.body.url]).toEqual([201, `${service.url}${taxonomies}/${made.body.id}`]);
  expect(made.headers.location).toBe(made.body.url);
  expect((await ask(one.token, 'x', 'GET')).body.items.length).toBe(1);
  expect((await ask(other.token, 'x', 'GET')).body).toMatchObject({ url: service.url + taxonomies, items: [] });
});

describe('the quota', () => {
  test('counts the requests of each application apart and tells on every answer what is left', async () => {
    const account = await newAccount();
    const [one, other] = [await service.client(account), await service.client(account)];
    const refusals = [`${taxonomies}/none`, '/svc-api/events?nothing=1'];
    expect(quotaOf(await one.call('GET', taxonomies))).toEqual(['"client";q=5;w=60', '"client";r=4;t']);
    for (const [index, path] of refusals.entries()) {
      expect(quotaOf(await one.call('GET', path))).toEqual(['"client";q=5;w=60', `"client";r=${3 - index};t`]);
    }
    await one.call('GET', taxonomies);
    expect(quotaOf(await one.call('GET', taxonomies))[1]).toBe('"client";r=0;t');
    const refused = await one.call('GET', taxonomies);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(refused).toMatchObject({ status: 429, body: { title: 'Too Many Requests', status: 429 } });
    expect(refused.body.detail).toContain(String(seconds));
    expect(seconds > 0 && seconds <= 60).toBe(true);
    expect(quotaOf(refused)).toEqual(['"client";q=5;w=60', '"client";r=0;t']);
    expect(refused.headers.get('ratelimit')).toBe(`"client";r=0;t=${seconds}`);
    expect((await other.call('GET', taxonomies)).status).toBe(200);
  });

  test('refuses after the version and before the scope, and changes nothing', async () => {
    const account = await newAccount();
    const client = await service.client(account, { scopes: ['taxonomies.readwrite'] });
    for (let count = 0; count < 5; count += 1) await client.call('GET', taxonomies);
    expect((await client.call('GET', '/svc-api/events')).status).toBe(429);
    expect((await client.call('GET', taxonomies, { headers: { 'api-version': undefined } })).status).toBe(400);
    expect((await client.call('POST', taxonomies, { body: { name: 'x' } })).status).toBe(429);
    const witness = await service.client(account);
    expect((await witness.call('GET', taxonomies)).body.items).toEqual([]);
  });

  test('is full again when its window ends, and not before', async () => {
    const client = await service.client(await newAccount());
    for (let count = 0; count < 5; count += 1) await client.call('GET', taxonomies);
    service.advance(50_000);
    const refused = await client.call('GET', taxonomies);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    service.advance(Number(refused.headers.get('retry-after')) * 1000);
    expect(quotaOf(await client.call('GET', taxonomies))[1]).toBe('"client";r=4;t');
  });

  test('can be set for an account', async () => {
    const account = await newAccount();
    await service.database.query('update accounts set requests_per_minute = 7 where id = $1', [account.id]);
    const client = await service.client(account);
    expect(quotaOf(await client.call('GET', taxonomies))).toEqual(['"client";q=7;w=60', '"client";r=6;t']);
    for (let count = 1; count < 7; count += 1) expect((await client.call('GET', taxonomies)).status).toBe(200);
    expect((await client.call('GET', taxonomies)).status).toBe(429);
  });

  test('is not checked for unknown callers', async () => {
    const answer = await fetch(service.url + taxonomies, { headers: { 'api-version': '2024-11-01' } });
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([401, null]);
  });
});

describe('within a second', () => {
  /** Used before, so that the caches know the application. */
  async function used(scopes?: readonly string[]): Promise<TestClient> {
    const client = await service.client(await newAccount(), scopes && { scopes });
    expect((await client.call('GET', taxonomies)).status).toBe(200);
    return client;
  }

  test('a revoked application is refused, and let in again when it is restored', async () => {
    const client = await used();
    await revokeClient(service, client.credentials.clientId);
    await delay(1000);
    expect((await client.call('GET', taxonomies)).status).toBe(401);
    await restoreClient(service, client.credentials.clientId);
    await delay(1000);
    expect((await client.call('GET', taxonomies)).status).toBe(200);
  });

  test('a withdrawn scope is refused to tokens that were issued with it', async () => {
    const client = await used(['taxonomies.readwrite', 'events.readonly']);
    await changeClient(service, client.credentials.clientId, { scopes: ['events.readonly'] });
    await delay(1000);
    expect((await client.call('GET', taxonomies)).status).toBe(403);
    expect((await client.call('GET', '/svc-api/events')).status).toBe(200);
  });

  test('a withdrawn establishment hides its events', async () => {
    const account = await newAccount();
    const client = await service.client(account);
    const founder = await service.client(account);
    const owner = await legalEntity(founder);
    const [one, two] = [(await establishment(founder, owner)).id, (await establishment(founder, owner)).id];
    await service.database.query(
      `insert into outbox (account_id, topic, data_type, data_id, occurred_at, business_establishment_id, data)
       select $1, 'taxonomy.created', 'taxonomy', '0', $2, establishment, '{}' from unnest($3::bigint[]) as establishment`,
      [account.id, service.now(), [one, two, null]],
    );
    await service.publisher.publishAll();
    const seen = async () =>
      (await client.call('GET', '/svc-api/events?topic=taxonomy.created')).body.items.map(
        ({ businessEstablishment }: { businessEstablishment: { id: string } | null }) =>
          businessEstablishment?.id ?? null,
      );
    expect(await seen()).toEqual([one, two, null]);
    await changeClient(service, client.credentials.clientId, { establishments: [one] });
    await delay(1000);
    expect(await seen()).toEqual([one, null]);
  });
});
