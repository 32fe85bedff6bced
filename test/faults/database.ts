/**
 * A PostgreSQL that can be killed: the embedded server with durable settings, started by this process and restarted on
 * the same port after each kill, as the supervisor of an operator does. The supervisor of the product is not used: it
 * correctly gives up on a server that dies every few seconds.
 */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connectionUrl, openCluster } from '../../server/platform/database/embedded/cluster.ts';
import {
  findPostmaster,
  isRunning,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
} from '../../server/platform/database/embedded/postmaster.ts';
import { endWhenInterrupted, interrupted } from '../../server/stop-signal.ts';

export interface FragileDatabase {
  readonly url: string;
  /** Runs SQL in the database of the service. */
  readonly superuserUrl: string;
  /** Kills the server itself; the processes of its clients end by themselves. False: it was already down. */
  killPostmaster(): boolean;
  /** Kills the process of one client. False: there is none. PostgreSQL then ends all others and recovers. */
  killBackend(choice: number): Promise<boolean>;
  /** Stops the server until it is released. */
  hold(): Promise<void>;
  release(): Promise<void>;
  /** Waits until the server accepts connections. */
  restored(): Promise<void>;
  stop(): Promise<void>;
}

const downMs = 100;
const lookEveryMs = 50;
const patienceMs = 120_000;
const interruptedMs = 500;

/** Recovery starts by flushing every file one by one, which takes seconds; Linux can flush them all at once. */
const recoverySettings = process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {};

export async function startFragileDatabase(dataDir: string): Promise<FragileDatabase> {
  const options = { log: () => undefined, settings: recoverySettings, signal: interrupted };
  const starting = openCluster(dataDir, interrupted).then(async (cluster) => ({
    cluster,
    postmaster: await startPostmaster(cluster, options),
  }));
  const hasEnded = endWhenInterrupted(async () => {
    const isStarted = await starting.then(
      () => true,
      () => false,
    );
    if (isStarted) await stop(interruptedMs);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  });
  const { cluster, postmaster } = await starting;
  let current: Postmaster = postmaster;
  let restarting: Promise<void> | null = null;
  let isHeld = false;
  let isEnding = false;

  async function stop(fastMs?: number): Promise<void> {
    isEnding = true;
    clearInterval(watching);
    // A restart that is interrupted ends what it has started.
    await restarting?.catch(() => undefined);
    await stopPostmaster(current, cluster, fastMs);
  }

  async function restart(): Promise<void> {
    while (isRunning(current, cluster)) await pause(10);
    const deadline = performance.now() + patienceMs;
    for (;;) {
      await pause(downMs);
      try {
        current = await startPostmaster(cluster, options, current.port);
        restarting = null;
        return;
      } catch (error) {
        // Without room on its disk it does not start.
        if (isEnding || performance.now() > deadline) throw error;
      }
    }
  }

  /** A server whose disk is full may end by itself. */
  const watching = setInterval(() => {
    if (!restarting && !isHeld && !isEnding && !isRunning(current, cluster)) restarting = restart();
  }, lookEveryMs);

  const isAnswering = () =>
    findPostmaster(cluster).then(
      (found) => found !== null,
      () => false,
    );
  const superuserUrl = new URL(connectionUrl(cluster, 'superuser', current.port));
  superuserUrl.pathname = '/muster';
  return {
    url: connectionUrl(cluster, 'application', current.port),
    superuserUrl: superuserUrl.href,
    killPostmaster() {
      if (restarting) return false;
      process.kill(current.pid, 'SIGKILL');
      restarting = restart();
      return true;
    },
    async killBackend(choice) {
      if (restarting) return false;
      const pids = await clientProcesses(current.pid);
      return pids.length > 0 && killed(pids[choice % pids.length] as number);
    },
    async hold() {
      isHeld = true;
      await stopPostmaster(current, cluster);
    },
    async release() {
      current = await startPostmaster(cluster, options, current.port);
      isHeld = false;
    },
    async restored() {
      await restarting;
      // It may still recover from the loss of a process, or be about to notice it.
      for (const deadline = performance.now() + patienceMs; !(await isAnswering()); await pause(lookEveryMs)) {
        if (performance.now() > deadline) throw new Error('PostgreSQL does not come back.');
      }
    },
    async stop() {
      await stop();
      hasEnded();
    },
  };
}

/** Child processes that serve clients: their titles contain an address, those of background workers do not. */
async function clientProcesses(postmasterPid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, title = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === postmasterPid && title.includes('127.0.0.1(') ? [Number(pid)] : [];
  });
}

/** False: it has already ended by itself. */
function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
