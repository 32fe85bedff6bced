/** Keys of the legacy API: how a key is sent, what it opens, its replacement and its end. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeApiKey, createApiKey, regenerateApiKey, revokeApiKey } from '../../../cli/legacy-keys.ts';
import type { Environment } from '../../../contract/environments.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { openAccount } from '../../../server/operator/open-account.ts';
import { everyRight, keyHeaders, type LegacyClient, legacyCall, legacyClient } from '../../support/legacy/legacy.ts';
import { sendTo } from '../../support/raw-http.ts';
import { call, type TestService, testService } from '../../support/service.ts';

const path = '/api/v3/users';
const hourMs = 3_600_000;

let service: TestService;
let account: Account;
let client: LegacyClient;

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
  client = await legacyClient(service, account);
});
afterAll(() => service.stop());

const statusOf = async (apiKey: string): Promise<number> => (await legacyCall(service, apiKey, path)).status;

describe('a key', () => {
  test.each(['svc application=', 'SVC Application=', 'Svc APPLICATION=', 'svc  application='])(
    'opens the legacy API after %j',
    async (words) => {
      const headers = { authorization: words + client.apiKey };
      expect((await legacyCall(service, null, path, { headers })).status).toBe(200);
    },
  );

  test('is refused by the same words whether it is missing, unknown, malformed or revoked', async () => {
    const revoked = await legacyClient(service, account);
    await revokeApiKey(service, account, revoked.name);
    const sent = [
      undefined,
      '',
      'svc',
      'svc application',
      'svc application=',
      `svc application=${randomUUID()}`,
      `svc application=${client.apiKey.toUpperCase()}`,
      `svc application="${client.apiKey}"`,
      `svc application=${client.apiKey}, x=y`,
      `svc application=${client.apiKey}x`,
      `svc key=${client.apiKey}`,
      `application=${client.apiKey}`,
      `Bearer ${client.apiKey}`,
      `svc application=${'a'.repeat(2000)}`,
      `svc application=${revoked.apiKey}`,
    ];
    const seen = new Set<string>();
    for (const authorization of sent) {
      const { status, headers, body } = await legacyCall(service, null, path, { headers: { authorization } });
      expect([authorization, status, headers.get('www-authenticate')]).toEqual([authorization, 401, 'svc']);
      const { traceId, ...said } = body;
      expect(traceId).toMatch(/^[\da-f]{32}$/);
      seen.add(JSON.stringify(said));
    }
    expect([...seen]).toHaveLength(1);
  });

  test.each(['application', 'apiKey', 'key', 'Authorization'])('is not taken from the parameter %s', async (name) => {
    const { status } = await legacyCall(service, null, `${path}?${name}=${client.apiKey}`);
    expect(status).toBe(401);
  });

  test('opens the legacy API alone, and a token only the current one', async () => {
    const { token } = await service.client(account);
    const asBearer = await legacyCall(service, null, path, { headers: { authorization: `Bearer ${token}` } });
    expect([asBearer.status, asBearer.body.Status]).toEqual([401, 401]);
    const headers = keyHeaders(client.apiKey);
    const elsewhere = await call(service.url, null, 'GET', '/svc-api/employees', { headers });
    expect([elsewhere.status, elsewhere.body.status]).toEqual([401, 401]);
  });

  test('is in neither the database nor the log', async () => {
    await client.call(path);
    const [stored] = await service.database.query<{ text: string }>(
      'select json_agg(api_keys)::text as text from api_keys',
    );
    expect(stored?.text).not.toContain(client.apiKey);
    expect(service.logLines.join('')).not.toContain(client.apiKey);
  });

  test('may be renamed while it is in use', async () => {
    const renamed = await legacyClient(service, account);
    await changeApiKey(service, account, renamed.name, { name: 'Renamed' });
    expect(await statusOf(renamed.apiKey)).toBe(200);
  });
});

describe('a key that ends', () => {
  test('is refused within a second of its revocation', async () => {
    const ending = await legacyClient(service, account);
    expect(await statusOf(ending.apiKey)).toBe(200);
    await revokeApiKey(service, account, ending.name);
    service.advance(1000);
    expect(await statusOf(ending.apiKey)).toBe(401);
  });

  test('is replaced by a new one and works for the overlap', async () => {
    const old = await legacyClient(service, account);
    const { apiKey } = await regenerateApiKey(service, account, old.name, { overlapSeconds: 3600 });
    expect([await statusOf(apiKey), await statusOf(old.apiKey)]).toEqual([200, 200]);
    service.advance(hourMs - 2000);
    expect(await statusOf(old.apiKey)).toBe(200);
    service.advance(2001);
    expect([await statusOf(apiKey), await statusOf(old.apiKey)]).toEqual([200, 401]);
  });

  test('ends at once when its successor is replaced in turn, or without an overlap', async () => {
    const first = await legacyClient(service, account);
    const { apiKey: second } = await regenerateApiKey(service, account, first.name);
    const { apiKey: third } = await regenerateApiKey(service, account, first.name);
    service.advance(1000);
    expect([await statusOf(first.apiKey), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200]);
    const { apiKey: last } = await regenerateApiKey(service, account, first.name, { overlapSeconds: 0 });
    service.advance(1000);
    expect([await statusOf(second), await statusOf(third), await statusOf(last)]).toEqual([401, 401, 200]);
  });

  test('takes the one that it replaces with it when it is revoked', async () => {
    const old = await legacyClient(service, account);
    const { apiKey } = await regenerateApiKey(service, account, old.name);
    await revokeApiKey(service, account, old.name);
    service.advance(1000);
    expect([await statusOf(old.apiKey), await statusOf(apiKey)]).toEqual([401, 401]);
  });
});

describe('with a host for each account', () => {
  let hosted: TestService;
  const origin = (name: string) => `https://${name}.example.com`;

  beforeAll(async () => {
    hosted = await testService({
      publicUrl: 'https://hr.example.net',
      accountHosts: [
        { environment: 'production', pattern: '{account}.example.com' },
        { environment: 'test', pattern: '{account}.example-test.com' },
        { environment: 'demo', pattern: '{account}.example-demo.com' },
      ],
    });
  });
  afterAll(() => hosted.stop());

  async function keyIn(name: string, environment: Environment = 'production'): Promise<string> {
    const opened = await openAccount(hosted, { name, environment });
    const declared = { name: 'Planning', technicalContact: null, rights: everyRight };
    return (await createApiKey(hosted, opened, declared)).apiKey;
  }

  const ask = (host: string, apiKey: string | null, headers: Record<string, string> = {}, method = 'GET') =>
    sendTo(hosted.url, { method, path, headers: { host, ...(apiKey !== null && keyHeaders(apiKey)), ...headers } });

  test('a key works only on the host of its own account', async () => {
    const [acme, other] = [await keyIn('acme'), await keyIn('other')];
    const status = async (host: string, apiKey: string) => (await ask(host, apiKey)).status;
    expect(await status('acme.example.com', acme)).toBe(200);
    expect(await status('acme.example.com', other)).toBe(401);
    expect(await status('acme.example-test.com', acme)).toBe(401);
    expect(await status('hr.example.net', acme)).toBe(401);
    const nowhere = await ask('elsewhere.example.org', acme);
    expect([nowhere.status, nowhere.body.Status]).toEqual([404, 404]);
  });

  test('browsers may call from the production and test addresses of the same account', async () => {
    const demo = await keyIn('Shop', 'demo');
    const allowed = async (host: string, from: string) =>
      (await ask(host, null, { origin: from, 'access-control-request-method': 'GET' }, 'OPTIONS')).headers[
        'access-control-allow-origin'
      ];
    const [production, test] = ['https://shop.example.com', 'https://shop.example-test.com'];
    for (const host of ['shop.example.com', 'shop.example-test.com', 'shop.example-demo.com']) {
      expect([await allowed(host, production), await allowed(host, test)]).toEqual([production, test]);
      expect(await allowed(host, 'https://shop.example-demo.com')).toBeUndefined();
      expect(await allowed(host, origin('acme'))).toBeUndefined();
    }
    expect(await allowed('hr.example.net', 'https://hr.example.net')).toBe('https://hr.example.net');
    const answer = await ask('shop.example-demo.com', demo, { origin: production });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, production]);
  });
});
