// Owns one running PostgreSQL server process: starting it, finding one that already runs, stopping it. Promises that
// "runs" means our server for this very folder, never a process that happens to carry a remembered id.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, checkAndComplete, programEnvironment } from './cluster.ts';
import { findFreePort } from './free-port.ts';
import { memorySettings } from './memory.ts';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Aborted when it has ended; only of a server that this process has started. */
  readonly ended?: AbortSignal;
}
export interface StartOptions {
  readonly log: (line: string) => void;
  /** Extra PostgreSQL settings; they win over ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How long a start may take; a restore replays more of the log than a crash leaves. */
  readonly startMs?: number;
  /** Ends the waiting for another chance to start. */
  readonly signal?: AbortSignal;
}

/** Recovery after a crash replays at most a gigabyte or two of log. */
const startTimeoutMs = 120_000;
const leftOverBackendMs = 60_000;
const leftOverLookEveryMs = 250;
const fastStopMs = 30_000;
/** Nobody waits for an interrupted command: PostgreSQL recovers at its next start. */
export const interruptedMs = 500;
const immediateStopMs = 10_000;
const pollMs = 20;

const ourSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '110',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // The log that a backup has not copied yet; if backups stay away, it must not fill the disk.
  max_slot_wal_keep_size: '4GB',
  // After a crash, one call for the whole file system instead of one for each of a thousand files: seconds less.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Lines go to the service's log through a pipe, so no log file grows; when nobody reads, PostgreSQL drops them.
  logging_collector: 'off',
  log_destination: 'stderr',
  log_checkpoints: 'off',
  log_line_prefix: '',
};

type Place = Pick<Cluster, 'folder'>;

export function isRunning({ pid }: Postmaster, cluster: Place): boolean {
  return commandOf(pid).includes(`-D ${cluster.folder} `);
}

/** The server that already runs for this cluster, once it answers; null: none runs. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | null> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const found = readPidFile(cluster);
    if (found === null || !isRunning(found, cluster)) return null;
    if (found.status === 'ready' && (await isAnswering(cluster, found))) return found;
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL (process ${found.pid}) has been ${found.status || 'starting'} for too long.`);
    }
    await pause(pollMs);
  }
}

/** false: it is recovering, for instance from the crash of one of its backends, and will answer later. */
async function isAnswering(cluster: Cluster, { port }: Postmaster): Promise<boolean> {
  try {
    await checkAndComplete(cluster, port);
    return true;
  } catch (error) {
    const cannotConnectNow = '57P03';
    if ((error as { code?: string }).code === cannotConnectNow) return false;
    throw error;
  }
}

/**
 * Starts the server on the port given, or on a free one. A backend that was busy when its server was killed works on
 * and keeps the shared memory; PostgreSQL rightly refuses to start next to it, so its end is waited for.
 */
export async function startPostmaster(cluster: Cluster, options: StartOptions, port?: number): Promise<Postmaster> {
  const deadline = Date.now() + leftOverBackendMs;
  for (;;) {
    try {
      const postmaster = await startOnPort(cluster, options, port ?? (await findFreePort()));
      await completeOrStop(cluster, postmaster, options.signal);
      return postmaster;
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      const isPortTaken = port === undefined && message.includes('Address already in use');
      const isMemoryInUse = message.includes('pre-existing shared memory block');
      if (!(isPortTaken || isMemoryInUse) || Date.now() > deadline || options.signal?.aborted) throw error;
      await pause(leftOverLookEveryMs);
    }
  }
}

async function completeOrStop(cluster: Cluster, postmaster: Postmaster, signal?: AbortSignal): Promise<void> {
  try {
    await untilAborted(signal, postmaster.pid, () => checkAndComplete(cluster, postmaster.port));
  } catch (error) {
    await stopPostmaster(postmaster, cluster);
    throw error;
  }
}

/** Ends the server at once when the start is given up; the next start recovers it. */
async function untilAborted<T>(signal: AbortSignal | undefined, pid: number, work: () => Promise<T>): Promise<T> {
  const quit = () => signalIfAlive(pid, 'SIGQUIT');
  signal?.addEventListener('abort', quit, { once: true });
  try {
    if (signal?.aborted) quit();
    return await work();
  } finally {
    signal?.removeEventListener('abort', quit);
  }
}

