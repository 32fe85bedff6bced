/** A copy of the source tree in a temporary folder, for tests that change files. It shares the installed packages. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { startEnvironment } from '../../bench/start-flags.ts';
import manifest from '../../package.json' with { type: 'json' };
import { root } from './started-service.ts';

const exec = promisify(execFile);

export interface TreeCopy {
  readonly path: string;
  /** Runs a shell command in it, with the cache of `npm start` there; throws with its output if it fails. */
  sh(line: string): Promise<string>;
  /** Differences from the copied tree, as git reports them; empty if there are none. */
  changes(): Promise<string>;
  /** Restores the copied state. */
  restore(): Promise<void>;
  discard(): Promise<void>;
}

/** Without the files that `isCopied` refuses. */
export async function treeCopy(isCopied: (file: string) => boolean = () => true): Promise<TreeCopy> {
  const path = await mkdtemp(join(tmpdir(), 'muster-tree-'));
  // Uncommitted files count too; deleted files are still listed.
  const { stdout } = await git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  const files = stdout.split('\0').filter((file) => file !== '' && isCopied(file) && existsSync(join(root, file)));
  for (const folder of new Set(files.map(dirname))) await mkdir(join(path, folder), { recursive: true });
  await Promise.all(files.map((file) => cp(join(root, file), join(path, file))));
  await linkPackages(path);
  await git(path, 'init', '--quiet');
  // To compress the files takes longer than to copy them.
  await git(path, '-c', 'core.looseCompression=0', 'add', '--all');
  await git(path, '-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', 'as it was');
  return {
    path,
    async sh(line) {
      const { PATH, HOME } = process.env;
      const env = { PATH, HOME, NODE_COMPILE_CACHE: startEnvironment.NODE_COMPILE_CACHE };
      const done = await exec('sh', ['-c', line], { cwd: path, env }).catch((error) => {
        throw new Error(`${line}\n${error.stdout}${error.stderr}`, { cause: error });
      });
      return done.stdout;
    },
    changes: async () => (await git(path, 'status', '--porcelain')).stdout,
    async restore() {
      await git(path, 'reset', '--quiet', '--hard');
      await git(path, 'clean', '--quiet', '-d', '--force');
    },
    discard: () => rm(path, { recursive: true, force: true, maxRetries: 20 }),
  };
}

const git = (cwd: string, ...args: string[]) => exec('git', args, { cwd, maxBuffer: 1e7 });

/** External packages are those of the original; our workspaces, which npm links, are linked to the copy. */
async function linkPackages(path: string): Promise<void> {
  const folder = 'node_modules';
  await mkdir(join(path, folder));
  for (const name of await readdir(join(root, folder))) {
    if (name !== '@muster') await symlink(join(root, folder, name), join(path, folder, name));
  }
  // npm makes relative links, so a copied link points into the copy.
  await cp(join(root, folder, '@muster'), join(path, folder, '@muster'), { recursive: true, verbatimSymlinks: true });
  for (const workspace of manifest.workspaces) {
    const own = join(root, workspace, folder);
    if (existsSync(own) && existsSync(join(path, workspace))) await symlink(own, join(path, relative(root, own)));
  }
}
