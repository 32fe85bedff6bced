/** Addresses of the legacy API: what is served to whom, and how everything else is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, setLimits } from '../../../server/identity/accounts/accounts.ts';
import { keepV2, keyHeaders, type LegacyClient, legacyCall, legacyClient } from '../../support/legacy/legacy.ts';
import { exchange, type RawReply, replies, sendTo } from '../../support/raw-http.ts';
import { limits, type Reply, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let account: Account;
let client: LegacyClient;

const webOrigin = 'https://app.example.com';

beforeAll(async () => {
  service = await testService({ webOrigins: [webOrigin] });
  account = await service.openAccount('acme');
  await keepV2(service, account);
  client = await legacyClient(service, account);
});
afterAll(() => service.stop());

const collections = ['/api/v3/leaves', '/api/leaves', '/api/v3/users'];
const paths = collections.flatMap((path) => [path, `${path}/0`]);

/** The format of every refusal. */
function isRefusal({ status, headers, body }: Reply, expected: number): void {
  expect([status, headers.get('content-type')]).toEqual([expected, 'application/json; charset=utf-8']);
  expect(body).toMatchObject({ Status: expected, StackTrace: null, title: expect.any(String) });
  expect(body.Message).toBe(body.detail);
  expect('errors' in body).toBe(expected === 400);
  expect(headers.get('traceparent')).toContain(body.traceId);
  expect(headers.get('vary')).toMatch(/\bOrigin\b/);
  expect(headers.get('api-version')).toBeNull();
}

describe('addresses', () => {
  test.each(collections)('%s is a list as JSON, in any case and with a slash at the end', async (path) => {
    const spellings = [path, `${path}/`, path.toUpperCase(), path.replace('api', 'Api'), `${path.toUpperCase()}/`];
    for (const spelling of spellings) {
      const reply = await client.call(spelling);
      expect([spelling, reply.status]).toEqual([spelling, 200]);
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(Array.isArray(reply.body.data.items ?? reply.body.data)).toBe(true);
    }
  });

  test.each([
    '/api',
    '/api/',
    '/api/v3',
    '/api/v2/leaves',
    '/api/v3/nothing',
    '/api/users',
    '/api/v3/leaves/1/2',
    '/api/%zz',
    '/API/v3/nothing',
  ])('%s is not served', async (path) => isRefusal(await client.call(path), 404));

  test.each(['/apis', '/api-docs', '/svc-api/nothing'])('%s is none of the legacy API', async (path) => {
    const { status, headers } = await client.call(path);
    expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8']);
  });

  test.each(paths)('%s can only be read', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const reply = await client.call(path, { method, body: {} });
      isRefusal(reply, 405);
      expect(reply.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    }
    const { status, text } = await client.call(path, { method: 'HEAD' });
    expect([(await client.call(path)).status, '']).toEqual([status, text]);
  });

  test('the method is judged before the key', async () => {
    isRefusal(await legacyCall(service, null, '/api/v3/leaves', { method: 'DELETE' }), 405);
    isRefusal(await legacyCall(service, null, '/api/nothing'), 404);
  });
});

describe('tolerated differences', () => {
  const path = '/api/v3/leaves';

  test('Api-Version, Accept, a body and its type are not looked at', async () => {
    const odd = { 'api-version': '1999-01-01', accept: 'image/png', 'content-type': 'nonsense' };
    const reply = await sendTo(service.url, {
      path,
      headers: { ...keyHeaders(client.apiKey), ...odd, 'content-length': '5' },
      body: '{"x":',
    });
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(reply.headers['api-version']).toBeUndefined();
  });

  test('a long response is compressed if the client accepts it, with Vary', async () => {
    const reply = await client.call(`/api/v3/users?${'x'.repeat(2000)}=1`, { headers: { 'accept-encoding': 'gzip' } });
    isRefusal(reply, 400);
    expect(reply.text.length).toBeGreaterThan(1024);
    expect(reply.headers.get('content-encoding')).toBe('gzip');
    expect(reply.headers.get('vary')?.toLowerCase().split(', ').sort()).toEqual(['accept-encoding', 'origin']);
  });

  test('an id is percent-encoded, in either generation', async () => {
    const id = '416-28/05/2025 00:00:00-AM';
    for (const collection of ['/api/leaves', '/api/v3/leaves']) {
      const reply = await client.call(`${collection}/${encodeURIComponent(id)}`);
      isRefusal(reply, 404);
      expect(reply.body.detail).toContain(id);
    }
  });

  test.each([
    ['a stray %', '%zz'],
    ['bytes that are no text', '%ff'],
    ['a % alone', '%'],
    ['3,000 letters', 'x'.repeat(3000)],
    ['a way up', '..%2f..%2fetc'],
    ['a NUL', '%00'],
  ])('%s as an id names nothing', async (_, id) => {
    for (const collection of collections) isRefusal(await client.call(`${collection}/${id}`), 404);
  });
});

describe('the size of a request', () => {
  const common = () => `Host: x\r\nAuthorization: svc application=${client.apiKey}\r\n`;

  async function answerTo(path: string, headers = ''): Promise<RawReply> {
    const text = await exchange(service.url, [`GET ${path} HTTP/1.1\r\n${common()}${headers}\r\n`]);
    return replies(text)[0] as RawReply;
  }

  const longest = (() => {
    const start = '/api/v3/users?id=1';
    return start + ',1234567'.repeat((8192 - start.length) / 8).padEnd(8192 - start.length, '0');
  })();

  test('an address may have 8 KB, next to headers of nearly as many', async () => {
    expect(longest).toHaveLength(8192);
    expect((await answerTo(longest, `X: ${'x'.repeat(7000)}\r\n`)).status).toBe(200);
    expect((await answerTo(`${longest}0`)).status).toBe(431);
  });

  test.each([9_000, 16_000, 60_000])('headers of %i bytes are refused', async (size) => {
    const { status, headers, body } = await answerTo('/api/v3/users', `X: ${'x'.repeat(size)}\r\n`);
    expect([status, headers['content-type']]).toEqual([431, 'application/json; charset=utf-8']);
    expect(body).toMatchObject({ Status: 431, StackTrace: null, title: 'Request Header Fields Too Large' });
    expect([headers.vary, headers.traceparent]).toEqual(['Origin', expect.stringContaining(body.traceId)]);
  });
});

