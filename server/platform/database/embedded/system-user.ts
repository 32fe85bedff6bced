// Determines the user that PostgreSQL runs as. PostgreSQL refuses root, so a service started by root runs it as a
// system user; other users run it as themselves. Ensures that this user can enter the folders it needs.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** null: the user of this process. An existing cluster keeps its owner, whatever users exist by now. */
export function chooseUser(clusterDir: string): SystemUser | null {
  const existing = statSync(clusterDir, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0) {
    if (existing !== undefined && existing.uid !== process.getuid?.()) {
      throw new Error(
        `The database folder ${clusterDir} belongs to user id ${existing.uid}: start Muster as that user or as root.`,
      );
    }
    return null;
  }
  if (existing !== undefined && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const user = findUser('postgres') ?? findUser('muster-postgres') ?? createUser('muster-postgres');
  // A copy restored by root belongs to root, and PostgreSQL accepts no folder of another user.
  if (existing !== undefined) runOrThrow('chown', ['-R', `${user.uid}:${user.gid}`, clusterDir]);
  return user;
}

/** Makes the user that runs PostgreSQL the owner of a file or folder that this process made. */
export function give(path: string, user: SystemUser | null): void {
  if (user !== null) chownSync(path, user.uid, user.gid);
}

/**
 * Under root, PostgreSQL's user must be able to enter the data folder and the folder of its programs. The data folder
 * is ours, so it is opened (entering only, no listing; what is secret in it is closed file by file). A closed folder
 * above it, typically /root, is the operator's: refused were opening it unasked, and moving the cluster elsewhere,
 * because then a backup of the data folder would silently lack the data.
 */
export function ensureReachable(dataDir: string, programDir: string, user: SystemUser | null): void {
  if (user === null) return;
  chmodSync(dataDir, (statSync(dataDir).mode & 0o7777) | 0o011);
  for (const target of [dataDir, programDir]) {
    const closed = firstClosed(target, user);
    if (closed === null) continue;
    const elsewhere =
      target === dataDir
        ? 'set MUSTER_DATA_DIR to a folder elsewhere'
        : 'install Muster elsewhere, for example in /opt';
    throw new Error(
      `PostgreSQL does not run as root, and the user it runs as (id ${user.uid}) cannot enter ${closed}, which ` +
        `it must to reach ${target}: run "chmod o+x ${closed}", or ${elsewhere}, or start Muster as an ordinary user.`,
    );
  }
}

/** Asks the kernel as that user, rather than reading mode bits, so that access lists count too. */
function firstClosed(folder: string, user: SystemUser): string | null {
  const script = 'for folder; do test -x "$folder" || { printf %s "$folder"; exit; }; done';
  const { stdout } = spawnSync('/bin/sh', ['-c', script, 'sh', ...ancestors(folder)], { ...user, cwd: '/' });
  return String(stdout) || null;
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [...ancestors(parent), folder];
}

function findUser(name: string): SystemUser | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name]).stdout?.toString().trim() || NaN));
  return uid && gid ? { uid, gid } : null;
}

function createUser(name: string): SystemUser {
  runOrThrow('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]);
  const user = findUser(name);
  if (user === null) throw new Error(`The system user ${name} was created but cannot be found.`);
  return user;
}

function runOrThrow(command: string, args: readonly string[]): void {
  const { status, error, stderr } = spawnSync(command, args);
  if (status === 0) return;
  const reason = error?.message ?? String(stderr).trim();
  throw new Error(
    `PostgreSQL does not run as root, and preparing a user for it failed (${command}: ${reason}): ` +
      'create a system user named postgres, or start Muster as an ordinary user.',
  );
}
