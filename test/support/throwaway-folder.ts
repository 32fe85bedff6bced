/**
 * A folder of tests: in memory if the machine has enough of it, otherwise in the temporary folder. A database has hundreds of
 * files, and the file system of a disk takes most of the time of a copy.
 */
import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** A run of all tests needs less than half of the first; the second leaves room for its processes. */
const bytesLeast = 3 * 2 ** 30;
const availableLeast = 8 * 2 ** 30;

/** Makes a new folder; the caller removes it. */
export const throwawayFolder = (prefix: string): Promise<string> =>
  mkdtemp(join(isRoomy() ? memory : tmpdir(), prefix));

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= bytesLeast && process.availableMemory() >= availableLeast;
  } catch {
    // Only Linux has this folder.
    return false;
  }
}
