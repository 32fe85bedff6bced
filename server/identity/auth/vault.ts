/** The vault of the installation: AES-256-GCM and HMAC-SHA256 with separate keys, as text that fits into JSON. */
import { createHmac } from 'node:crypto';
import type { Vault } from '../../platform/database/vault.ts';
import { type DerivedKeys, open, seal } from './installation-key.ts';
import { digestOf } from './secrets.ts';

/** `onUnreadable` gets the location of a value that cannot be decrypted: names and ids, never content. */
export function vaultOf(
  keys: Pick<DerivedKeys, 'vault' | 'digest' | 'pepper'>,
  onUnreadable: (about: string) => void = () => undefined,
): Vault {
  const { vault, digest, pepper } = keys;
  const opened = (sealed: string, about: string) => open(vault, Buffer.from(sealed, 'base64url'), about).toString();
  return {
    seal: (text, about) => seal(vault, Buffer.from(text), about).toString('base64url'),
    open: opened,
    openOrNull(sealed, about) {
      try {
        return opened(sealed, about);
      } catch {
        onUnreadable(about);
        return null;
      }
    },
    // `about` contains no line break, so no two pairs give the same text.
    digest: (value, about) => createHmac('sha256', digest).update(`${about}\n${value}`).digest('base64url'),
    fingerprint: (secret) => digestOf(pepper, secret),
  };
}
