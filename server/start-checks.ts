/** What a start needs of its machine and its database. A start refuses with the first failed check, `muster doctor` shows all. */
import { constants, existsSync } from 'node:fs';
import { access, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from './config.ts';
import { isKeyOf } from './identity/auth/installation-key.ts';
import { type Check, checkDatabase } from './platform/database/checks.ts';
import { recordedKeyCheck } from './platform/database/recorded-key.ts';

export class FailedCheckError extends Error {
  constructor({ finding, mend }: Check) {
    super(`${finding} ${mend}`);
  }
}

/** Throws an error with one sentence about what is wrong and one about what to do. */
export function refuseFailed(checks: readonly Check[]): void {
  const failed = checks.find(({ mend }) => mend !== null);
  if (failed) throw new FailedCheckError(failed);
}

const megabyte = 1_000_000;
/** PostgreSQL needs room for its log before it can start and recover. */
const embeddedMegabytes = 100;
/** Enough for the key, the run file and the next uploads. */
const otherMegabytes = 10;

export async function checkDataFolder({ dataDir, databaseUrl }: Config): Promise<Check> {
  const name = 'data folder';
  const isThere = existsSync(dataDir);
  const folder = isThere ? dataDir : existingAbove(dataDir);
  const failure = await (isThere ? writing(dataDir) : access(folder, constants.W_OK | constants.X_OK)).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
  if (failure !== null) {
    return {
      name,
      finding: `The data folder ${dataDir} cannot be written by this user (${failure}).`,
      mend: 'Give it to the user that runs Muster, or set MUSTER_DATA_DIR to another folder.',
    };
  }
  const free = await freeMegabytes(folder);
  const needed = databaseUrl === null ? embeddedMegabytes : otherMegabytes;
  if (free < needed) {
    return {
      name,
      finding: `The disk of the data folder ${dataDir} is nearly full: ${free} MB are free, and ${needed} MB are needed.`,
      mend: 'Make room on that disk, or move the data folder to a larger one.',
    };
  }
  const state = isThere ? 'can be written' : 'does not exist yet and can be created';
  return { name, finding: `The data folder ${dataDir} ${state}; ${free} MB are free.`, mend: null };
}

export async function freeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / megabyte);
}

/** Rights alone do not tell about a disk that was mounted for reading. */
async function writing(folder: string): Promise<void> {
  const path = join(folder, `.check-${process.pid}`);
  await writeFile(path, 'x', { mode: 0o600 });
  await rm(path, { force: true });
}

const existingAbove = (path: string): string => {
  const above = dirname(path);
  return existsSync(above) ? above : existingAbove(above);
};

/** Of a database that answers. */
export async function checkKey({ encryptionKey, dataDir }: Config, databaseUrl: string): Promise<Check> {
  const name = 'encryption key';
  const recorded = await recordedKeyCheck(databaseUrl);
  if (recorded === null) return { name, finding: 'The database has no encryption key yet.', mend: null };
  const state = await isKeyOf(recorded, encryptionKey, dataDir);
  if (state === 'same') return { name, finding: 'The encryption key is the one of this database.', mend: null };
  return {
    name,
    finding:
      state === 'none'
        ? 'This database was set up with an encryption key, and this process has none.'
        : 'The encryption key of this process is not the one that this database was set up with.',
    mend: `Set MUSTER_ENCRYPTION_KEY to the key of the other nodes, or put their file "encryption-key" into ${dataDir}.`,
  };
}

export { type Check, checkDatabase };
