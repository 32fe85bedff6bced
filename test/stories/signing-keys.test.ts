// Tokens expire, and the keys that sign them change without anybody noticing.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRefusal } from '../../server/auth/bearer.ts';
import { startTokenService, type TokenService } from '../support/token-service.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let service: TokenService;
beforeAll(async () => {
  service = await startTokenService();
});
afterAll(() => service.close());

async function newToken(): Promise<string> {
  const { clientId, clientSecret } = await service.newClient(['employees.readonly']);
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
  const response = await service.post('/connect/token', form.toString());
  return ((await response.json()) as { access_token: string }).access_token;
}

function keyIdOf(token: string): string {
  return (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;
}

async function publishedKeyIds(): Promise<string[]> {
  const response = await fetch(`${service.url}/.well-known/jwks.json`);
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  const { keys } = (await response.json()) as { keys: Record<string, unknown>[] };
  for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  return keys.map(({ kid }) => String(kid));
}

async function isAccepted(token: string): Promise<boolean> {
  return !isRefusal(await service.authenticate(`Bearer ${token}`, { kind: 'shared' }));
}

it('several nodes that start at once make one key', async () => {
  const nodes = Array.from({ length: 5 }, () => service.anotherNode());
  const keyIds = await Promise.all(nodes.map(async ({ keys }) => (await keys.signing()).keyId));
  expect(new Set(keyIds).size).toBe(1);
  expect(await publishedKeyIds()).toEqual([keyIds[0]]);
});

it('a token lives 1800 seconds', async () => {
  const token = await newToken();
  service.advance(1790_000);
  expect(await isAccepted(token)).toBe(true);
  service.advance(10_000);
  expect(await isAccepted(token)).toBe(false);
});

it('a successor is published before it signs, and the old key until its last token has expired', async () => {
  const [first = ''] = await publishedKeyIds();
  service.advance(29 * dayMs);
  const [, second = ''] = await publishedKeyIds();
  const last = await newToken();
  expect(keyIdOf(last)).toBe(first);
  service.advance(22 * hourMs);
  expect(keyIdOf(await newToken())).toBe(first);
  service.advance(hourMs + 40 * minuteMs);
  const justBefore = keyIdOf(await newToken()) === first ? await newToken() : last;
  service.advance(20 * minuteMs);
  const successor = await newToken();
  expect(keyIdOf(successor)).toBe(second);
  expect([await isAccepted(justBefore), await isAccepted(successor)]).toEqual([true, true]);
  expect(await publishedKeyIds()).toEqual([first, second]);
  service.advance(2 * hourMs);
  expect(await publishedKeyIds()).toEqual([second]);
});

it('a key that nobody replaced in time signs on until its successor has been published for an hour', async () => {
  const [current = ''] = await publishedKeyIds();
  service.advance(30 * dayMs - 2 * hourMs - 10 * minuteMs);
  expect(keyIdOf(await newToken())).toBe(current);
  const [, successor = ''] = await publishedKeyIds();
  service.advance(50 * minuteMs);
  expect(keyIdOf(await newToken())).toBe(current);
  service.advance(10 * minuteMs);
  expect(keyIdOf(await newToken())).toBe(successor);
});

it('after a long silence a new key signs at once, and other nodes learn of it from the first token', async () => {
  const other = service.anotherNode();
  const before = await other.keys.signing();
  service.advance(100 * dayMs);
  const idle = service.anotherNode();
  const after = await idle.keys.signing();
  expect(after.keyId).not.toBe(before.keyId);
  const token = await newToken();
  expect(keyIdOf(token)).toBe(after.keyId);
  expect(isRefusal(await other.authenticate(`Bearer ${token}`, { kind: 'shared' }))).toBe(false);
  expect(await publishedKeyIds()).toEqual([after.keyId]);
});
