/** Foreign or expired tokens open nothing, and no log line reveals anything. */
import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { exportSPKI, importJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { derivedKeys } from '../../../server/identity/auth/installation-key.ts';
import { ringOfOne } from '../../../server/identity/auth/key-ring.ts';
import { signingKeys } from '../../../server/identity/auth/signing-keys.ts';
import { exchange, replies } from '../../support/raw-http.ts';
import { call, type TestClient, type TestService, testService } from '../../support/service.ts';

let service: TestService;
let client: TestClient;
const masterKey = randomBytes(32);

const taxonomies = '/svc-api/taxonomies';

beforeAll(async () => {
  service = await testService({ masterKey });
  client = await service.client(await service.openAccount('acme'));
  await service.openAccount('stranger');
});
afterAll(() => service.stop());

describe('a token that is not ours is 401', () => {
  const ask = (token: string) => call(service.url, token, 'GET', taxonomies);

  /** The claims of a valid token with changes, signed by the key of the service unless another is given. */
  async function signed(
    change: object,
    key?: KeyObject | Uint8Array,
    alg = 'ES256',
    header: object = {},
  ): Promise<string> {
    const [, payload = ''] = client.token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const { database, now } = service;
    const keys = signingKeys({ database, ring: ringOfOne(derivedKeys(masterKey)), now });
    const { keyId, privateKey } = await keys.signing();
    return new SignJWT({ ...claims, ...change })
      .setProtectedHeader({ alg, typ: 'at+jwt', kid: keyId, ...header })
      .sign(key ?? privateKey);
  }

  const refused = async (token: string) => {
    const answer = await ask(token);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
  };

  const seconds = (offset: number) => Math.floor(service.now().getTime() / 1000) + offset;

  test('one that is signed again with the same claims is ours', async () => {
    expect((await ask(await signed({}))).status).toBe(200);
  });

  test.each<[string, () => object]>([
    ['expired', () => ({ exp: seconds(-1) })],
    ['not valid yet', () => ({ nbf: seconds(600) })],
    ['for another audience', () => ({ aud: 'https://other.example.org' })],
    ['for several audiences', () => ({ aud: [service.url, 'https://other.example.org'] })],
    ['of another issuer', () => ({ iss: 'https://other.example.org' })],
    ['of another account', () => ({ account: 'stranger' })],
    ['of an unknown application', () => ({ client_id: 'nobody' })],
    ['without an end', () => ({ exp: undefined })],
    ['with an end that is no number', () => ({ exp: 'tomorrow' })],
    ['with scopes that are no text', () => ({ scope: ['taxonomies.readwrite'] })],
  ])('when it is %s', async (_, change) => refused(await signed(change())));

  test('when somebody else has signed it', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await refused(await signed({}, privateKey));
    await refused(await signed({}, privateKey, 'ES256', { kid: 'none' }));
    await refused(await signed({}, privateKey, 'ES256', { jwk: publicKey.export({ format: 'jwk' }) }));
    await refused(await signed({}, privateKey, 'ES256', { kid: undefined, jku: 'https://evil.example.org/jwks.json' }));
  });

  test('when it is not signed, or signed with the public key as a secret', async () => {
    const [header = '', payload = '', signature = ''] = client.token.split('.');
    await refused(new UnsecuredJWT(JSON.parse(Buffer.from(payload, 'base64url').toString())).encode());
    await refused(`${header}.${payload}.`);
    const { keys } = (await (await fetch(`${service.url}/.well-known/jwks.json`)).json()) as { keys: JWK[] };
    for (const jwk of keys) {
      const pem = await exportSPKI((await importJWK({ ...jwk, ext: true }, 'ES256')) as CryptoKey);
      await refused(await signed({}, Buffer.from(pem), 'HS256', { kid: jwk.kid }));
      await refused(await signed({}, Buffer.from(JSON.stringify(jwk)), 'HS256', { kid: jwk.kid }));
    }
    const widened = Buffer.from(payload, 'base64url').toString().replace('readonly', 'readwrite');
    await refused(`${header}.${Buffer.from(widened).toString('base64url')}.${signature}`);
  });

  test.each(['x', '.', '..', '...', 'a.b.c', 'null', '{}', 'e30.e30.', 'e30.e30.e30', 'A'.repeat(7000)])(
    'when it is %s',
    async (token) => refused(token),
  );

  test('when it is cut or prolonged', async () => {
    for (const token of [client.token.slice(0, -3), client.token.slice(1), `${client.token}A`, `${client.token}.x`]) {
      await refused(token);
    }
  });

  test('and 431 when it has 10 KB', async () => {
    const text = await exchange(service.url, [
      `GET ${taxonomies} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'A'.repeat(10_240)}\r\n\r\n`,
    ]);
    expect(replies(text)[0]?.status).toBe(431);
  });

  test.each(['Basic abc', 'bearer', 'Bearer', 'Bearer ', 'svc application=abc', 'Token x', ''])(
    'and %j is none at all',
    async (authorization) => {
      const answer = await call(service.url, null, 'GET', taxonomies, { headers: { authorization } });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    },
  );

  test('and one of ours is refused when its 30 minutes are over', async () => {
    expect((await ask(client.token)).status).toBe(200);
    service.advance(1800 * 1000);
    await refused(client.token);
    service.advance(-1800 * 1000);
  });
});

test('the log holds no body, no token, no secret and no query, whatever was wrong with them', async () => {
  const lively = await service.renewed(client);
  const { clientId, clientSecret } = lively.credentials;
  const marks = ['body-mark', 'query-mark', 'key-mark', 'header-mark'];
  const [body, query, key, header] = marks as [string, string, string, string];
  const made = await lively.call('POST', taxonomies, { body: { name: body }, headers: { 'idempotency-key': key } });
  await lively.call('PATCH', `${taxonomies}/${made.body.id}`, { body: { name: body, [body]: body } });
  await lively.call('POST', taxonomies, { body: `{"${body}` });
  await lively.call('POST', taxonomies, { body: { name: body }, headers: { 'content-type': header } });
  for (const path of [
    taxonomies,
    '/nothing',
    '/svc-api/schemas/x',
    '/connect/token',
    '/',
    '/health/live',
    '/problems/none',
  ]) {
    await lively.call('GET', `${path}?search=${query}&token=${query}`, { headers: { accept: header, cookie: header } });
  }
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  await fetch(`${service.url}/connect/token`, { method: 'POST', body: `${form}${query}` });
  await fetch(`${service.url}/connect/token?client_secret=${clientSecret}`, { method: 'POST', body: form });
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  await fetch(`${service.url}/connect/introspection`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ token: lively.token }),
  });
  await exchange(service.url, [`GET http://${query}/nothing?${query} HTTP/1.1\r\nHost: ${header}\r\n\r\n`, 'X: y']);
  await exchange(service.url, [`NONSENSE ${query} ${header}\r\n\r\n`]);

  expect(service.logLines.length).toBeGreaterThan(30);
  const log = service.logLines.join('');
  for (const secret of [
    ...marks,
    lively.token,
    client.token,
    clientSecret,
    basic,
    masterKey.toString('hex'),
    'grant_type',
  ]) {
    expect([secret.slice(0, 12), log.includes(secret)]).toEqual([secret.slice(0, 12), false]);
  }
  expect(service.logLines.filter((line) => line.includes('?'))).toEqual([]);
});