describe('browsers', () => {
  const preflight = (origin: string, path = '/api/v3/users') =>
    legacyCall(service, null, path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
  const permissions = ({ headers }: Reply) => [...headers].filter(([name]) => name.startsWith('access-control-'));

  test.each(paths)('may call %s from the web domains of the service', async (path) => {
    for (const origin of [webOrigin, service.url]) {
      const reply = await preflight(origin, path);
      expect([reply.status, reply.text, reply.headers.get('vary')]).toEqual([204, '', 'Origin']);
      expect(Object.fromEntries(permissions(reply))).toEqual({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'Authorization, Content-Type',
        'access-control-max-age': '600',
      });
    }
  });

  test.each(['https://evil.example', 'null', `${webOrigin}.evil.example`, 'http://app.example.com', `${webOrigin}/`])(
    'from %s get no details',
    async (origin) => {
      const reply = await preflight(origin);
      expect([reply.status, permissions(reply), reply.headers.get('vary')]).toEqual([204, [], 'Origin']);
      const answer = await client.call('/api/v3/users', { headers: { origin } });
      expect([answer.status, permissions(answer)]).toEqual([200, []]);
    },
  );

  test('can read responses and errors', async () => {
    for (const [apiKey, path, status] of [
      [client.apiKey, '/api/v3/users', 200],
      [null, '/api/v3/users', 401],
      [client.apiKey, '/api/nothing', 404],
    ] as const) {
      const reply = await legacyCall(service, apiKey, path, { headers: { origin: webOrigin } });
      expect([reply.status, permissions(reply)]).toEqual([status, [['access-control-allow-origin', webOrigin]]]);
    }
  });

  test('cannot call the current API', async () => {
    const reply = await legacyCall(service, null, '/svc-api/employees', { headers: { origin: webOrigin } });
    expect([reply.status, permissions(reply)]).toEqual([401, []]);
  });
});

describe('the log', () => {
  test('has one line for each request, with the key by its id and nothing of what was asked', async () => {
    service.logLines.length = 0;
    await client.call('/api/v3/users/77?fields=id,mail&lastName=Lambert');
    const absence = '/api/leaves/416-28%2F05%2F2025%2000%3A00%3A00-AM';
    await client.call(absence);
    await client.call(absence, { method: 'PUT', body: {} });
    await legacyCall(service, null, absence);
    // A line is written after its response was sent.
    await expect.poll(() => service.logLines.length).toBe(4);
    const lines = service.logLines.map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { path: '/api/v3/users/{id}', method: 'GET', status: 404, account: 'acme', apiKeyId: expect.any(String) },
      { path: '/api/leaves/{id}', status: 404, account: 'acme' },
      { path: '/api/leaves/{id}', status: 405 },
      { path: '/api/leaves/{id}', status: 401 },
    ]);
    // A trace id may contain these digits by chance.
    expect(service.logLines.join('')).not.toMatch(/Lambert|\b416\b|lastName/);
  });
});

describe('limits', () => {
  let limited: TestService;
  beforeAll(async () => {
    limited = await testService({ limits: { ...limits, requestsPerMinute: 3, requestMs: 400 } });
  });
  afterAll(() => limited.stop());

  test('each key has its own requests per minute, counted before its rights are looked at', async () => {
    const owner = await limited.openAccount('acme');
    const [one, other] = [await legacyClient(limited, owner), await legacyClient(limited, owner, {})];
    for (const left of [2, 1, 0]) {
      const { status, headers } = await one.call('/api/v3/users');
      expect([status, headers.get('ratelimit')]).toEqual([200, expect.stringContaining(`r=${left};`)]);
    }
    const refused = await one.call('/api/v3/users');
    isRefusal(refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const status of [403, 403, 403, 429]) expect((await other.call('/api/v3/users')).status).toBe(status);
    limited.advance(60_000);
    expect((await one.call('/api/v3/users')).status).toBe(200);
  });

  test('an account may have its own', async () => {
    const owner = await limited.openAccount('own');
    await setLimits(limited.database.session(owner.id), { requestsPerMinute: 1 });
    const own = await legacyClient(limited, owner);
    expect([(await own.call('/api/v3/users')).status, (await own.call('/api/v3/users')).status]).toEqual([200, 429]);
  });

  test('a timeout or failure is 500 without details', async () => {
    const owner = await limited.openAccount('late');
    const late = await legacyClient(limited, owner);
    await late.call('/api/v3/users');
    const slow = await limited.database.together(async (query) => {
      await query('lock table employees in access exclusive mode');
      return late.call('/api/v3/users');
    });
    isRefusal(slow, 500);
    await limited.database.query('alter table api_key_secrets rename to hidden');
    limited.advance(60_000);
    limited.logLines.length = 0;
    const failed = await late.call('/api/v3/users');
    isRefusal(failed, 500);
    expect(failed.text).not.toMatch(/api_key_secrets|relation|sql/i);
    expect(
      limited.logLines.some((line) => line.includes('api_key_secrets') && line.includes(failed.body.traceId)),
    ).toBe(true);
  });
});
