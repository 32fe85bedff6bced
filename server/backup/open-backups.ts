/** A place of backups, opened with the settings and the key of an installation. */
import { resolve } from 'node:path';
import { openStorage } from '../files/open-storage.ts';
import { derivedKeys } from '../identity/auth/installation-key.ts';
import { checkOf } from '../identity/auth/key-ring.ts';
import { vaultOf } from '../identity/auth/vault.ts';
import { processKeys } from '../keys/encryption-keys.ts';
import { findCluster } from '../platform/database/embedded/cluster.ts';
import { borrowEmbedded } from '../platform/database/embedded.ts';
import { isRotating, recordedKeyCheck } from '../platform/database/recorded-key.ts';
import type { Vault } from '../platform/database/vault.ts';
import type { Config } from '../settings/config.ts';
import type { KeyConfig } from '../settings/encryption-key.ts';
import { type BackupResult, backUp } from './back-up.ts';
import type { BackupStore } from './backup-store.ts';
import { type Manifest, readManifests } from './manifest.ts';
import { openBackupStore, refuseMissingFolder } from './open-backup-store.ts';

type BackupConfig = KeyConfig & Pick<Config, 'dataDir' | 'databaseUrl' | 'files' | 'backups'>;

function refuseOwnDatabase({ databaseUrl }: BackupConfig): void {
  if (databaseUrl === null) return;
  throw new Error(
    'This command is for the embedded PostgreSQL, and DATABASE_URL names another one: back it up and restore it with its own programs, as docs/backups.md describes.',
  );
}

const placeOf = (place: string): string => (place.startsWith('s3://') ? place : resolve(place));

/** Backs up the embedded PostgreSQL, which runs already or is started for it. */
export async function runBackup(config: BackupConfig, place: string, keep: number | null): Promise<BackupResult> {
  refuseOwnDatabase(config);
  const { dataDir } = config;
  refuseMissingDatabase(dataDir);
  const store = await openBackupStore(placeOf(place), config.backups.s3Access);
  const server = await borrowEmbedded({ dataDir, log: () => undefined });
  try {
    const masterKey = await activeKey(config, server.url);
    const source = {
      dataDir,
      superuserUrl: server.superuserUrl,
      databaseUrl: server.url,
      storage: await openStorage(config.files),
      vault: vaultOf(derivedKeys(masterKey)),
      keyCheck: checkOf(masterKey),
    };
    return await backUp(source, store, keep);
  } finally {
    await server.stop();
  }
}

/** Files of two keys must not be in one backup: an incremental one takes those of the one before without reading them. */
async function activeKey(config: BackupConfig, url: string): Promise<Buffer> {
  if (await isRotating(url)) {
    throw new Error(
      'The encryption key is being rotated, and no backup is made meanwhile: "muster keys list" shows how far it is.',
    );
  }
  const { masterKey, previousKey } = await processKeys(config, true);
  const recorded = await recordedKeyCheck(url);
  return previousKey !== null && checkOf(previousKey) === recorded ? previousKey : masterKey;
}

/** Without it a command would create one. */
function refuseMissingDatabase(dataDir: string): void {
  if (findCluster(dataDir) === undefined) throw new Error(`The data folder ${dataDir} has no database.`);
}

export interface OpenedBackups {
  readonly store: BackupStore;
  readonly vault: Vault;
  readonly masterKey: Buffer;
  /** Those that this key opens, oldest first. */
  readonly manifests: readonly Manifest[];
}

/** For reading. */
export async function openBackups(config: BackupConfig, place: string): Promise<OpenedBackups> {
  refuseOwnDatabase(config);
  const resolved = placeOf(place);
  await refuseMissingFolder(resolved);
  const store = await openBackupStore(resolved, config.backups.s3Access);
  const all = await readManifests(store);
  if (all.length === 0) throw new Error(`There is no backup in ${store.name}.`);
  const { masterKey } = await processKeys(config, true);
  const check = checkOf(masterKey);
  const manifests = all.filter((manifest) => manifest.keyCheck === check);
  if (manifests.length === 0) {
    throw new Error(
      `The encryption key of this process is not the one that the backups in ${store.name} were made with: set MUSTER_ENCRYPTION_KEY to that key, or put its file "encryption-key" into ${config.dataDir}.`,
    );
  }
  return { store, vault: vaultOf(derivedKeys(masterKey)), masterKey, manifests };
}
