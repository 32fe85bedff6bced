/**
 * A storage belongs to one installation and stores its id. If two databases used one folder or bucket, each would take
 * the files of the other for orphans. The second is therefore refused at start, and nothing is removed from a storage
 * with another id or none.
 */

import type { FilesConfig } from './file-settings.ts';
import { knownFiles } from './files/file-verbs.ts';
import { openStorage } from './files/open-storage.ts';
import { type FileStorage, keyParts } from './files/storage.ts';
import type { Database } from './platform/database/database.ts';

export class ForeignStorageError extends Error {
  constructor(storage: FileStorage, why: string) {
    super(
      `The storage of files (${storage.name}) ${why}: give this installation a folder, bucket or prefix of its own ` +
        '(MUSTER_FILES_DIR, MUSTER_FILES_S3_BUCKET, MUSTER_FILES_S3_PREFIX), or, if the files there are those of its ' +
        'database, run "muster files adopt".',
    );
  }
}

/** Throws `ForeignStorageError` unless the storage belongs to the installation or is claimed now. */
export async function claimStorage(storage: FileStorage, database: Database, installationId: string): Promise<void> {
  const standing = await storage.marker();
  if (standing === installationId) return;
  if (standing === null) {
    const { count, known } = await filesThere(storage, database);
    // A few files without a row come from crashes; more belong to another installation.
    if (count > known * 2) throw new ForeignStorageError(storage, 'holds files that this database does not know');
  }
  if ((await storage.mark(installationId)) !== installationId) {
    throw new ForeignStorageError(storage, 'belongs to another installation');
  }
}

/** A sufficient sample; counting millions of files would delay the start. */
const sampled = 1000;
const idForm = /^\d{1,18}$/;
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Explicit adoption, whatever id the storage has. Returns the former id and what was found. */
export async function adoptStorage(files: FilesConfig, database: Database, installationId: string) {
  const storage = await openStorage(files);
  const before = await storage.marker();
  const found = await filesThere(storage, database);
  await storage.remark(installationId);
  return { name: storage.name, before, ...found };
}

/** The number of files, up to a thousand, and how many of them the database knows. */
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
