/** The room that files take on the disk. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What `npm ci --omit=dev` may take at most, the sources included. */
export const megabytesMax = 350;

const blockBytes = 512;

/** Files of packages that are removed where there are no development tools. */
export const isForDevelopment = (name: string): boolean => /\.d\.[cm]?ts$|\.map$/.test(name);

/** As `du -m` counts it: whole blocks of the disk; links are not followed. */
export async function megabytesOf(folder: string, isLeftOut: (name: string) => boolean = () => false): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sizes = entries
    .filter(({ name }) => !isLeftOut(name))
    .map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return megabytesOf(path, isLeftOut);
      return entry.isFile() ? ((await stat(path)).blocks * blockBytes) / 2 ** 20 : 0;
    });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
