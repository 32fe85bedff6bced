/**
 * Files in a folder: `<account>/<last two digits of the id>/<id>`, so that no folder grows too large. A file is written
 * under another name in the same file system, synced, then renamed; the folder entry is synced too.
 */
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { diskMarker } from './disk-marker.ts';
import { diskQuarantine } from './disk-quarantine.ts';
import { isAbsence, namesIn, removeIfThere, writeWhole } from './folders.ts';
import { BytesMissing, type FileStorage, keyParts, partsOfKey } from './storage.ts';

/** No account name begins with a dot. */
const draftsFolder = '.drafts';

export function diskStorage(root: string): FileStorage {
  const drafts = join(root, draftsFolder);

  async function* keys(): AsyncGenerator<string> {
    for await (const account of namesIn(root)) {
      if (account.startsWith('.')) continue;
      for await (const digits of namesIn(join(root, account))) {
        for await (const name of namesIn(join(root, account, digits))) {
          const key = `${account}/${name}`;
          // Files in other places are not ours.
          if (keyParts(key) !== null && pathOf(root, key) === join(root, account, digits, name)) yield key;
        }
      }
    }
  }

  return {
    // Each holds a few chunks of 64 KB, and as many that wait for garbage collection.
    writesAtOnceMax: 16,
    write: async (key, source) => writeWhole(drafts, pathOf(root, key), source),
    async read(key): Promise<Readable> {
      try {
        return (await open(pathOf(root, key))).createReadStream();
      } catch (error) {
        throw isAbsence(error) ? new BytesMissing(key, { cause: error }) : error;
      }
    },
    remove: (key) => removeIfThere(pathOf(root, key)),
    ...diskQuarantine(root, (key) => pathOf(root, key)),
    ...diskMarker(root),
    name: root,
    keys,
    async *list(before) {
      for await (const name of namesIn(drafts)) {
        // A draft that is still being written is younger than any reasonable limit.
        if (await isOlder(join(drafts, name), before)) await removeIfThere(join(drafts, name));
      }
      for await (const key of keys()) {
        if (await isOlder(pathOf(root, key), before)) yield key;
      }
    },
  };
}

function pathOf(root: string, key: string): string {
  const { accountId, fileId } = partsOfKey(key);
  // The first digits of an id contain its time and are alike for days; the last ones are random.
  return join(root, accountId, fileId.slice(-2), key.slice(accountId.length + 1));
}

async function isOlder(path: string, moment: Date): Promise<boolean> {
  try {
    return (await stat(path)).mtime < moment;
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}
