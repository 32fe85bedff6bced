// The format and comparison of credentials. A secret has 256 random bits, so a keyed digest protects it as well as a
// slow hash; the prefix lets leak scanners find it.
import { createHmac, type KeyObject, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

export interface NewSecret {
  readonly text: string;
  readonly digest: Buffer;
}

/** Creates identifiers and secrets; its users do not know the key of the digests. */
export interface SecretSource {
  newClientId(): string;
  newClientSecret(): NewSecret;
  newApiKey(): NewSecret;
}

export function newSecret(): string {
  return `mst_cs_${randomBytes(32).toString('base64url')}`;
}

/** A UUID, 122 random bits: programs that call the legacy API store their key as one. */
export const newApiKey = (): string => randomUUID();

export function newClientId(): string {
  return `app-${randomBytes(12).toString('hex')}`;
}

export function digestOf(pepper: KeyObject, secret: string): Buffer {
  return createHmac('sha256', pepper).update(secret).digest();
}

/** In constant time, whatever the content. */
export function isSameDigest(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** For creating applications and keys. */
export function secretsKnownBy(fingerprint: (secret: string) => Buffer): SecretSource {
  const digested = (text: string): NewSecret => ({ text, digest: fingerprint(text) });
  return {
    newClientId,
    newClientSecret: () => digested(newSecret()),
    newApiKey: () => digested(newApiKey()),
  };
}
