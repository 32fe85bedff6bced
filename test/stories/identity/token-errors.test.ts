// Errors of the token endpoint have the JSON format of RFC 6749, and guessing is slowed down.
import { request as httpRequest } from 'node:http';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClientCredentials } from '../../../cli/client-applications.ts';
import { tokenEndpoint } from '../../../server/http/oauth/token-endpoint.ts';
import { addressBook } from '../../../server/identity/accounts/addresses.ts';
import { startTokenService, type TokenService } from '../../support/token-service.ts';

let service: TokenService;
let client: ClientCredentials;
beforeAll(async () => {
  service = await startTokenService();
  client = await service.newClient(['employees.readonly', 'events.readonly', 'leaves.readwrite']);
});
afterAll(() => service.close());

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

let callers = 0;

/** Each from another address, so that one refusal does not slow down the next. */
async function ask(body: string, headers: Record<string, string> = {}, path = '/connect/token'): Promise<Answer> {
  callers += 1;
  const response = await service.post(path, body, { 'x-forwarded-for': `203.0.113.${callers}`, ...headers });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
}

const grant = 'grant_type=client_credentials';
const secretIn = () => `client_id=${client.clientId}&client_secret=${client.clientSecret}`;
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

describe('a token', () => {
  it('is answered as the contract says', async () => {
    const { status, headers, body } = await ask(`${grant}&${secretIn()}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('pragma')).toBe('no-cache');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 1800,
      scope: 'employees.readonly events.readonly leaves.readwrite',
    });
  });

  it.each([
    ['', 'employees.readonly events.readonly leaves.readwrite'],
    ['&scope=', 'employees.readonly events.readonly leaves.readwrite'],
    ['&scope=+', 'employees.readonly events.readonly leaves.readwrite'],
    ['&scope=events.readonly', 'events.readonly'],
    ['&scope=events.readonly+employees.readonly', 'employees.readonly events.readonly'],
    ['&scope=events.readonly%20employees.readonly', 'employees.readonly events.readonly'],
    ['&scope=events.readonly employees.readonly', 'employees.readonly events.readonly'],
    ['&scope=+events.readonly++events.readonly+', 'events.readonly'],
    ['&resource=https://example.org&scope=events.readonly', 'events.readonly'],
  ])('has the scopes that were asked for: %s', async (scope, expected) => {
    const { status, body } = await ask(`${grant}&${secretIn()}${scope}`);
    expect([status, body.scope]).toEqual([200, expected]);
  });

  it.each([
    ['application/x-www-form-urlencoded; charset=utf-8'],
    ['application/x-www-form-urlencoded;charset=UTF-8'],
    ['Application/X-WWW-Form-Urlencoded'],
  ])('comes for a form of type %s', async (type) => {
    expect((await ask(`${grant}&${secretIn()}`, { 'content-type': type })).status).toBe(200);
  });

  it('comes with HTTP Basic, encoded or not, also when the body names the same client', async () => {
    const encoded = client.clientId.replaceAll('-', '%2D');
    expect((await ask(grant, basic(client.clientId, client.clientSecret))).status).toBe(200);
    expect((await ask(grant, basic(encoded, client.clientSecret.replaceAll('_', '%5f')))).status).toBe(200);
    expect(
      (await ask(`${grant}&client_id=${client.clientId}`, basic(client.clientId, client.clientSecret))).status,
    ).toBe(200);
  });
});

describe('a refusal', () => {
  const json = { 'content-type': 'application/json' };
  const id = () => `client_id=${client.clientId}`;
  const wrongBasic = basic('app-unknown', 'wrong');
  const refusals: [string, () => string, Record<string, string>, number, string][] = [
    ['unknown client', () => `${grant}&client_id=app-0&client_secret=x`, {}, 401, 'invalid_client'],
    ['wrong secret', () => `${grant}&${id()}&client_secret=x`, {}, 401, 'invalid_client'],
    ['NUL in the client id', () => `${grant}&client_id=a%00b&client_secret=x`, {}, 401, 'invalid_client'],
    ['NUL in the secret', () => `${grant}&${id()}&client_secret=%00`, {}, 401, 'invalid_client'],
    ['long client id', () => `${grant}&client_id=${'a'.repeat(9000)}&client_secret=x`, {}, 401, 'invalid_client'],
    ['wrong Basic', () => grant, wrongBasic, 401, 'invalid_client'],
    ['unreadable Basic', () => grant, { authorization: 'Basic !' }, 401, 'invalid_client'],
    ['Basic without a secret', () => grant, basic('app-unknown', ''), 401, 'invalid_client'],
    ['Basic that is no UTF-8', () => grant, { authorization: 'Basic //9h' }, 401, 'invalid_client'],
    ['Basic wrongly encoded', () => grant, basic('app%ZZ', 'x'), 401, 'invalid_client'],
    ['another scheme', () => `${grant}&${id()}`, { authorization: 'Bearer x' }, 401, 'invalid_client'],
    ['scope not granted', () => `${grant}&${secretIn()}&scope=files.readonly`, {}, 400, 'invalid_scope'],
    [
      'one scope not granted',
      () => `${grant}&${secretIn()}&scope=events.readonly+files.readonly`,
      {},
      400,
      'invalid_scope',
    ],
    ['wider than granted', () => `${grant}&${secretIn()}&scope=employees.readwrite`, {}, 400, 'invalid_scope'],
    ['no such scope', () => `${grant}&${secretIn()}&scope=everything`, {}, 400, 'invalid_scope'],
    [
      'tab between scopes',
      () => `${grant}&${secretIn()}&scope=events.readonly%09files.readonly`,
      {},
      400,
      'invalid_scope',
    ],
    ['NUL in the scope', () => `${grant}&${secretIn()}&scope=%00`, {}, 400, 'invalid_scope'],
    ['another grant', () => `grant_type=password&${secretIn()}`, {}, 400, 'unsupported_grant_type'],
    ['no grant', () => secretIn(), {}, 400, 'invalid_request'],
    ['empty grant', () => `grant_type=&${secretIn()}`, {}, 400, 'invalid_request'],
    ['no client id', () => `${grant}&client_secret=x`, {}, 400, 'invalid_request'],
    ['no secret', () => `${grant}&${id()}`, {}, 400, 'invalid_request'],
    ['field twice', () => `${grant}&${grant}&${secretIn()}`, {}, 400, 'invalid_request'],
    ['scope twice', () => `${grant}&${secretIn()}&scope=&scope=`, {}, 400, 'invalid_request'],
    ['unknown field twice', () => `${grant}&${secretIn()}&__proto__=1&__proto__=2`, {}, 400, 'invalid_request'],
    ['secret twice', () => `${grant}&client_secret=x`, wrongBasic, 400, 'invalid_request'],
    ['two clients', () => `${grant}&client_id=other`, wrongBasic, 400, 'invalid_request'],
    ['JSON', () => JSON.stringify({ grant_type: 'client_credentials' }), json, 400, 'invalid_request'],
    ['a form that says it is JSON', () => `${grant}&${secretIn()}`, json, 400, 'invalid_request'],
    ['text', () => grant, { 'content-type': 'text/plain' }, 400, 'invalid_request'],
    ['nothing', () => '', {}, 400, 'invalid_request'],
    ['wrong escape', () => `${grant}&client_id=%ZZ&client_secret=x`, {}, 400, 'invalid_request'],
    ['escaped non-UTF-8', () => `${grant}&client_id=%FF&client_secret=x`, {}, 400, 'invalid_request'],
    ['too large', () => `${grant}&scope=${'a'.repeat(20_000)}`, {}, 413, 'invalid_request'],
  ];

  it.each(refusals)('%s', async (_, form, headers, status, error) => {
    const answer = await ask(form(), headers);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect(answer.body).toEqual({
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
    });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('www-authenticate')).toBe(
      status === 401 ? 'Basic realm="Muster", charset="UTF-8"' : null,
    );
  });

  it('does not distinguish an unknown client from a wrong secret', async () => {
    const unknown = await ask(`${grant}&client_id=app-0123456789abcdef01234567&client_secret=x`);
    const wrong = await ask(`${grant}&${id()}&client_secret=x`);
    expect(unknown.body).toEqual(wrong.body);
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
  });

  it('also for bytes that are not UTF-8', async () => {
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const sent = httpRequest(`${service.url}/connect/token`, { method: 'POST', headers }, async (response) => {
        resolve({ status: response.statusCode, text: Buffer.concat(await response.toArray()).toString() });
      });
      sent.on('error', reject).end(Buffer.from([0x67, 0x3d, 0xff, 0x00, 0xc0]));
    });
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([400, 'invalid_request']);
  });

  it.each([['/connect/revocation'], ['/connect/introspection']])('at %s has the same form', async (path) => {
    expect(await ask(secretIn(), {}, path)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(await ask('token=x', {}, path)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(await ask('token=x', wrongBasic, path)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const unknown = await service.post(path, `token=x&${secretIn()}`);
    expect([unknown.status, await unknown.text()]).toEqual([
      200,
      path === '/connect/introspection' ? '{"active":false}' : '',
    ]);
  });
});

describe('another method', () => {
  it.each([
    ['/connect/token', 'POST', ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
    ['/connect/revocation', 'POST', ['GET', 'PUT']],
    ['/connect/introspection', 'POST', ['GET', 'PUT']],
    ['/.well-known/oauth-authorization-server', 'GET, HEAD', ['POST', 'PUT', 'DELETE', 'OPTIONS']],
    ['/.well-known/jwks.json', 'GET, HEAD', ['POST', 'DELETE']],
  ])('of %s is 405, Allow: %s', async (path, allow, methods) => {
    for (const method of methods) {
      const body = ['PUT', 'PATCH'].includes(method)
        ? { body: '{', headers: { 'content-type': 'application/json' } }
        : {};
      const response = await fetch(service.url + path, { method, ...body });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, allow]);
      if (method !== 'HEAD') expect(await response.json()).toMatchObject({ error: 'invalid_request' });
    }
  });
});

describe('the metadata', () => {
  it('name every address under the token host', async () => {
    const response = await fetch(`${service.url}/.well-known/oauth-authorization-server`);
    expect(await response.json()).toMatchObject({
      issuer: service.url,
      token_endpoint: `${service.url}/connect/token`,
      jwks_uri: `${service.url}/.well-known/jwks.json`,
      revocation_endpoint: `${service.url}/connect/revocation`,
      introspection_endpoint: `${service.url}/connect/introspection`,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      scopes_supported: expect.arrayContaining(['employees.readonly', 'events.readonly']),
    });
  });

  it('and everything next to them exist under the token host only', async () => {
    const addresses = addressBook({
      publicUrl: 'https://hr.example.com',
      authUrl: 'https://accounts.example.com',
      accountHosts: [{ environment: 'production', pattern: '{account}.example.com' }],
    });
    const app = Fastify();
    tokenEndpoint(app, { ...service, addresses });
    const statusAt = async (host: string, method: 'GET' | 'POST' | 'PUT', url: string) =>
      (await app.inject({ method, url, headers: { host } })).statusCode;
    expect(await statusAt('accounts.example.com', 'GET', '/.well-known/jwks.json')).toBe(200);
    expect(await statusAt('accounts.example.com', 'PUT', '/connect/token')).toBe(405);
    for (const host of ['hr.example.com', 'acme.example.com', 'evil.org']) {
      expect(await statusAt(host, 'GET', '/.well-known/jwks.json')).toBe(404);
      expect(await statusAt(host, 'POST', '/connect/token')).toBe(404);
      expect(await statusAt(host, 'PUT', '/connect/token')).toBe(404);
    }
    await app.close();
  });
});

describe('guessing', () => {
  it('is slowed down, and only where it comes from', async () => {
    const guess = (from: string, secret: string) =>
      ask(`${grant}&client_id=${client.clientId}&client_secret=${secret}`, { 'x-forwarded-for': from });
    for (let time = 0; time < 5; time += 1) expect((await guess('198.51.100.1', 'wrong')).status).toBe(401);
    const slowed = await guess('198.51.100.1', client.clientSecret);
    expect(slowed).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } });
    expect(slowed.headers.get('retry-after')).toBe('1');
    expect((await guess('198.51.100.2', client.clientSecret)).status).toBe(200);
    service.advance(1000);
    expect((await guess('198.51.100.1', client.clientSecret)).status).toBe(200);
  });
});
