// Owns what credentials look like and how they are compared. A secret is 256 random bits, so that a keyed digest
// protects it as well as a slow hash would; the prefixes let leak scanners find one that escaped.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { NewSecret, SecretSource } from '../accounts/credentials.ts';

export type SecretPrefix = 'mst_cs_' | 'mst_ak_';

export function newSecret(prefix: SecretPrefix): string {
  return prefix + randomBytes(32).toString('base64url');
}

export function newClientId(): string {
  return `app-${randomBytes(12).toString('hex')}`;
}

export function digestOf(pepper: Buffer, secret: string): Buffer {
  return createHmac('sha256', pepper).update(secret).digest();
}

/** In constant time, whatever the content. */
export function isSameDigest(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** What declaring an application or a key draws from. */
export function secretSource(pepper: Buffer): SecretSource {
  const digested = (text: string): NewSecret => ({ text, digest: digestOf(pepper, text) });
  return {
    newClientId,
    newClientSecret: () => digested(newSecret('mst_cs_')),
    newApiKey: () => digested(newSecret('mst_ak_')),
  };
}
