/** What a start needs of its machine and its database. A start refuses with the first failed check, `muster doctor` shows all. */
import { constants, existsSync } from 'node:fs';
import { access, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readLastBackup } from '../backup/last-backup.ts';
import { checkOf } from '../identity/auth/key-ring.ts';
import { givenKeys } from '../keys/encryption-keys.ts';
import { checkDistribution } from '../operator/spread-tables.ts';
import { type Check, checkDatabase as checkServer } from '../platform/database/checks.ts';
import { connected } from '../platform/database/connection.ts';
import { isRotating, recordedKeyCheck } from '../platform/database/recorded-key.ts';
import { checkReplicas } from '../platform/database/replica-checks.ts';
import type { Config } from '../settings/config.ts';

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

/** The reason why a running service can no longer write to its disk, or null. */
export async function diskUnreadiness({ dataDir }: Config): Promise<string | null> {
  const free = await freeMegabytes(dataDir).catch(() => 0);
  return free < otherMegabytes ? 'the disk of the data folder is full' : null;
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
export async function checkKey(config: Config, databaseUrl: string): Promise<Check> {
  const name = 'encryption key';
  const recorded = await recordedKeyCheck(databaseUrl);
  const none: Check = { name, finding: 'The database has no encryption key yet.', mend: null };
  if (recorded === null && config.encryptionKeyCommand === null) return none;
  const keys = await givenKeys(config).catch((error: Error) => error);
  if (keys instanceof Error) {
    return { name, finding: keys.message, mend: 'Run it, or look at it, as the user of the service.' };
  }
  if (recorded === null) return none;
  if (keys.some((key) => checkOf(key) === recorded)) {
    const rotating = (await isRotating(databaseUrl))
      ? ' A rotation is under way: "muster keys list" shows how far.'
      : '';
    return { name, finding: `The encryption key is the one of this database.${rotating}`, mend: null };
  }
  return {
    name,
    finding:
      keys.length === 0
        ? 'This database was set up with an encryption key, and this process has none.'
        : 'The encryption key of this process is not the one that this database was set up with.',
    mend: `Set MUSTER_ENCRYPTION_KEY to the key of the other nodes, or put their file "encryption-key" into ${config.dataDir}.`,
  };
}

const hourMs = 3_600_000;

/** The age of the last backup; null: nothing is known about backups of this database. */
export async function checkBackup({ dataDir, backups }: Config, now: Date): Promise<Check | null> {
  const last = await readLastBackup(dataDir);
  if (last === null && backups.to === null) return null;
  const name = 'backup';
  const mend = `Look for "a backup could not be made" in the log, or run "muster backup ${backups.to}".`;
  if (last === null) return { name, finding: `There is no backup in ${backups.to} yet.`, mend };
  const ageMs = now.getTime() - Date.parse(last.at);
  const place = last.to === null ? '' : `, in ${last.to},`;
  const finding = `The last backup${place} is ${(ageMs / hourMs).toFixed(1)} hours old.`;
  // One may be under way, and one may have failed.
  const isLate = backups.to !== null && ageMs > 2 * backups.everyMs + hourMs;
  return { name, finding, mend: isLate ? mend : null };
}

/** Not for one process; it has nothing to say. */
export function checkProcesses({ processes, limits: { databaseConnections: each } }: Config): Check[] {
  if (processes === 1) return [];
  const finding = `A start runs ${processes} processes, which open up to ${processes * each} database connections together.`;
  return [{ name: 'processes', finding, mend: null }];
}

type Pooling = Config['limits']['databasePooling'];

/** One check alone: the database cannot be reached. */
export async function checkDatabase(url: string, pooling: Pooling): Promise<Check[]> {
  const checks = await checkServer(url, pooling);
  return checks.length === 1 ? checks : [...checks, ...(await distributionOf(url, pooling))];
}

async function distributionOf(url: string, pooling: Pooling): Promise<Check[]> {
  const session = await connected({ url, name: 'muster check', statementMs: 10_000, pooling });
  return checkDistribution(session).finally(() => session.end().catch(() => undefined));
}

/** Also after migrations: a table that one of them has made is not on the workers of Citus. */
export async function refuseUndistributed(url: string, pooling: Pooling): Promise<void> {
  refuseFailed(await distributionOf(url, pooling));
}

export { type Check, checkReplicas };
