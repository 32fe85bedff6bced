/**
 * The manifest of a backup: JSON that names everything that belongs to it, with digests. It holds no content and no key,
 * and an authentication code detects changes to it.
 */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Vault } from '../platform/database/vault.ts';
import type { BackupStore } from './backup-store.ts';
import { DamagedBackup } from './objects.ts';

/** A file of the data folder, as a list of pieces that packs hold. */
export interface BackedUpFile {
  readonly path: string;
  readonly bytes: number;
  /** The digests of its pieces, in order. */
  readonly pieces: readonly string[];
}

/** An object that holds pieces one after the other. */
export interface Pack {
  readonly name: string;
  readonly pieces: readonly { readonly digest: string; readonly bytes: number }[];
}

/** An uploaded file, copied as it is stored: encrypted. */
export interface BackedUpUpload {
  readonly key: string;
  readonly object: string;
  readonly bytes: number;
  readonly digest: string;
}

export interface WalSegment {
  readonly name: string;
  readonly digest: string;
}

/** The content of a table at the point of the backup. */
export interface TableTally {
  readonly rows: number;
  readonly checksum: string;
}

export interface Manifest {
  readonly format: 1;
  readonly id: string;
  readonly installation: string;
  /** Identifies the encryption key; not the key. */
  readonly keyCheck: string;
  /** The last migration. */
  readonly schema: string;
  readonly postgres: string;
  /** Backups of one chain share one sequence of the write-ahead log without a gap. */
  readonly chain: string;
  readonly startLsn: string;
  readonly stopLsn: string;
  readonly startedAt: string;
  /** The earliest moment that this backup can be restored to. */
  readonly consistentAt: string;
  /** The latest moment that the log of this backup reaches. */
  readonly until: string;
  /** The restore point at which the tables were counted. */
  readonly point: string;
  readonly firstSegment: string;
  readonly lastSegment: string;
  /** The segments that this backup has added. */
  readonly segments: readonly WalSegment[];
  readonly folders: readonly string[];
  readonly files: readonly BackedUpFile[];
  readonly packs: readonly Pack[];
  readonly uploads: readonly BackedUpUpload[];
  /** null: writers left no moment to count in. */
  readonly tables: Readonly<Record<string, TableTally>> | null;
}

const folder = 'manifests';
const nameOf = (id: string): string => `${folder}/${id}.json`;
const codeOf = (vault: Vault, content: string): string => vault.digest(content, 'backup manifest');

export async function writeManifest(store: BackupStore, vault: Vault, manifest: Manifest): Promise<void> {
  const content = JSON.stringify(manifest);
  const whole = JSON.stringify({ manifest, authenticationCode: codeOf(vault, content) }, null, 1);
  await store.write(nameOf(manifest.id), Readable.from([Buffer.from(whole)]));
}

export const removeManifest = (store: BackupStore, { id }: Manifest): Promise<void> => store.remove(nameOf(id));

/** Oldest first: ids begin with their time. */
export async function readManifests(store: BackupStore): Promise<Manifest[]> {
  const manifests: Manifest[] = [];
  for (const name of await store.names(folder)) manifests.push((await parsed(store, name)).manifest);
  return manifests.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Throws if it was changed. */
export async function checkManifest(store: BackupStore, vault: Vault, { id }: Manifest): Promise<void> {
  const { manifest, authenticationCode } = await parsed(store, nameOf(id));
  if (codeOf(vault, JSON.stringify(manifest)) !== authenticationCode) throw unreadable(store, nameOf(id));
}

async function parsed(store: BackupStore, name: string): Promise<{ manifest: Manifest; authenticationCode: string }> {
  const content = await text(await store.read(name));
  let value: { manifest?: Manifest; authenticationCode?: string };
  try {
    value = JSON.parse(content);
  } catch (cause) {
    throw unreadable(store, name, cause);
  }
  const { manifest, authenticationCode } = value;
  if (!manifest || authenticationCode === undefined) throw unreadable(store, name);
  if (manifest.format !== 1) throw new Error(`${name} in ${store.name} was written by a later release of Muster.`);
  return { manifest, authenticationCode };
}

const unreadable = (store: BackupStore, name: string, cause?: unknown): Error =>
  new DamagedBackup(`${name} in ${store.name} is not what was written there.`, { cause });
