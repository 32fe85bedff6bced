/** The files of a running PostgreSQL that belong to a base backup, as its documentation lists them. */
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isAbsence } from '../files/folders.ts';
import { pieceBytes } from './packs.ts';

/** Their content is made again at a start, or comes from the archive of the log; the folders themselves are needed. */
const emptyFolders = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

const excluded =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|current_logfiles(\.tmp)?|(recovery|standby)\.signal|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+.*)$/;

/** Recovery begins where this file says, so it is copied after all others. */
const controlFile = 'global/pg_control';

export async function clusterFiles(root: string): Promise<{ folders: string[]; files: string[] }> {
  const folders: string[] = [];
  const files: string[] = [];
  async function walk(folder: string): Promise<void> {
    for (const entry of await entriesOf(folder)) {
      const path = relative(root, join(folder, entry.name));
      if (excluded.test(entry.name)) continue;
      if (entry.isDirectory()) {
        folders.push(path);
        if (!emptyFolders.has(path)) await walk(join(folder, entry.name));
      } else if (entry.isFile() && path !== controlFile) files.push(path);
    }
  }
  await walk(root);
  return { folders: folders.sort(), files: [...files.sort(), controlFile] };
}

/** Tables are dropped while a backup runs: the log says so too. */
async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}

/** In pieces, each in the same memory of `pieceBytes`; null: the file is gone. */
export async function openPieces(path: string, memory: Buffer): Promise<AsyncGenerator<Buffer> | null> {
  try {
    return pieces(await open(path, 'r'), memory);
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

async function* pieces(file: FileHandle, memory: Buffer): AsyncGenerator<Buffer> {
  try {
    for (let isAtEnd = false; !isAtEnd; ) {
      // Less than was asked for: the file ends here.
      const { bytesRead } = await file.read(memory, 0, pieceBytes);
      isAtEnd = bytesRead < pieceBytes;
      if (bytesRead > 0) yield memory.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
