/**
 * The encryption keys of a process: from the settings, from the output of a command, or from the data folder. Two while the
 * key is exchanged, the newest first.
 */
import { followedKeys, installationKey, previousKey, storedKeys } from '../identity/auth/installation-key.ts';
import { type KeyConfig, parseEncryptionKey } from '../settings/encryption-key.ts';
import { outputOfKeyCommand } from './key-command.ts';

interface KeySettings extends KeyConfig {
  readonly dataDir: string;
}

export interface ProcessKeys {
  readonly masterKey: Buffer;
  readonly previousKey: Buffer | null;
  /** For keys in the data folder, which can be exchanged while a process runs; undefined: the others need a new start. */
  readonly readKeys: (() => Promise<readonly Buffer[]>) | undefined;
}

/** Creates a key in the data folder if there is none, unless the database has one already. */
export async function processKeys(settings: KeySettings, isKeyInUse: boolean): Promise<ProcessKeys> {
  const { encryptionKey, previousEncryptionKey, encryptionKeyCommand, dataDir } = settings;
  if (encryptionKeyCommand !== null) {
    const [masterKey, previous = null] = await keysFrom(encryptionKeyCommand);
    return { masterKey, previousKey: previousEncryptionKey ?? previous, readKeys: undefined };
  }
  const masterKey = await installationKey(encryptionKey, dataDir, isKeyInUse);
  return {
    masterKey,
    previousKey: await previousKey(previousEncryptionKey, dataDir),
    readKeys: encryptionKey === null ? followedKeys(dataDir) : undefined,
  };
}

/** The keys that this process would use; none is created. */
export async function givenKeys(settings: KeySettings): Promise<readonly Buffer[]> {
  const { encryptionKey, previousEncryptionKey, encryptionKeyCommand, dataDir } = settings;
  const previous = previousEncryptionKey === null ? [] : [previousEncryptionKey];
  if (encryptionKeyCommand !== null) return [...(await keysFrom(encryptionKeyCommand)), ...previous];
  if (encryptionKey !== null) return [encryptionKey, ...previous];
  return [...(await storedKeys(dataDir)), ...previous];
}

/** A key service may have to be reached through a network. */
const commandMs = 30_000;

/** The first line is the key; a second line is the key before it. */
async function keysFrom(command: string): Promise<[Buffer, ...Buffer[]]> {
  const output = await outputOfKeyCommand(command, commandMs);
  const keys = output.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parseEncryptionKey(line.trim())]));
  const [first, ...rest] = keys;
  if (first === undefined || rest.length > 1 || rest.includes(undefined)) {
    throw new Error(
      'The command of MUSTER_ENCRYPTION_KEY_COMMAND must print a key of 32 bytes in base64, base64url or hexadecimal in its first line, and at most the key before it in a second line.',
    );
  }
  return [first, ...rest.filter((key) => key !== undefined)];
}
