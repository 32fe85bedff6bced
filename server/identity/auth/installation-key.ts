// The master key of the installation, the keys derived from it for separate purposes, and encryption with them.
// Guarantees: a created key is never partly written or replaced, and no derived key reveals another.
import {
  type CipherKey,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { link, mkdir, open as openFile, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface DerivedKeys {
  /** For the digests of secrets and keys. */
  readonly pepper: KeyObject;
  /** For page cursors. */
  readonly cursor: KeyObject;
  /** For the tokens in links to files. */
  readonly file: KeyObject;
  /** For the service's own stored secrets. */
  readonly envelope: KeyObject;
  /** For confidential personal data. */
  readonly vault: KeyObject;
  /** For the search digests of such data. */
  readonly digest: KeyObject;
}

const keyBytes = 32;

/**
 * The given key, otherwise the one in the data folder. If there is none, one is created, unless the database already
 * has a key: then that key is required.
 */
export async function installationKey(
  given: Buffer | null,
  dataDir: string,
  isAnotherKeyInUse = false,
): Promise<Buffer> {
  if (given !== null) return checkedKey(given, 'The given encryption key');
  const path = keyPath(dataDir);
  const stored = await storedKey(path);
  if (stored === undefined && isAnotherKeyInUse) {
    throw new Error(
      `This database was set up with an encryption key, and this process has none: set MUSTER_ENCRYPTION_KEY to the key of the other nodes, or put their file "encryption-key" into ${dataDir}, and start again.`,
    );
  }
  return stored ?? createKey(path, dataDir);
}

/** The key before the current one, while they are exchanged; null: none. */
export async function previousKey(given: Buffer | null, dataDir: string): Promise<Buffer | null> {
  if (given !== null) return checkedKey(given, 'The given previous encryption key');
  return (await storedKey(previousKeyPath(dataDir))) ?? null;
}

/** The keys in the data folder, the newest first. */
export async function storedKeys(dataDir: string): Promise<Buffer[]> {
  const found = await Promise.all([storedKey(keyPath(dataDir)), storedKey(previousKeyPath(dataDir))]);
  return found.filter((key) => key !== undefined);
}

/** The same, again and again: a file that has not changed is not opened. */
export function followedKeys(dataDir: string): () => Promise<readonly Buffer[]> {
  let read: { readonly state: string; readonly keys: readonly Buffer[] } | undefined;
  return async () => {
    const states = await Promise.all([keyPath(dataDir), previousKeyPath(dataDir)].map(fileState));
    // Before they are read: what changes meanwhile is seen the next time.
    const state = states.join();
    if (read?.state !== state) read = { state, keys: await storedKeys(dataDir) };
    return read.keys;
  };
}

/** A file that was replaced has another number. */
async function fileState(path: string): Promise<string> {
  try {
    const { ino, size, ctimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${ctimeNs}`;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return '';
    throw error;
  }
}

/**
 * Puts a new key into the data folder and keeps the former one next to it. The former one is written first: whenever this
 * is interrupted, no key is lost.
 */
export async function replaceStoredKey(dataDir: string): Promise<void> {
  const former = await readFile(keyPath(dataDir), 'utf8');
  await writeKey(previousKeyPath(dataDir), dataDir, former.trim(), rename);
  await writeKey(keyPath(dataDir), dataDir, newKey(), rename);
}

export const removePreviousKey = (dataDir: string): Promise<void> => rm(previousKeyPath(dataDir), { force: true });

const keyPath = (dataDir: string): string => join(dataDir, 'encryption-key');
const previousKeyPath = (dataDir: string): string => join(dataDir, 'encryption-key-previous');

async function storedKey(path: string): Promise<Buffer | undefined> {
  try {
    return checkedKey(Buffer.from((await readFile(path, 'utf8')).trim(), 'base64url'), path);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function createKey(path: string, dataDir: string): Promise<Buffer> {
  // A link, unlike a rename, fails if another process was first; its key then counts.
  await writeKey(path, dataDir, newKey(), link).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) throw error;
  });
  return checkedKey(Buffer.from((await readFile(path, 'utf8')).trim(), 'base64url'), path);
}

export const newKey = (): string => randomBytes(keyBytes).toString('base64url');

/** Under another name first, so that no process reads a part of it. */
async function writeKey(
  path: string,
  dataDir: string,
  text: string,
  put: (from: string, to: string) => Promise<void>,
): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await openFile(draft, 'wx', 0o600);
  try {
    // Text, so that an operator can move it into a setting.
    await file.writeFile(`${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await put(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

function checkedKey(key: Buffer, where: string): Buffer {
  // A damaged key must stop the start: a new one would make all encrypted data unreadable.
  if (key.length !== keyBytes) throw new Error(`${where} must hold ${keyBytes} bytes, not ${key.length}.`);
  return key;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

const derivedKey = (master: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `muster ${purpose}`, keyBytes));

/** Identifies the key; used for nothing else, so it can be stored in the database. */
export const keyCheck = (master: Buffer): Buffer => derivedKey(master, 'check');

export function derivedKeys(master: Buffer): DerivedKeys {
  // Key objects: with plain bytes, each use would create one, which costs more than the use itself.
  const derive = (purpose: string) => createSecretKey(derivedKey(master, purpose));
  return {
    pepper: derive('pepper'),
    cursor: derive('cursor'),
    file: derive('file'),
    envelope: derive('envelope'),
    vault: derive('vault'),
    digest: derive('digest'),
  };
}

const nonceBytes = 12;
const tagBytes = 16;
/** The number of the first key of an installation. */
const firstKey = 1;

/**
 * One byte with the number of the key, the nonce, the ciphertext, the tag. `about` is authenticated but not included; it
 * is needed to decrypt.
 */
export function seal(key: CipherKey, plaintext: Uint8Array, about = '', number = firstKey): Buffer {
  const nonce = randomBytes(nonceBytes);
  const head = Buffer.from([number]);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([head, Buffer.from(about)]));
  return Buffer.concat([head, nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** Throws if it was not encrypted with this key and `about`, or has been changed. */
export function open(key: CipherKey, sealed: Uint8Array, about = ''): Buffer {
  if (sealed.length < 1 + nonceBytes + tagBytes) throw new Error('This was not sealed by this version of the service.');
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.concat([sealed.subarray(0, 1), Buffer.from(about)]))
    .setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes, -tagBytes)), decipher.final()]);
}
