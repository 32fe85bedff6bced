/** The vault of the installation: AES-256-GCM and HMAC-SHA256 with separate keys, as text that fits into JSON. */
import { createHmac } from 'node:crypto';
import type { Vault } from '../../platform/database/vault.ts';
import { type DerivedKeys, open, seal } from './installation-key.ts';
import { type KeyRing, ringOfOne } from './key-ring.ts';
import { digestOf } from './secrets.ts';

/** The vault of a process with one key. */
export const vaultOf = (keys: DerivedKeys, onUnreadable?: (about: string) => void): Vault =>
  vaultWith(ringOfOne(keys), onUnreadable);

/** `onUnreadable` gets the location of a value that cannot be decrypted: names and ids, never content. */
export function vaultWith(ring: KeyRing, onUnreadable: (about: string) => void = () => undefined): Vault {
  const sealed = (text: string, about: string) => {
    const { number, keys } = ring.current();
    return seal(keys.vault, Buffer.from(text), about, number).toString('base64url');
  };
  const opened = (text: string, about: string) => {
    const bytes = Buffer.from(text, 'base64url');
    const keys = ring.numbered(bytes[0] ?? 0);
    if (keys === undefined) throw new Error('This process does not have the key that this was encrypted with.');
    return open(keys.vault, bytes, about).toString();
  };
  // `about` contains no line break, so no two pairs give the same text.
  const digested = ({ digest }: DerivedKeys, value: string, about: string) =>
    createHmac('sha256', digest).update(`${about}\n${value}`).digest('base64url');
  return {
    seal: sealed,
    open: opened,
    openOrNull(text, about) {
      try {
        return opened(text, about);
      } catch {
        onUnreadable(about);
        return null;
      }
    },
    renewed: (text, about) => (numberOf(text) === ring.current().number ? null : sealed(opened(text, about), about)),
    digest: (value, about) => digested(ring.current().keys, value, about),
    digests: (value, about) => ring.inUse().map(({ keys }) => digested(keys, value, about)),
    fingerprint: (secret) => digestOf(ring.lasting().pepper, secret),
  };
}

const numberOf = (text: string): number | undefined => Buffer.from(text.slice(0, 4), 'base64url')[0];
