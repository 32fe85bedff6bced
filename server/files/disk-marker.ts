/** The file that marks the owner of a folder. A link, unlike a rename, fails if another process was first. */
import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsence, makeFolder, makeSafe, removeIfThere } from './folders.ts';
import type { FileStorage } from './storage.ts';

export function diskMarker(root: string): Pick<FileStorage, 'marker' | 'mark' | 'remark'> {
  const path = join(root, '.installation');

  async function marker(): Promise<string | null> {
    try {
      return (await readFile(path, 'utf8')).trim();
    } catch (error) {
      if (isAbsence(error)) return null;
      throw error;
    }
  }

  /** Written completely under another name, then moved into place by `put`. */
  async function write(id: string, put: (draft: string) => Promise<void>): Promise<void> {
    await makeFolder(root);
    const draft = `${path}.${randomUUID()}`;
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${id}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    try {
      await put(draft);
    } finally {
      await removeIfThere(draft);
    }
    await makeSafe(root);
  }

  return {
    marker,
    async mark(id) {
      await write(id, async (draft) => {
        try {
          await link(draft, path);
        } catch (error) {
          if ((error as { code?: string }).code !== 'EEXIST') throw error;
        }
      });
      return (await marker()) ?? id;
    },
    remark: (id) => write(id, (draft) => rename(draft, path)),
  };
}
