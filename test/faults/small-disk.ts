/**
 * A disk of its own for one folder, which can be full for a while: a file system in a file, where the machine lets this
 * user mount one.
 */
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  /** To the last block. */
  fill(): Promise<void>;
  free(): Promise<void>;
  unmount(): Promise<void>;
}

/** Of the file, which takes no more room than what is written. */
const bytes = 20e9;
/** Everybody may pass through: PostgreSQL runs as a user of its own. */
const mode = 0o711;

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'ignore' });

/** Null: this machine does not let this user mount a disk. */
export async function mountSmallDisk(folder: string): Promise<SmallDisk | null> {
  const images = await mkdtemp(join(tmpdir(), 'muster-disk-'));
  const image = join(images, 'disk');
  try {
    await writeFile(image, '');
    await truncate(image, bytes);
    run('mkfs.ext4', '-q', '-F', '-m', '0', '-E', 'lazy_itable_init=1,lazy_journal_init=1', image);
    run('mount', '-o', 'loop', image, folder);
  } catch {
    await rm(images, { recursive: true, force: true });
    return null;
  }
  await rm(join(folder, 'lost+found'), { recursive: true, force: true });
  await chmod(folder, mode);
  const ballast = (number: number) => join(folder, `.ballast-${number}`);
  let count = 0;
  return {
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      if (bavail === 0) return;
      count += 1;
      try {
        run('fallocate', '--length', String(bavail * bsize), ballast(count));
      } catch {
        // The blocks of its own map did not fit: what it has taken stays taken.
      }
    },
    async free() {
      for (; count > 0; count -= 1) await rm(ballast(count), { force: true });
    },
    async unmount() {
      run('umount', '--lazy', folder);
      await rm(images, { recursive: true, force: true });
    },
  };
}