/** Fast shutdown: transactions are rolled back, data is written. If that takes too long, the next start recovers. */
export async function stopPostmaster(postmaster: Postmaster, cluster: Place, fastMs = fastStopMs): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', fastMs],
    ['SIGQUIT', immediateStopMs],
    ['SIGKILL', immediateStopMs],
  ] as const) {
    const deadline = Date.now() + patienceMs;
    if (isRunning(postmaster, cluster)) signalIfAlive(postmaster.pid, signal);
    while (Date.now() < deadline) {
      if (!isRunning(postmaster, cluster)) return;
      await pause(pollMs);
    }
  }
  throw new Error(`PostgreSQL (process ${postmaster.pid}) could not be stopped.`);
}

/** Of a process that was killed. The caller has the lock of the folder, so nobody owns it. */
export async function stopLeftOver(cluster: Place): Promise<void> {
  const found = readPidFile(cluster);
  if (found && isRunning(found, cluster)) await stopPostmaster(found, cluster);
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  if (pid <= 0) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function startOnPort(cluster: Cluster, options: StartOptions, port: number): Promise<Postmaster> {
  const { log, settings, signal } = options;
  disarmStalePidFile(cluster);
  const lines: string[] = [];
  const child = spawnPostgres(
    cluster,
    { ...memorySettings(), ...ourSettings, ...settings, port: String(port) },
    (line) => {
      if (lines.length < 20) lines.push(line);
      log(line);
    },
  );
  let spawnError: Error | null = null;
  child.once('error', (error) => {
    spawnError = error;
  });
  const ending = new AbortController();
  child.once('exit', () => ending.abort());
  const startMs = options.startMs ?? startTimeoutMs;
  const found = await untilAborted(signal, child.pid ?? 0, () =>
    whenReady(cluster, child, lines, startMs, () => spawnError),
  );
  return { ...found, ended: ending.signal };
}

async function whenReady(
  cluster: Cluster,
  child: ChildProcess,
  lines: readonly string[],
  startMs: number,
  spawnError: () => Error | null,
): Promise<Postmaster> {
  const deadline = Date.now() + startMs;
  while (Date.now() < deadline) {
    await pause(pollMs);
    if (spawnError() !== null || child.exitCode !== null || child.signalCode !== null) {
      // The last lines may still be in the pipe.
      await pause(pollMs);
      throw new Error(`PostgreSQL did not start: ${spawnError() ?? (lines.join(' ') || 'it gave no reason')}`);
    }
    const found = readPidFile(cluster);
    if (found !== null && found.pid === child.pid && found.status === 'ready') return found;
  }
  child.kill('SIGQUIT');
  throw new Error(`PostgreSQL did not start within ${startMs / 1000} s.`);
}

/**
 * In a session of its own, so that Ctrl-C at the terminal reaches the service only, which stops PostgreSQL last.
 * Unreferenced, so that it does not keep a process alive that has nothing else to do.
 */
function spawnPostgres(
  cluster: Cluster,
  settings: Readonly<Record<string, string>>,
  onLine: (line: string) => void,
): ChildProcess {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(cluster.programs.postgres, ['-D', cluster.folder, ...flags], {
    ...cluster.user,
    cwd: '/',
    env: programEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  createInterface({ input: child.stderr }).on('line', onLine);
  child.unref();
  (child.stderr as Socket).unref();
  return child;
}

interface PidFile extends Postmaster {
  /** 'starting', 'ready', 'stopping' …; empty while PostgreSQL is still writing the file. */
  readonly status: string;
}

function pidFilePath(cluster: Place): string {
  return join(cluster.folder, 'postmaster.pid');
}

function readPidFile(cluster: Place): PidFile | null {
  try {
    const lines = readFileSync(pidFilePath(cluster), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * PostgreSQL refuses to start while the process id in postmaster.pid exists, even if it is another program's by now
 * or an unreaped corpse. Called only when our server does not run: the id is replaced with that of this process,
 * which PostgreSQL, seeing its own parent, disregards. Refused: deleting the file, because PostgreSQL also finds
 * there the shared memory that left-over backends of a killed server may still be writing through.
 */
function disarmStalePidFile(cluster: Cluster): void {
  if (readPidFile(cluster) === null) return;
  const [, ...rest] = readFileSync(pidFilePath(cluster), 'utf8').split('\n');
  writeFileSync(pidFilePath(cluster), [String(process.pid), ...rest].join('\n'));
}

/** The command line of a live process, separated by spaces; empty for a dead or an unreaped one. */
function commandOf(pid: number): string {
  if (!Number.isSafeInteger(pid) || pid <= 0) return '';
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return `${execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()} `;
  } catch {
    return '';
  }
}
