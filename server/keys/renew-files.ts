/** Encrypts the keys of stored files again; their content has keys of its own and stays as it is. */
import { BytesAltered, renewedBytes } from '../files/sealed-bytes.ts';
import { BytesMissing, type FileStorage, type Quarantined } from '../files/storage.ts';
import type { Vault } from '../platform/database/vault.ts';

export interface RenewedFiles {
  readonly read: number;
  readonly changed: number;
  readonly unreadable: number;
}

/** `goOn` is asked after each file: false ends it. */
export async function renewFiles(
  storage: FileStorage,
  vault: Vault,
  goOn: (done: RenewedFiles) => Promise<boolean>,
): Promise<RenewedFiles & { readonly isWhole: boolean }> {
  const done = { read: 0, changed: 0, unreadable: 0 };
  const renew = async (key: string): Promise<boolean> => {
    done.read += 1;
    const outcome = await renewFile(storage, vault, key);
    if (outcome !== 'current') done[outcome] += 1;
    return goOn(done);
  };
  for await (const key of storage.keys()) if (!(await renew(key))) return { ...done, isWhole: false };
  // All first: what is written meanwhile must not be found again.
  const quarantined: Quarantined[] = [];
  for await (const one of storage.quarantined()) quarantined.push(one);
  for (const { key, since } of quarantined) {
    // A file in quarantine is written like any other: it leaves for a moment, and returns with its date.
    if (!(await storage.restore(key))) continue;
    const isGoingOn = await renew(key).finally(() => storage.quarantine(key, since));
    if (!isGoingOn) return { ...done, isWhole: false };
  }
  return { ...done, isWhole: true };
}

async function renewFile(
  storage: FileStorage,
  vault: Vault,
  key: string,
): Promise<'current' | 'changed' | 'unreadable'> {
  try {
    const bytes = await renewedBytes(await storage.read(key), vault, key);
    if (bytes === null) return 'current';
    await storage.write(key, whileThere(storage, key, bytes));
    return 'changed';
  } catch (error) {
    // Removed meanwhile: nothing is left to encrypt.
    if (error instanceof BytesMissing) return 'current';
    if (error instanceof BytesAltered) return 'unreadable';
    throw error;
  }
}

/** A file that is erased while it is written must not come back. */
async function* whileThere(
  storage: FileStorage,
  key: string,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  yield* bytes;
  (await storage.read(key)).destroy();
}
