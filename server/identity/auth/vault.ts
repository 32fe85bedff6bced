/** The vault of the installation: AES-256-GCM and HMAC-SHA256 with keys of their own, as text that JSON can hold. */
import { createHmac, createSecretKey } from 'node:crypto';
import type { Vault } from '../../platform/database/vault.ts';
import { type DerivedKeys, open, seal } from './installation-key.ts';
import { digestOf } from './secrets.ts';

/** `onUnreadable` hears what a value is about that does not open: names and ids, never content. */
export function vaultOf(
  keys: Pick<DerivedKeys, 'vault' | 'digest' | 'pepper'>,
  onUnreadable: (about: string) => void = () => undefined,
): Vault {
  // Prepared once: bytes would be made into a key at each call, which costs four times the work itself.
  const vault = createSecretKey(keys.vault);
  const digest = createSecretKey(keys.digest);
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
    // What it is about cannot hold a line break, so no two pairs make the same text.
    digest: (value, about) => createHmac('sha256', digest).update(`${about}\n${value}`).digest('base64url'),
    fingerprint: (secret) => digestOf(keys.pepper, secret),
  };
}
