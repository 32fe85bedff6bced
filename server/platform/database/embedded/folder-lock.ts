// Owns the lock on a data folder: at most one process at a time starts, adopts or stops its PostgreSQL.
// The operating system holds the lock (flock) and drops it when the process dies, however it dies, so there is
// no staleness to judge; unlike process ids it also holds between containers that share the folder.
import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export type HolderKind = 'service' | 'command';
export interface LockHolder {
  readonly kind: HolderKind;
  readonly pid: number;
}
export interface FolderLock {
  /** Who held it before, and may have left a PostgreSQL running; null: nobody. */
  readonly former: LockHolder | null;
  release(): void;
  /** Releases it as if this process had never held it. */
  giveBack(): void;
}

/** null: somebody else holds it. */
export function tryLock(dataDir: string, kind: HolderKind, name = 'postgres.lock'): FolderLock | null {
  const fd = openSync(join(dataDir, name), 'a', 0o600);
  try {
    if (!lockOpenFile(fd)) {
      closeSync(fd);
      return null;
    }
    const former = readHolder(dataDir, name);
    writeHolder(fd, { kind, pid: process.pid });
    const release = () => closeSync(fd);
    const giveBack = () => {
      if (former) writeHolder(fd, former);
      release();
    };
    return { former, release, giveBack };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function writeHolder(fd: number, holder: LockHolder): void {
  ftruncateSync(fd);
  writeSync(fd, JSON.stringify(holder));
}

/** Who holds the lock, or held it last. */
export function readHolder(dataDir: string, name = 'postgres.lock'): LockHolder | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, name), 'utf8')) as LockHolder;
  } catch {
    return null;
  }
}

/**
 * Node has no flock. The lock belongs to the open file, which a child shares when it inherits the descriptor: the
 * child locks and exits, and the lock stays with us. Perl serves where there is no flock command (macOS).
 */
function lockOpenFile(fd: number): boolean {
  const perl = 'use Fcntl ":flock"; open(my $f, ">>&=", 3) or exit 2; exit(flock($f, LOCK_EX | LOCK_NB) ? 0 : 1)';
  for (const [command, ...args] of [
    ['flock', '-n', '3'],
    ['perl', '-e', perl],
  ] as const) {
    const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'ignore', fd] });
    if (status === 0 || status === 1) return status === 0;
    if (error === undefined) throw new Error(`The data folder could not be locked: ${command} ended with ${status}.`);
  }
  throw new Error('The data folder could not be locked: neither the flock command (util-linux) nor perl is installed.');
}
