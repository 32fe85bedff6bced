// Owns the embedded PostgreSQL of a data folder: one service starts or adopts it, keeps it running and stops it last;
// commands borrow it. Promises at most one owner per data folder, and that a crash of either side needs no repair.
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endWhenInterrupted, interrupted } from '../../stop-signal.ts';
import { type Cluster, connectionUrl, lookAtCluster, openCluster } from './embedded/cluster.ts';
import { type FolderLock, readHolder, tryLock } from './embedded/folder-lock.ts';
import { endInterruptedUpgrade, type InterruptedUpgrade } from './embedded/interrupted-upgrade.ts';
import {
  findPostmaster,
  interruptedMs,
  type Postmaster,
  type StartOptions,
  startPostmaster,
} from './embedded/postmaster.ts';
import { type SupervisorOptions, supervise } from './embedded/supervisor.ts';

export interface DatabaseServer {
  /** Connection string of the application role: owns the database, is no superuser, so row-level security binds it. */
  readonly url: string;
  /** Connection string of the superuser, for tests and tools. */
  readonly superuserUrl: string;
  /**
   * Stops PostgreSQL if this process started or adopted it as its owner; resolves when it is down. `fastMs`: how long it
   * may take to write its data; after that it ends at once, and its next start recovers.
   */
  stop(fastMs?: number): Promise<void>;
}

export interface BorrowOptions extends StartOptions {
  readonly dataDir: string;
  /** Whether a server that a killed service left running is stopped too. */
  readonly isAlone?: boolean;
}
export interface EmbeddedOptions extends BorrowOptions, SupervisorOptions {
  /** Called before a cluster is created, which takes seconds. */
  readonly onCreate?: () => void;
  readonly onInterruptedUpgrade?: (what: InterruptedUpgrade) => void;
}

/** Long enough for a killed predecessor to be cleared away by the system, short enough for a person who waits. */
const servicePatienceMs = 1000;
/** Long enough for another command to finish or a service to start. */
const commandPatienceMs = 60_000;
const lookEveryMs = 100;

/** Starts the server of the data folder, or adopts the one a killed service left behind, and owns it from then on. */
export async function startEmbedded(options: EmbeddedOptions): Promise<DatabaseServer> {
  const dataDir = ensureFolder(options.dataDir);
  const deadline = Date.now() + servicePatienceMs;
  while (Date.now() < deadline) {
    const lock = tryLock(dataDir, 'service');
    if (lock !== null) return own(dataDir, lock, options);
    await pause(lookEveryMs);
  }
  throw new Error(inUse(dataDir));
}

/**
 * For a command next to a running service: uses the running server and leaves it alone; starts one, and stops it
 * after, when none runs. The server of a killed service is left for the next one, that of a killed command is stopped.
 */
export async function borrowEmbedded(options: BorrowOptions): Promise<DatabaseServer> {
  const dataDir = ensureFolder(options.dataDir);
  const deadline = Date.now() + commandPatienceMs;
  while (Date.now() < deadline) {
    const lock = tryLock(dataDir, 'command');
    // Another command will stop its server when it is done, so it is waited for rather than shared with.
    const owner = lock === null ? readHolder(dataDir) : lock.former;
    if (owner?.kind === 'service' && !(lock !== null && options.isAlone)) {
      const borrowed = await findRunning(dataDir).catch((error: unknown) => {
        lock?.giveBack();
        throw error;
      });
      if (borrowed !== null) {
        lock?.giveBack();
        return describe(borrowed.cluster, borrowed.postmaster, async () => undefined);
      }
    }
    if (lock !== null) return ownUntilInterrupted(dataDir, lock, options);
    await pause(lookEveryMs);
  }
  throw new Error(inUse(dataDir));
}

/** A service stops its server itself; a command that is interrupted would leave it running. */
async function ownUntilInterrupted(dataDir: string, lock: FolderLock, options: BorrowOptions): Promise<DatabaseServer> {
  const starting = own(dataDir, lock, { ...options, signal: interrupted });
  const hasEnded = endWhenInterrupted(async () => (await starting.catch(() => null))?.stop(interruptedMs));
  const server = await starting.catch((error: unknown) => {
    hasEnded();
    throw error;
  });
  return { ...server, stop: (fastMs) => server.stop(fastMs).finally(hasEnded) };
}

async function own(
  dataDir: string,
  lock: FolderLock,
  options: Omit<EmbeddedOptions, 'dataDir'>,
): Promise<DatabaseServer> {
  try {
    const upgrade = await endInterruptedUpgrade(realpathSync(dataDir));
    if (upgrade !== null) options.onInterruptedUpgrade?.(upgrade);
    if (!existsSync(join(dataDir, 'postgres'))) options.onCreate?.();
    const cluster = await openCluster(dataDir, options.signal);
    const found = await findPostmaster(cluster);
    if (found !== null) options.log(`Adopted the running PostgreSQL (process ${found.pid}).`);
    const postmaster = found ?? (await startPostmaster(cluster, options));
    const supervisor = supervise(cluster, postmaster, options);
    let stopped: Promise<void> | null = null;
    return describe(cluster, postmaster, (fastMs) => {
      stopped ??= supervisor.stop(fastMs).finally(() => lock.release());
      return stopped;
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function findRunning(dataDir: string): Promise<{ cluster: Cluster; postmaster: Postmaster } | null> {
  const cluster = await lookAtCluster(dataDir);
  const postmaster = cluster && (await findPostmaster(cluster));
  return postmaster && { cluster, postmaster };
}

function describe(cluster: Cluster, { port }: Postmaster, stop: DatabaseServer['stop']): DatabaseServer {
  return {
    url: connectionUrl(cluster, 'application', port),
    superuserUrl: connectionUrl(cluster, 'superuser', port),
    stop,
  };
}

/** Closed to others; under root PostgreSQL's user is let in later, by ensureReachable. */
function ensureFolder(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return resolve(dataDir);
}

function inUse(dataDir: string): string {
  const holder = readHolder(dataDir);
  const who = holder === null ? 'another process' : `a Muster ${holder.kind} (process ${holder.pid})`;
  return `The data folder ${dataDir} is in use by ${who}: stop it first, or set MUSTER_DATA_DIR to another folder.`;
}
