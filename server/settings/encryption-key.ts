/** The settings of the encryption key. */
import type { ReadSetting, Setting } from './setting.ts';

export interface KeyConfig {
  /** null: printed by the command, or stored in the data folder. */
  readonly encryptionKey: Buffer | null;
  /** The key before it, while they are exchanged. */
  readonly previousEncryptionKey: Buffer | null;
  /** A command that prints the key instead. */
  readonly encryptionKeyCommand: string | null;
}

export function parseEncryptionKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

const allowed = '32 bytes in base64, base64url or hexadecimal';

export const keySettings = {
  encryptionKey: {
    name: 'MUSTER_ENCRYPTION_KEY',
    shownDefault: 'kept in the data folder',
    meaning: 'The key that protects stored secrets.',
    allowed,
    isSecret: true,
    fallback: null,
    parse: parseEncryptionKey,
  } satisfies Setting<Buffer | null>,
  previousEncryptionKey: {
    name: 'MUSTER_ENCRYPTION_KEY_PREVIOUS',
    shownDefault: 'none',
    meaning: 'The key before MUSTER_ENCRYPTION_KEY, until "muster keys rotate" has encrypted everything again.',
    allowed,
    isSecret: true,
    fallback: null,
    parse: parseEncryptionKey,
  } satisfies Setting<Buffer | null>,
  encryptionKeyCommand: {
    name: 'MUSTER_ENCRYPTION_KEY_COMMAND',
    shownDefault: 'none',
    meaning:
      'A shell command that prints the key instead of MUSTER_ENCRYPTION_KEY, for a key service; it runs once, at start.',
    allowed: 'a shell command, without MUSTER_ENCRYPTION_KEY',
    isSecret: false,
    fallback: null,
    parse: (text) => text,
  } satisfies Setting<string | null>,
};

export const readKeySettings = (read: ReadSetting): KeyConfig => ({
  encryptionKey: read(keySettings.encryptionKey),
  previousEncryptionKey: read(keySettings.previousEncryptionKey),
  encryptionKeyCommand: read(keySettings.encryptionKeyCommand),
});
