/**
 * Where databases of tests are: in memory if the machine offers enough of it, or else in the temporary folder. A database
 * is hundreds of files, and most of the time of copying one is spent by the file system of a disk.
 */
import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** A run of all tests takes less than half of it. */
const bytesLeast = 3 * 2 ** 30;

/** Makes a new folder; who asks for it removes it. */
export const throwawayFolder = (prefix: string): Promise<string> =>
  mkdtemp(join(isRoomy() ? memory : tmpdir(), prefix));

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= bytesLeast;
  } catch {
    // Only Linux has this folder.
    return false;
  }
}
