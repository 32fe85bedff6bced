/**
 * A storage belongs to one installation and stores its id. If two databases used one folder or bucket, each would take
 * the files of the other for orphans. The second is therefore refused at start, and nothing is removed from a storage
 * with another id or none.
 */

import { knownFiles } from '../files/file-verbs.ts';
import { openStorage } from '../files/open-storage.ts';
import { type FileStorage, keyParts } from '../files/storage.ts';
import type { Check } from '../platform/database/checks.ts';
import type { Database } from '../platform/database/database.ts';
import type { FilesConfig } from '../settings/files.ts';

export class ForeignStorageError extends Error {
  constructor(storage: FileStorage, why: string) {
    super(`The storage of files (${storage.name}) ${why}: ${mend}`);
  }
}

const mend =
  'give this installation a folder, bucket or prefix of its own (MUSTER_FILES_DIR, MUSTER_FILES_S3_BUCKET, ' +
  'MUSTER_FILES_S3_PREFIX), or, if the files there are those of its database, run "muster files adopt".';
const ofAnother = 'belongs to another installation';

/** Throws `ForeignStorageError` unless the storage belongs to the installation or is claimed now. */
export async function claimStorage(storage: FileStorage, database: Database, installationId: string): Promise<void> {
  if ((await storage.marker()) === installationId) return;
  const why = await foreignness(storage, database, installationId);
  if (why !== null) throw new ForeignStorageError(storage, why);
  if ((await storage.mark(installationId)) !== installationId) throw new ForeignStorageError(storage, ofAnother);
}

/** Why the storage is not that of the installation, or null. Changes nothing. */
async function foreignness(storage: FileStorage, database: Database, installationId: string): Promise<string | null> {
  const standing = await storage.marker();
  if (standing !== null) return standing === installationId ? null : ofAnother;
  const { count, known } = await filesThere(storage, database);
  // A few files without a row come from crashes; more belong to another installation.
  return count > known * 2 ? 'holds files that this database does not know' : null;
}

async function installationId(database: Database): Promise<string> {
  const [installation] = await database.query<{ id: string }>('select id::text as id from installation');
  return installation?.id ?? '';
}

/** For `muster doctor`. A start goes on without a storage that does not answer, and looks again later. `isNew`: no start was complete yet. */
export async function checkStorage(files: FilesConfig, database: Database, isNew: boolean): Promise<Check> {
  const name = 'file storage';
  const storage = await openStorage(files);
  try {
    const why = isNew
      ? (await storage.marker()) && ofAnother
      : await foreignness(storage, database, await installationId(database));
    if (why === null) return { name, finding: `The storage of files (${storage.name}) can be used.`, mend: null };
    return { name, finding: `The storage of files (${storage.name}) ${why}.`, mend: `G${mend.slice(1)}` };
  } catch (error) {
    const { message, name: kind } = error as Error;
    return {
      name,
      finding: `The storage of files (${storage.name}) does not answer: ${message || kind}.`,
      mend: 'Check MUSTER_FILES_DIR, or the address, the bucket and the credentials in the MUSTER_FILES_S3_ settings.',
    };
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
