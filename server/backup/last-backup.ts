/**
 * The last backup of a data folder, in a file there: its age is known without asking the place of the backups. Metrics show
 * the age of the file. A script that backs up another PostgreSQL may write it too, with any content.
 */
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface LastBackup {
  readonly at: string;
  /** null: a script has made it. */
  readonly to: string | null;
}

const pathIn = (dataDir: string): string => join(dataDir, 'last-backup');

export async function writeLastBackup(dataDir: string, last: LastBackup): Promise<void> {
  const path = pathIn(dataDir);
  await writeFile(`${path}.new`, `${JSON.stringify(last)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** null: there was none. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | null> {
  const found = await stat(pathIn(dataDir)).catch(() => null);
  if (!found) return null;
  try {
    return JSON.parse(await readFile(pathIn(dataDir), 'utf8')) as LastBackup;
  } catch {
    return { at: found.mtime.toISOString(), to: null };
  }
}
