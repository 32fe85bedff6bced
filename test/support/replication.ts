/**
 * A PostgreSQL server and a standby that follows it by streaming replication, both from the binaries of npm. A test is
 * their operator: it kills, promotes, pauses and demotes.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  type Cluster,
  connectionUrl,
  openCluster,
  programEnvironment,
} from '../../server/platform/database/embedded/cluster.ts';
import { findFreePort } from '../../server/platform/database/embedded/free-port.ts';
import { isRunning, type Postmaster, stopPostmaster } from '../../server/platform/database/embedded/postmaster.ts';
import { endWhenInterrupted, interrupted } from '../../server/stop-signal.ts';
import { putPreparedCluster } from './prepared-cluster.ts';
import { throwawayFolder } from './throwaway-folder.ts';

export interface Server {
  /** As the role of the service. */
  readonly url: string;
  /** The same database, as a superuser. */
  readonly superuserUrl: string;
  readonly pid: number;
  /** Runs SQL in the database of the service, as a superuser. */
  sql(text: string): Promise<Record<string, unknown>[]>;
  /** At once, as if its machine failed. */
  kill(): Promise<void>;
  /** It answers nothing, as if its machine had lost its network; connections stay open. Returns what ends it. */
  freeze(): () => void;
}

export interface Replication {
  readonly primary: Server;
  readonly standby: Server;
  /** Names both servers, the primary first. */
  readonly url: string;
  /** Starts the killed primary again as a standby: it takes no changes. */
  demote(): Promise<void>;
  stop(): Promise<void>;
}

/** The log is written as in production, but nothing waits for the disk: no test cuts the power. */
const settings = { fsync: 'off', full_page_writes: 'off', max_wal_size: '256MB', shared_buffers: '64MB' };
const patienceMs = 60_000;
const interruptedMs = 500;

/** `isSynchronous`: a change is acknowledged when the standby has it too. */
export async function startReplication(isSynchronous: boolean): Promise<Replication> {
  const folders = [await throwawayFolder('muster-primary-'), await throwawayFolder('muster-standby-')] as const;
  const remove = async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  };
  const hasEnded = endWhenInterrupted(remove);
  await putPreparedCluster(folders[0]);
  const first = await openCluster(folders[0], interrupted);
  // The standby is a copy of the stopped server.
  const run = promisify(execFile);
  await run('cp', ['-a', `${folders[0]}/.`, folders[1]]);
  const second = await openCluster(folders[1]);
  const ports = [await findFreePort(), await findFreePort()] as const;
  const waiting = isSynchronous ? { synchronous_standby_names: '*' } : {};
  const primary = await startServer(first, ports[0], waiting);
  const standby = await startServer(second, ports[1], await following(second, ports[0]));
  const servers = [primary, standby];
  return {
    primary: primary.server,
    standby: standby.server,
    url: `${primary.server.url.replace(/:\d+\//, `:${ports[0]},127.0.0.1:${ports[1]}/`)}?target_session_attrs=read-write`,
    async demote() {
      servers.push(await startServer(first, ports[0], await following(first, ports[1])));
    },
    async stop() {
      for (const { stop } of servers) await stop();
      await remove();
      hasEnded();
    },
  };
}

/** Makes a cluster a standby of the server on this port, and returns the settings of its start. */
async function following({ folder, passwords }: Cluster, port: number): Promise<Record<string, string>> {
  await writeFile(join(folder, 'standby.signal'), '');
  const { superuser } = passwords;
  return {
    primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${superuser} application_name=standby`,
    // The time after which it looks for its primary again.
    wal_retrieve_retry_interval: '200ms',
    max_standby_streaming_delay: '500ms',
  };
}

/** The product's own start waits for a server that takes changes, which a standby never becomes. */
async function startServer(cluster: Cluster, port: number, more: Readonly<Record<string, string>>) {
  const all = {
    ...settings,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '110',
    ...more,
    port: String(port),
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  await rm(join(cluster.folder, 'postmaster.pid'), { force: true });
  const lines: string[] = [];
  const child = spawn(cluster.programs.postgres, ['-D', cluster.folder, ...flags], {
    ...cluster.user,
    cwd: '/',
    env: programEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  child.stderr.on('data', (chunk) => lines.push(String(chunk)));
  const postmaster: Postmaster = { pid: child.pid ?? 0, port };
  child.once(
    'exit',
    endWhenInterrupted(() => stopPostmaster(postmaster, cluster, interruptedMs)),
  );
  const state = () => readFileSync(join(cluster.folder, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim();
  await until(() => ['ready', 'standby'].includes(tried(state) ?? ''), lines);
  const superuserUrl = new URL(connectionUrl(cluster, 'superuser', port));
  superuserUrl.pathname = '/muster';
  const server: Server = {
    url: connectionUrl(cluster, 'application', port),
    superuserUrl: superuserUrl.href,
    pid: postmaster.pid,
    sql: (text) => asSuperuser(superuserUrl.href, text),
    async kill() {
      process.kill(postmaster.pid, 'SIGKILL');
      await until(() => !isRunning(postmaster, cluster), lines);
    },
    freeze() {
      process.kill(postmaster.pid, 'SIGSTOP');
      const frozen = [...childrenOf(postmaster.pid), postmaster.pid];
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
      return () => {
        for (const pid of frozen) process.kill(pid, 'SIGCONT');
      };
    },
  };
  return { server, stop: () => stopPostmaster(postmaster, cluster, 5000) };
}

/** Sessions of PostgreSQL do not stop with their parent. */
const childrenOf = (parent: number): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, above]) => (above === parent ? [pid] : []));

const tried = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

async function until(isSo: () => boolean, lines: readonly string[]): Promise<void> {
  for (const deadline = performance.now() + patienceMs; !isSo(); await pause(20)) {
    if (performance.now() > deadline) throw new Error(`PostgreSQL does not do what it should: ${lines.join('')}`);
  }
}

async function asSuperuser(url: string, text: string): Promise<Record<string, unknown>[]> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    return (await repeated(() => connection.query(text))).rows;
  } finally {
    await connection.end();
  }
}

/** A standby ends statements that its replay would have to wait for, whatever they read. */
const conflictWithRecovery = '40001';

const repeated = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: { code?: string }) => {
    if (error.code !== conflictWithRecovery) throw error;
    return repeated(work);
  });
