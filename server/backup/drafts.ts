/**
 * Folders inside the data folder in which a backup is restored. A process that is killed leaves its folder, which is as
 * large as the database, and a PostgreSQL that runs in it: the next one removes both.
 */
import { realpathSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FolderLock, tryLock } from '../platform/database/embedded/folder-lock.ts';
import { stopLeftOver } from '../platform/database/embedded/postmaster.ts';
import { endWhenInterrupted } from '../stop-signal.ts';

export interface Draft {
  readonly folder: string;
  remove(): Promise<void>;
}

const lockName = 'draft.lock';

export async function makeDraft(dataDir: string, prefix: string): Promise<Draft> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(dataDir)) if (name.startsWith(prefix)) await removeLeftOver(join(dataDir, name));
  const folder = await mkdtemp(join(dataDir, prefix));
  const lock = tryLock(folder, 'command', lockName);
  // Under root, the user of PostgreSQL must be able to enter it and the data folder around it, without listing them.
  if (process.getuid?.() === 0) for (const path of [dataDir, folder]) await chmod(path, 0o711);
  const remove = () => removed(folder, lock);
  const hasEnded = endWhenInterrupted(remove);
  return { folder, remove: () => remove().finally(hasEnded) };
}

/** Unless another process works in it. */
async function removeLeftOver(folder: string): Promise<void> {
  const lock = tryLock(folder, 'command', lockName);
  if (lock === null) return;
  await stopLeftOver({ folder: join(realpathSync(folder), 'postgres') });
  await removed(folder, lock);
}

async function removed(folder: string, lock: FolderLock | null): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 }).finally(() => lock?.release());
}
