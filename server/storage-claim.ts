/**
 * A storage belongs to one installation, and says so. Where two databases point at one folder or bucket, each would take
 * the files of the other for orphans: the second is refused at its start, and nothing is ever removed from a storage that
 * says another name, or none.
 */
import type { Database } from './database/database.ts';
import type { FilesConfig } from './file-settings.ts';
import { openStorage } from './files/open-storage.ts';
import { type FileStorage, keyParts } from './files/storage.ts';
import { knownFiles } from './resources/files.ts';

export class ForeignStorageError extends Error {
  constructor(storage: FileStorage, why: string) {
    super(
      `The storage of files (${storage.name}) ${why}: give this installation a folder, bucket or prefix of its own ` +
        '(MUSTER_FILES_DIR, MUSTER_FILES_S3_BUCKET, MUSTER_FILES_S3_PREFIX), or, if the files there are those of its ' +
        'database, run "muster files adopt".',
    );
  }
}

/** Throws `ForeignStorageError` unless the storage is, or now becomes, that of the installation. */
export async function claimStorage(storage: FileStorage, database: Database, installationId: string): Promise<void> {
  const standing = await storage.marker();
  if (standing === installationId) return;
  if (standing === null) {
    const { count, known } = await filesThere(storage, database);
    // A few without a row are what crashes leave behind; more are somebody's.
    if (count > known * 2) throw new ForeignStorageError(storage, 'holds files that this database does not know');
  }
  if ((await storage.mark(installationId)) !== installationId) {
    throw new ForeignStorageError(storage, 'belongs to another installation');
  }
}

/** Enough to tell; counting millions would hold up the start. */
const sampled = 1000;
const idForm = /^\d{1,18}$/;
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** On purpose, whatever the storage says. Returns what it said, and what was found there. */
export async function adoptStorage(files: FilesConfig, database: Database, installationId: string) {
  const storage = await openStorage(files);
  const before = await storage.marker();
  const found = await filesThere(storage, database);
  await storage.remark(installationId);
  return { name: storage.name, before, ...found };
}

/** How many files there are, up to a thousand, and how many of them the database knows. */
async function filesThere(
  storage: FileStorage,
  database: Database,
): Promise<{ readonly count: number; readonly known: number }> {
  const byAccount = new Map<string, Set<string>>();
  let count = 0;
  for await (const key of storage.keys()) {
    const { accountId = '', fileId = '', variant } = keyParts(key) ?? {};
    if (variant !== undefined || !idForm.test(accountId) || !uuidForm.test(fileId)) continue;
    byAccount.set(accountId, (byAccount.get(accountId) ?? new Set()).add(fileId));
    count += 1;
    if (count === sampled) break;
  }
  let known = 0;
  for (const [accountId, ids] of byAccount) known += (await knownFiles(database.session(accountId), [...ids])).size;
  return { count, known };
}
