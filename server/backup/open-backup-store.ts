/** Opens the place of backups that a command or a setting names. */
import { stat } from 'node:fs/promises';
import type { S3Access } from '../settings/files.ts';
import { type BackupStore, folderStore } from './backup-store.ts';

const bucketForm = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]{0,200}))?$/;

/** `s3://bucket/prefix`, or the path of a folder. */
export async function openBackupStore(place: string, access: S3Access): Promise<BackupStore> {
  if (!place.startsWith('s3://')) return folderStore(place);
  const [, bucket, path = ''] = bucketForm.exec(place) ?? [];
  if (bucket === undefined) throw new Error(`${place} is not the address of a bucket: write s3://bucket/prefix.`);
  // Loaded on demand, because it is large.
  const { s3BackupStore } = await import('./s3-backup-store.ts');
  return s3BackupStore({ ...access, bucket, prefix: path === '' || path.endsWith('/') ? path : `${path}/` });
}

/** Refuses a folder that nobody has made: a mistyped path would otherwise look like a place without backups. */
export async function refuseMissingFolder(place: string): Promise<void> {
  if (place.startsWith('s3://')) return;
  const found = await stat(place).catch(() => null);
  if (!found?.isDirectory()) throw new Error(`There is no folder ${place}.`);
}
