/** Many accounts in one installation, each with its own host: what a host opens, and the addresses in responses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClientCredentials } from '../../../cli/client-applications.ts';
import type { Environment } from '../../../contract/environments.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { openAccount } from '../../../server/operator/open-account.ts';
import { type RawReply, sendTo } from '../../support/raw-http.ts';
import { type TestService, testService } from '../../support/service.ts';

const authHost = 'accounts.example.com';

let service: TestService;
beforeAll(async () => {
  service = await testService({
    publicUrl: 'https://hr.example.com',
    authUrl: `https://${authHost}`,
    accountHosts: [
      { environment: 'production', pattern: '{account}.example.com' },
      { environment: 'test', pattern: '{account}.example-test.com' },
      { environment: 'demo', pattern: '{account}.example-demo.com' },
      { environment: 'sandbox', pattern: '{account}-{sandbox}.sandbox.example.com' },
    ],
  });
});
afterAll(() => service.stop());

interface Tenant {
  readonly host: string;
  readonly account: Account;
  readonly credentials: ClientCredentials;
  readonly token: string;
}

const hostOf = ({ name, environment, sandbox }: Account): string =>
  ({
    production: `${name}.example.com`,
    test: `${name}.example-test.com`,
    demo: `${name}.example-demo.com`,
    sandbox: `${name}-${sandbox}.sandbox.example.com`,
  })[environment].toLowerCase();

async function askToken({ clientId, clientSecret }: ClientCredentials, host = authHost): Promise<RawReply> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  return sendTo(service.url, {
    method: 'POST',
    path: '/connect/token',
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
}

async function tenant(name: string, environment: Environment = 'production'): Promise<Tenant> {
  const { database, addresses, now } = service;
  const account = await openAccount({ database, addresses, now }, { name, environment });
  const { credentials } = await service.client(account);
  const { access_token } = (await askToken(credentials)).body;
  return { host: hostOf(account), account, credentials, token: access_token };
}

const ask = (host: string, token: string | null, path: string, method = 'GET', body?: unknown): Promise<RawReply> =>
  sendTo(service.url, {
    method,
    path,
    headers: {
      host,
      'api-version': '2024-11-01',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

const taxonomies = '/svc-api/taxonomies';

describe('an account with a host of its own', () => {
  let acme: Tenant;
  let globex: Tenant;
  beforeAll(async () => {
    acme = await tenant('acme');
    globex = await tenant('Globex');
  });

  test('is served there, however the host is spelled', async () => {
    for (const host of [acme.host, 'ACME.example.com', 'acme.example.com.', 'acme.example.com:443']) {
      expect([host, (await ask(host, acme.token, taxonomies)).status]).toEqual([host, 200]);
    }
    expect((await ask(globex.host, globex.token, taxonomies)).status).toBe(200);
  });

  test('is served nowhere else: a token under the host of another account, or of the installation, is 401', async () => {
    for (const host of [globex.host, 'hr.example.com', authHost]) {
      const answer = await ask(host, acme.token, taxonomies);
      expect([host, answer.status, answer.headers['www-authenticate']]).toEqual([
        host,
        401,
        'Bearer error="invalid_token"',
      ]);
    }
  });

  test('a host that names no account is 404, with a token and without', async () => {
    const hosts = [
      'example.com',
      'other.example.org',
      'a-b.example.com',
      'acme.example.com.evil.org',
      'acme.example.com:8080',
      '127.0.0.1',
      'x',
    ];
    for (const host of hosts) {
      for (const token of [acme.token, null]) {
        expect([host, (await ask(host, token, taxonomies)).status]).toEqual([host, 404]);
      }
    }
  });

  test('uses its own host in every response, never the host of the request', async () => {
    const base = `https://${acme.host}`;
    const made = await ask('ACME.EXAMPLE.COM:443', acme.token, `${taxonomies}?include=links`, 'POST', { name: 'x' });
    const url = `${base}${taxonomies}/${made.body.id}`;
    expect([made.headers.location, made.body.url]).toEqual([url, url]);
    await ask(acme.host, acme.token, taxonomies, 'POST', { name: 'y' });
    const list = (await ask('acme.example.com.', acme.token, `${taxonomies}?limit=1&include=links`)).body;
    expect(list.url).toBe(`${base}${taxonomies}?limit=1&include=links`);
    expect(list.links.next.href.startsWith(`${base}${taxonomies}?`)).toBe(true);
    await service.publisher.publishAll();
    const [event] = (await ask(acme.host, acme.token, '/svc-api/events')).body.items;
    expect([event.source, event.data.url]).toEqual([base, url]);
    const problem = (await ask(acme.host, acme.token, `${taxonomies}/none`)).body;
    expect([problem.type, problem.instance]).toEqual([`${base}/problems/not-found`, `${base}${taxonomies}/none`]);
    const text = JSON.stringify([made, list, event, problem]);
    expect(text).not.toContain('127.0.0.1');
    expect(text).not.toContain('EXAMPLE');
  });

  test('gets its tokens at the token host alone', async () => {
    expect((await askToken(acme.credentials)).status).toBe(200);
    for (const host of [acme.host, 'hr.example.com', 'nothing.org']) {
      expect([host, (await askToken(acme.credentials, host)).status]).toEqual([host, 404]);
    }
  });

  test('cannot be named like a host of the installation', async () => {
    const { database, addresses, now } = service;
    for (const name of ['hr', 'accounts', 'HR']) {
      await expect(openAccount({ database, addresses, now }, { name, environment: 'production' })).rejects.toThrow();
    }
  });

  test('HTTP/1.0 without a host is 404 like any host that names no account', async () => {
    const { exchange, replies } = await import('../../support/raw-http.ts');
    const text = await exchange(service.url, [
      `GET ${taxonomies} HTTP/1.0\r\nApi-Version: 2024-11-01\r\nAuthorization: Bearer ${acme.token}\r\n\r\n`,
    ]);
    expect(replies(text)[0]?.status).toBe(404);
  });
});

test('environments of one name share nothing', async () => {
  const tenants: Tenant[] = [];
  for (const environment of ['production', 'test', 'demo', 'sandbox', 'sandbox'] as const) {
    tenants.push(await tenant('initech', environment));
  }
  expect(new Set(tenants.map(({ host }) => host)).size).toBe(5);
  for (const { host, token } of tenants) {
    const body = { id: 'e_same', name: host, schema: { $ref: '/svc-api/schemas/int32' } };
    expect((await ask(host, token, '/svc-api/employee-attribute-definitions', 'POST', body)).status).toBe(201);
    expect((await ask(host, token, taxonomies, 'POST', { name: host })).status).toBe(201);
  }
  for (const mine of tenants) {
    const { items } = (await ask(mine.host, mine.token, taxonomies)).body;
    expect(items.map(({ name }: { name: string }) => name)).toEqual([mine.host]);
    expect(items[0].url.startsWith(`https://${mine.host}/`)).toBe(true);
    for (const other of tenants.filter((one) => one !== mine)) {
      expect((await ask(other.host, mine.token, taxonomies)).status).toBe(401);
    }
  }
});

test('a name with digits and hyphens is a part of hosts, of sandboxes too', async () => {
  const tenants = [
    await tenant('umbrella'),
    await tenant('umbrella', 'sandbox'),
    await tenant('Umbrella-2'),
    await tenant('umbrella-2', 'sandbox'),
    await tenant('2'),
  ];
  for (const mine of tenants) {
    const made = await ask(mine.host, mine.token, taxonomies, 'POST', { name: mine.host });
    expect([made.status, new URL(made.body.url).host]).toEqual([201, mine.host]);
    for (const other of tenants.filter((one) => one !== mine)) {
      expect((await ask(other.host, mine.token, taxonomies)).status).toBe(401);
    }
  }
});

test('a host that fits the pattern of an account that does not exist is 404', async () => {
  const { token } = await tenant('hooli');
  expect((await ask('ghost.example.com', token, taxonomies)).status).toBe(404);
  expect((await ask('ghost.example.com', null, taxonomies)).status).toBe(404);
  // The account exists in production, and has no test environment.
  expect((await ask('hooli.example-test.com', token, taxonomies)).status).toBe(404);
});
