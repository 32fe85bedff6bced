/** Where backups are kept: a folder, or a bucket. It holds named objects that are written once, and does not interpret them. */
import { open, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { isAbsence, removeIfThere, writeWhole } from '../files/folders.ts';

export interface BackupStore {
  /** For people. */
  readonly name: string;
  /** All or nothing, durable after a crash. */
  write(name: string, source: AsyncIterable<Buffer>): Promise<void>;
  /** Throws `ObjectMissing`. The caller reads it to its end or destroys it. */
  read(name: string): Promise<Readable>;
  /** The names of all objects below a folder. */
  names(folder: string): Promise<string[]>;
  /** A missing object is not an error. */
  remove(name: string): Promise<void>;
}

export class ObjectMissing extends Error {
  constructor(store: BackupStore, name: string, options?: ErrorOptions) {
    super(`The backup is damaged: ${name} is missing in ${store.name}.`, options);
    this.name = 'ObjectMissing';
  }
}

/** Objects that are being written; a bucket has none. */
export const draftsFolder = '.drafts';

export function folderStore(root: string): BackupStore {
  const store: BackupStore = {
    name: root,
    write: (name, source) => writeWhole(join(root, draftsFolder), join(root, name), source),
    async read(name) {
      try {
        return (await open(join(root, name))).createReadStream();
      } catch (error) {
        throw isAbsence(error) ? new ObjectMissing(store, name, { cause: error }) : error;
      }
    },
    async names(folder) {
      try {
        const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
        return entries
          .filter((entry) => entry.isFile())
          .map((entry) => relative(root, join(entry.parentPath, entry.name)))
          .sort();
      } catch (error) {
        if (isAbsence(error)) return [];
        throw error;
      }
    },
    remove: (name) => removeIfThere(join(root, name)),
  };
  return store;
}
