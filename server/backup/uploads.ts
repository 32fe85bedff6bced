/**
 * Uploaded files in a backup: copied as they are stored, which is encrypted. A file never changes under its key, so a
 * file of the former backup is not copied again, unless the encryption key is another one.
 */
import { createHash } from 'node:crypto';
import type { FileStorage } from '../files/storage.ts';
import { BytesMissing } from '../files/storage.ts';
import type { Vault } from '../platform/database/vault.ts';
import type { BackupStore } from './backup-store.ts';
import type { BackedUpUpload, Manifest } from './manifest.ts';
import { DamagedBackup, keyedDigest } from './objects.ts';

/** Keys of the service itself, which change. No account has this name. */
const ownFolder = 'installation/';

export async function ownKeys(storage: FileStorage): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.keys()) if (key.startsWith(ownFolder)) keys.push(key);
  return keys;
}

interface UploadSource {
  readonly storage: FileStorage;
  readonly vault: Vault;
  readonly keyCheck: string;
}

/** Short, for the names of objects. */
const keyName = (keyCheck: string): string => createHash('sha256').update(keyCheck).digest('hex').slice(0, 12);

export async function copyUploads(
  { storage, vault, keyCheck }: UploadSource,
  store: BackupStore,
  former: Manifest | null,
): Promise<{ uploads: BackedUpUpload[]; bytes: number }> {
  const known = new Map(former?.uploads.map((upload) => [upload.key, upload]));
  const uploads: BackedUpUpload[] = [];
  let bytes = 0;
  for await (const key of storage.keys()) {
    if (key.startsWith(ownFolder)) continue;
    const copied =
      known.get(key) ?? (await copyOne({ storage, vault }, store, key, `files/${keyName(keyCheck)}/${key}`));
    if (!copied) continue;
    if (!known.has(key)) bytes += copied.bytes;
    uploads.push(copied);
  }
  return { uploads, bytes };
}

async function copyOne(
  { storage, vault }: Pick<UploadSource, 'storage' | 'vault'>,
  store: BackupStore,
  key: string,
  object: string,
): Promise<BackedUpUpload | null> {
  try {
    const measured = measuring(await storage.read(key));
    await store.write(object, measured.bytes);
    return { key, object, bytes: measured.length(), digest: keyedDigest(vault, measured.sha256()) };
  } catch (error) {
    // Removed since it was listed.
    if (error instanceof BytesMissing) return null;
    throw error;
  }
}

/** Writes the bytes of an upload to the storage, or, without one, only checks them. */
export async function readUpload(
  store: BackupStore,
  vault: Vault,
  { key, object, digest }: BackedUpUpload,
  storage: FileStorage | null,
): Promise<void> {
  const measured = measuring(await store.read(object));
  const checked = async function* () {
    yield* measured.bytes;
    // Before the storage accepts it.
    if (keyedDigest(vault, measured.sha256()) !== digest) {
      throw new DamagedBackup(`the file ${object} in ${store.name} is not the one that was written.`);
    }
  };
  if (storage) return storage.write(key, checked());
  for await (const _ of checked());
}

function measuring(source: AsyncIterable<Buffer>) {
  const hash = createHash('sha256');
  let length = 0;
  const bytes = async function* () {
    for await (const chunk of source) {
      hash.update(chunk);
      length += chunk.length;
      yield chunk;
    }
  };
  return { bytes: bytes(), length: () => length, sha256: () => hash.copy().digest('base64url') };
}
