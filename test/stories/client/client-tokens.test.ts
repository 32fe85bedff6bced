import { TokenError, UnauthorizedError } from '@muster/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { frontServer } from '../../support/front.ts';
import { musterOf, musterWith } from '../../support/muster.ts';
import { type TestService, testService, tokenFor } from '../../support/service.ts';

let service: TestService;
let account: Account;

beforeAll(async () => {
  service = await testService();
  account = await service.openAccount('acme');
});
afterAll(() => service.stop());

const tokenRequest = 'POST /connect/token';
const count = (sent: readonly string[]) => ({
  tokens: sent.filter((request) => request === tokenRequest).length,
  calls: sent.filter((request) => request !== tokenRequest).length,
});

test('nothing is sent before the first call, and concurrent calls share one token', async () => {
  const { muster, sent } = await musterOf(service, account);
  expect(sent).toEqual([]);
  await Promise.all(Array.from({ length: 10 }, () => muster.taxonomies.page()));
  await muster.taxonomies.page();
  expect(count(sent)).toEqual({ tokens: 1, calls: 11 });
});

test('a token is renewed shortly before it expires', async () => {
  const { muster, sent } = await musterOf(service, account, { now: () => service.now().getTime() });
  await muster.taxonomies.page();
  service.advance(1_730_000);
  await muster.taxonomies.page();
  expect(count(sent)).toEqual({ tokens: 1, calls: 2 });
  service.advance(20_000);
  await Promise.all([muster.taxonomies.page(), muster.taxonomies.page()]);
  expect(count(sent)).toEqual({ tokens: 2, calls: 4 });
});

test('a token that expired unnoticed is renewed once, for all calls that it failed', async () => {
  const { muster, sent } = await musterOf(service, account);
  await muster.taxonomies.page();
  service.advance(1_801_000);
  await Promise.all([muster.taxonomies.page(), muster.taxonomies.page(), muster.taxonomies.page()]);
  expect(count(sent)).toEqual({ tokens: 2, calls: 7 });
});

test('a creation whose token was revoked succeeds with a new one, and creates one', async () => {
  let token = '';
  const { muster, credentials, sent } = await musterOf(service, account, {
    fetch: async (input, init) => {
      token = new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? token;
      return fetch(input, init);
    },
  });
  await muster.taxonomies.page();
  await fetch(`${service.url}/connect/revocation`, {
    method: 'POST',
    body: new URLSearchParams({ token, client_id: credentials.clientId, client_secret: credentials.clientSecret }),
  });
  const revoked = token;
  await muster.taxonomies.create({ name: 'Revoked' });
  expect(token).not.toBe(revoked);
  expect(count(sent)).toEqual({ tokens: 2, calls: 3 });
  const { totalCount } = await muster.taxonomies.page({ search: 'Revoked', include: ['totalCount'] });
  expect(totalCount).toBe(1);
});

test('a token carries the scopes asked for', async () => {
  const { muster } = await musterOf(service, account, { scopes: ['taxonomies.readonly'] });
  await muster.taxonomies.page();
  await expect(muster.taxonomies.create({ name: 'Skills' })).rejects.toMatchObject({ kind: 'forbidden' });
});

test.each([
  [{ clientSecret: 'wrong' }, 401, 'invalid_client'],
  [{ scopes: ['unicorns.readwrite'] }, 400, 'invalid_scope'],
])('with %o the token endpoint refuses, and nothing else is sent', async (wrong, status, code) => {
  const { credentials } = await service.client(account);
  const { muster, sent } = musterWith(service, { ...credentials, ...wrong }, wrong);
  const error = await muster.taxonomies.page().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TokenError);
  expect(error).toMatchObject({ status, code, message: expect.stringContaining(code) });
  expect(JSON.stringify(error) + String(error)).not.toContain(credentials.clientSecret);
  expect(sent).toEqual([tokenRequest]);
});

test('a token endpoint that failed once is asked again by the next call', async () => {
  const { credentials } = await service.client(account);
  let isBroken = true;
  const front = await frontServer((_, answer) => {
    if (isBroken) answer.writeHead(500).end('<html>');
    else tokenFor(service.url, credentials).then((token) => answer.end(JSON.stringify({ access_token: token })));
  });
  const { muster } = musterWith(service, credentials, { authUrl: front.url });
  await expect(muster.taxonomies.page()).rejects.toMatchObject({ name: 'TokenError', status: 500, code: null });
  isBroken = false;
  expect((await muster.taxonomies.page()).items).toBeDefined();
  await front.close();
});

test('a caller who gives up does not take the token away from the others', async () => {
  const { muster, sent } = await musterOf(service, account);
  const controller = new AbortController();
  const [given, kept] = [muster.taxonomies.page({ signal: controller.signal }), muster.taxonomies.page()];
  controller.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  await kept;
  expect(count(sent)).toEqual({ tokens: 1, calls: 1 });
});

test('a custom token source is called for each request, with the refused token if there is one', async () => {
  const { credentials } = await service.client(account);
  const good = await tokenFor(service.url, credentials);
  const refusals: (string | undefined)[] = [];
  const token = async (refused?: string) => {
    refusals.push(refused);
    return refused === 'stale' ? good : 'stale';
  };
  const { muster, sent } = musterWith(service, credentials, { token });
  await muster.taxonomies.page();
  expect(refusals).toEqual([undefined, 'stale']);
  expect(count(sent)).toEqual({ tokens: 0, calls: 2 });
});

test('a token source that has no other token is asked twice and no more', async () => {
  const { credentials } = await service.client(account);
  let asked = 0;
  const token = () => {
    asked += 1;
    return 'stale';
  };
  const { muster, sent } = musterWith(service, credentials, { token });
  await expect(muster.taxonomies.page()).rejects.toBeInstanceOf(UnauthorizedError);
  expect({ asked, sent }).toEqual({ asked: 2, sent: ['GET /svc-api/taxonomies'] });
});
