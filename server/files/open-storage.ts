/** Opens the configured storage. */
import type { FilesConfig } from '../settings/files.ts';
import { diskStorage } from './disk-storage.ts';
import type { FileStorage } from './storage.ts';

export async function openStorage({ dir, s3 }: FilesConfig): Promise<FileStorage> {
  if (s3 === null) return diskStorage(dir);
  // Loaded on demand, because it is large.
  const { s3Storage } = await import('./s3-storage.ts');
  return s3Storage(s3);
}
