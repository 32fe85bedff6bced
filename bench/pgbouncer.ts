/** PgBouncer in transaction mode before a PostgreSQL server: Debian's program, where it is installed, or the named one. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../server/platform/database/embedded/free-port.ts';
import { endWhenInterrupted } from '../server/stop-signal.ts';

const program = [process.env.TEST_PGBOUNCER ?? '', '/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync);

/** `apt-get install pgbouncer` */
export const hasPgBouncer = program !== undefined;

/** Whether it keeps prepared statements, as versions from 1.21 on can: the setting is unknown to earlier ones. */
export const hasStatements = program !== undefined && minorOf(versionOf(program)) >= 21;

/** What a reader of measurements has to know. */
export const pgBouncerName = (): string =>
  `${versionOf(program as string)}, which ${hasStatements ? 'keeps' : 'does not keep'} prepared statements`;

function versionOf(path: string): string {
  const [version = ''] = execFileSync(path, ['--version'], { encoding: 'utf8' }).split('\n');
  return version;
}

function minorOf(version: string): number {
  return Number(/PgBouncer 1\.(\d+)/.exec(version)?.[1]);
}

export interface PgBouncer {
  /** The same address, through the pooler. */
  through(url: string): string;
  /** Kills it, with what is under way, and starts it again at the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** No client has to prove anything: the pooler signs in at the server by itself. */
const authentication = 'any';

/** `sessions`: how many sessions of PostgreSQL a database has for all connections together. */
export async function startPgBouncer(serverUrl: string, sessions: number): Promise<PgBouncer> {
  if (program === undefined) throw new Error('PgBouncer is not installed.');
  const path = program;
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'muster-pgbouncer-'));
  const port = await findFreePort();
  const server = `host=${hostname} port=${serverPort} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`;
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = ${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = ${authentication}
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 2000
server_idle_timeout = 2
${hasStatements ? 'max_prepared_statements = 200' : ''}
`,
  );
  // It refuses to run as root, and another user has to read its file.
  await chmod(folder, 0o755);
  let running = await startProgram(path, file, port);
  return {
    through(url) {
      const pooled = new URL(url);
      pooled.host = `127.0.0.1:${port}`;
      return pooled.href;
    },
    async restart() {
      await running.kill();
      running = await startProgram(path, file, port);
    },
    async close() {
      await running.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Running {
  kill(): Promise<void>;
}

async function startProgram(path: string, file: string, port: number): Promise<Running> {
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(path, ['-q', ...asUser, file], { stdio: 'ignore' });
  const hasEnded = endWhenInterrupted(() => child.kill('SIGKILL'));
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      hasEnded();
      resolve();
    });
  });
  await isListening(child, port);
  return {
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function isListening(child: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 100 && child.exitCode === null; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await pause(50);
  }
  throw new Error(`PgBouncer does not listen (exit code ${child.exitCode}).`);
}
