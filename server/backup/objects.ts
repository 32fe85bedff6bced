/**
 * Objects of a backup: compressed, then encrypted in the format of uploaded files. The name of an object is part of its
 * encryption, so that objects cannot be exchanged.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { openedBytes, sealedBytes } from '../files/sealed-bytes.ts';
import type { Vault } from '../platform/database/vault.ts';
import type { BackupStore } from './backup-store.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export class DamagedBackup extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`The backup is damaged: ${what}`, options);
    this.name = 'DamagedBackup';
  }
}

const about = (name: string): string => `backup ${name}`;

/** Pages of a database shrink to a fifth at the fastest level; higher levels cost several times as much. */
const fastest = { level: 1 };

export async function writeObject(store: BackupStore, vault: Vault, name: string, bytes: Buffer): Promise<void> {
  const packed = await compress(bytes, fastest);
  await store.write(name, sealedBytes(Readable.from([packed]), vault, about(name)));
}

export async function readObject(store: BackupStore, vault: Vault, name: string): Promise<Buffer> {
  const sealed = await store.read(name);
  try {
    return await decompress(await buffer(openedBytes(sealed, vault, about(name))));
  } catch (error) {
    throw new DamagedBackup(`${name} in ${store.name} is not what was written there.`, { cause: error });
  } finally {
    sealed.destroy();
  }
}

/** Keyed, because a plain digest would confirm a guess about content. */
export const digestOf = (vault: Vault, bytes: Buffer): string =>
  keyedDigest(vault, createHash('sha256').update(bytes).digest('base64url'));

/** From the SHA-256 of the bytes. */
export const keyedDigest = (vault: Vault, sha256: string): string => vault.digest(sha256, 'backup');
