// Forged tokens open nothing.
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { exportSPKI, importJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefusal } from '../../../server/identity/auth/bearer.ts';
import { startTokenService, type TokenService } from '../../support/token-service.ts';

const granted = ['employees.readonly', 'events.readonly'];

let service: TokenService;
beforeAll(async () => {
  service = await startTokenService();
});
afterAll(() => service.close());

async function outcome(token: string): Promise<string> {
  const answer = await service.authenticate(`Bearer ${token}`, { kind: 'shared' });
  return isRefusal(answer) ? answer.reason : [...answer.scopes].join(' ');
}

describe('a token that is not ours', () => {
  async function forgeries(): Promise<Record<string, string>> {
    const client = await service.newClient(granted);
    const token = await service.tokenOf(client);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
    const [jwk] = ((await (await fetch(`${service.url}/.well-known/jwks.json`)).json()) as { keys: JWK[] }).keys;
    const publicText = await exportSPKI((await importJWK({ ...jwk, ext: true }, 'ES256')) as CryptoKey);
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const by = (key: KeyObject | Uint8Array, alg: string, keyId: string) =>
      new SignJWT(claims).setProtectedHeader({ alg, typ: 'at+jwt', kid: keyId }).sign(key);
    const widened = Buffer.from(JSON.stringify({ ...claims, scope: 'employees.readwrite' })).toString('base64url');
    return {
      unsigned: new UnsecuredJWT(claims).encode(),
      'unsigned, with the header of ours': `${header}.${payload}.`,
      widened: `${header}.${widened}.${signature}`,
      'signed by a stranger under our key id': await by(stranger, 'ES256', kid),
      'signed by a stranger under an unknown key id': await by(stranger, 'ES256', randomUUID()),
      'signed with our public key as a shared secret': await by(Buffer.from(publicText), 'HS256', kid),
      'signed with our public key, as JWK, as a shared secret': await by(
        Buffer.from(JSON.stringify(jwk)),
        'HS256',
        kid,
      ),
      truncated: token.slice(0, -2),
      'not a token': 'a.b.c',
      long: 'a'.repeat(8000),
      'not ASCII': 'ä\0\ud800',
    };
  }

  it('is refused, however it is made', async () => {
    for (const [name, token] of Object.entries(await forgeries())) {
      expect([name, await outcome(token)]).toEqual([name, 'invalid']);
    }
  });

  it('is refused when it comes from another issuer with the same keys, or is of another type', async () => {
    const client = await service.newClient(granted);
    const { keyId, privateKey } = await service.keys.signing();
    const claims = JSON.parse(Buffer.from((await service.tokenOf(client)).split('.')[1] ?? '', 'base64url').toString());
    const signed = (change: Record<string, unknown>, typ = 'at+jwt') =>
      new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'ES256', typ, kid: keyId }).sign(privateKey);
    expect(await outcome(await signed({}))).toBe(granted.join(' '));
    expect(await outcome(await signed({ iss: 'https://accounts.example.org' }))).toBe('invalid');
    expect(await outcome(await signed({ aud: 'https://other.example.org' }))).toBe('invalid');
    expect(await outcome(await signed({ account: 'Other' }))).toBe('invalid');
    expect(await outcome(await signed({ client_id: 'app-unknown' }))).toBe('invalid');
    expect(await outcome(await signed({}, 'JWT'))).toBe('invalid');
    expect(await outcome(await signed({ exp: undefined }))).toBe('invalid');
  });
});
