// Tokens expire, and signing keys rotate without an interruption.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Authentication } from '../../../server/identity/auth/authentication.ts';
import { isRefusal } from '../../../server/identity/auth/bearer.ts';
import { startTokenService, type TokenService } from '../../support/token-service.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let service: TokenService;
beforeAll(async () => {
  service = await startTokenService();
});
afterAll(() => service.close());

async function newToken(): Promise<string> {
  return service.tokenOf(await service.newClient(['employees.readonly']));
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

async function signsUntilMs(keyId: string): Promise<number> {
  const [key] = await service.keeping.database.query<{ signs_until: Date }>(
    'select signs_until from signing_keys where key_id = $1',
    [keyId],
  );
  return key?.signs_until.getTime() ?? expect.fail('no such key');
}

function goTo(momentMs: number): void {
  service.advance(momentMs - service.now().getTime());
}

async function isAccepted(token: string, node: Authentication = service): Promise<boolean> {
  return !isRefusal(await node.authenticate(`Bearer ${token}`, { kind: 'shared' }));
}

it('several nodes that start at once make one key', async () => {
  // All connections exist before, otherwise the first node would finish before the others have one.
  await Promise.all([1, 2, 3, 4].map(() => service.keeping.database.query('select pg_sleep(0.1)')));
  const nodes = Array.from({ length: 4 }, () => service.anotherNode());
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
  const changeMs = await signsUntilMs(first);
  goTo(changeMs - dayMs - minuteMs);
  expect(await publishedKeyIds()).toEqual([first]);
  goTo(changeMs - dayMs + minuteMs);
  const [, second = ''] = await publishedKeyIds();
  goTo(changeMs - 5 * minuteMs);
  const last = await newToken();
  goTo(changeMs);
  const successor = await newToken();
  expect([keyIdOf(last), keyIdOf(successor)]).toEqual([first, second]);
  expect(await publishedKeyIds()).toEqual([first, second]);
  for (const node of [service, service.anotherNode()]) {
    expect([await isAccepted(last, node), await isAccepted(successor, node)]).toEqual([true, true]);
  }
  goTo(changeMs + 91 * minuteMs);
  expect(await publishedKeyIds()).toEqual([second]);
});

it('an overdue key signs until its successor has been published for an hour', async () => {
  const [current = ''] = await publishedKeyIds();
  const endMs = await signsUntilMs(current);
  goTo(endMs - 10 * minuteMs);
  const [, successor = ''] = await publishedKeyIds();
  expect(successor).not.toBe('');
  goTo(endMs + 49 * minuteMs);
  const last = await newToken();
  goTo(endMs + 51 * minuteMs);
  expect([keyIdOf(last), keyIdOf(await newToken())]).toEqual([current, successor]);
  expect(await isAccepted(last, service.anotherNode())).toBe(true);
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
