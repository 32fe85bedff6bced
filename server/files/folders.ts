/** Folders and files of the service on disk: made for it alone, and safe from a loss of power. */
import { mkdir, open, opendir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** For the service alone: the documents of people are nobody else's business. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await makeSafe(dirname(folder));
}

/** After this, the entries of a folder survive a loss of power. */
export async function makeSafe(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
}

/** One after the other: a folder may hold very many. A folder that is not there holds none. */
export async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder)) yield entry.name;
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
}

export const isAbsence = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
