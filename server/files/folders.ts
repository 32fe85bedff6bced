/** Folders and files of the service on disk: private, and durable after a power failure. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Private to the service, because it contains documents of people. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await makeSafe(dirname(folder));
}

/** Afterwards, the entries of a folder survive a power failure. */
export async function makeSafe(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** All or nothing: under another name in a folder of the same file system first. Durable when it returns. */
export async function writeWhole(drafts: string, path: string, source: AsyncIterable<Buffer>): Promise<void> {
  await makeFolder(drafts);
  const draft = join(drafts, randomUUID());
  // Opened before anything can fail: a file that is still being opened would appear after its removal.
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
}

export async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
}

/** One after the other, because a folder may have very many. A missing folder has none. */
export async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) yield entry.name;
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
}

export const isAbsence = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
