/**
 * Files in a folder: `<account>/<last two digits of the id>/<id>`, so that no folder grows too large. A file is written
 * under another name in the same file system, made safe, then renamed; a folder entry is made safe too.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BytesMissing, type FileStorage, keyParts, partsOfKey } from './storage.ts';

/** No account's name begins with a dot. */
const draftsFolder = '.drafts';

export function diskStorage(root: string): FileStorage {
  const drafts = join(root, draftsFolder);
  return {
    // Each holds a few chunks of 64 KB, and as many that wait to be cleared away.
    writesAtOnceMax: 16,
    async write(key, source) {
      const path = pathOf(root, key);
      await makeFolder(drafts);
      const draft = join(drafts, randomUUID());
      // Opened before anything can fail: a file that is still being opened would appear after it was removed.
      const file = await open(draft, 'wx', 0o600);
      try {
        await pipeline(source, file.createWriteStream({ flush: true }));
        await makeFolder(dirname(path));
        await rename(draft, path);
      } catch (error) {
        await removeIfThere(draft);
        throw error;
      }
      await makeSafe(dirname(path));
    },
    async read(key): Promise<Readable> {
      try {
        return (await open(pathOf(root, key))).createReadStream();
      } catch (error) {
        throw isAbsence(error) ? new BytesMissing(key, { cause: error }) : error;
      }
    },
    remove: (key) => removeIfThere(pathOf(root, key)),
    async *list(before) {
      for await (const name of namesIn(drafts)) {
        // A draft that is still being written is younger than any reasonable limit.
        if (await isOlder(join(drafts, name), before)) await removeIfThere(join(drafts, name));
      }
      for await (const account of namesIn(root)) {
        if (account === draftsFolder) continue;
        for await (const digits of namesIn(join(root, account))) {
          for await (const name of namesIn(join(root, account, digits))) {
            const key = `${account}/${name}`;
            if (keyParts(key) === null || !(await isOlder(join(root, account, digits, name), before))) continue;
            yield key;
          }
        }
      }
    },
  };
}

function pathOf(root: string, key: string): string {
  const { accountId, fileId } = partsOfKey(key);
  // The first digits of an id tell its time and are alike for days; the last ones are drawn by lot.
  return join(root, accountId, fileId.slice(-2), key.slice(accountId.length + 1));
}

/** For the service alone: the documents of people are nobody else's business. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await makeSafe(dirname(folder));
}

/** After this, the entries of a folder survive a loss of power. */
async function makeSafe(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
}

async function isOlder(path: string, moment: Date): Promise<boolean> {
  try {
    return (await stat(path)).mtime < moment;
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}

/** One after the other: a folder may hold very many. A folder that is not there holds none. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) yield entry.name;
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
}

const isAbsence = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
