/** The service as `npm start` runs it, in a separate process and data folder, seen only from outside. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startArguments, startEnvironment } from '../../bench/start-flags.ts';
import { type Ended, runMuster } from './muster-line.ts';
import { type CallOptions, call, type Reply, tokenFor } from './service.ts';

export type { Ended } from './muster-line.ts';

export const root = join(import.meta.dirname, '../..');

/** Tests run hundreds of commands: Node caches compiled code. Services have the cache of `npm start`. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/muster-test') };

export interface StartOptions {
  /** Another source tree, if given. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly ids?: { readonly uid: number; readonly gid: number };
}

export interface StartedService {
  readonly pid: number;
  readonly stdout: () => string;
  readonly readyMs: number;
  readonly url: string;
  signal(signal: NodeJS.Signals): Promise<Ended>;
}

export interface Credentials {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly account: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKey: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
}

export interface DataFolder {
  readonly path: string;
  /** Resolves when the service reports that it is ready; throws if it ends before. */
  start(options?: StartOptions): Promise<StartedService>;
  /** Does not wait until the service is ready. */
  launch(): Pick<StartedService, 'signal'>;
  /** Runs a `muster` command on this folder to its end, in this process. */
  muster(...args: readonly string[]): Promise<Ended>;
  /** Runs one of our programs to its end, in a separate process. */
  run(args: readonly string[], options?: StartOptions): Promise<Ended>;
  credentials(): Credentials;
  /** null: PostgreSQL does not run. */
  postgresPid(): number | null;
  /** Ends remaining processes that were started here, and removes the folder. */
  discard(): Promise<void>;
}

/** `settings` are those of its service and its commands. */
export async function dataFolder(
  ids?: StartOptions['ids'],
  settings: Readonly<Record<string, string>> = {},
): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), 'muster-start-'));
  if (ids !== undefined) await chown(path, ids.uid, ids.gid);
  const children: ChildProcess[] = [];
  const ownEnv = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    MUSTER_DATA_DIR: path,
    // No load balancer has to notice that it stops.
    MUSTER_DRAIN_SECONDS: '0',
    ...settings,
  };

  function launch(args: readonly string[], { cwd = root, env, ids: as }: StartOptions = {}) {
    const child = spawn(process.execPath, args, {
      ...as,
      cwd,
      env: { ...ownEnv, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    const seen = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => {
      seen.stdout += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      seen.stderr += String(chunk);
    });
    const ended = once(child, 'close').then(([status]): Ended => ({ status, ...seen }));
    return { child, seen, ended };
  }

  const postgresPid = (): number | null => {
    const file = join(path, 'postgres', 'postmaster.pid');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    return isAlive(pid) ? pid : null;
  };

  return {
    path,
    async start(options) {
      const startedAtMs = performance.now();
      const { child, seen, ended } = launch(startArguments, {
        ...options,
        env: { ...startEnvironment, ...options?.env },
      });
      let url: string | undefined;
      while (url === undefined) {
        if (child.exitCode !== null) throw new Error(`The service ended: ${JSON.stringify(await ended)}`);
        await pause(20);
        url = /is ready\.[\s\S]*?API +(http\S+)\/svc-api[\s\S]*Ctrl-C/.exec(seen.stdout)?.[1];
      }
      return {
        pid: child.pid as number,
        stdout: () => seen.stdout,
        readyMs: performance.now() - startedAtMs,
        url,
        signal: (signal) => endedBy(child, ended, signal),
      };
    },
    launch() {
      const { child, ended } = launch(startArguments, { env: startEnvironment });
      return { signal: (signal) => endedBy(child, ended, signal) };
    },
    muster: (...args) => runMuster(args, ownEnv),
    run: (args, options = {}) => launch(args, { ...options, env: { ...compileCache, ...options.env } }).ended,
    credentials: () => JSON.parse(readFileSync(join(path, 'credentials.json'), 'utf8')),
    postgresPid,
    async discard() {
      for (const child of children) child.kill('SIGKILL');
      const pid = postgresPid();
      if (pid !== null) process.kill(pid, 'SIGQUIT');
      while (postgresPid() !== null) await pause(20);
      await rm(path, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

function endedBy(child: ChildProcess, ended: Promise<Ended>, signal: NodeJS.Signals): Promise<Ended> {
  child.kill(signal);
  return ended;
}

/** A zombie process counts as dead. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

/** Opens an account in a service that has no demo, which takes seconds to make, with a client application that may do all. */
export async function clientWithoutDemo(folder: DataFolder): Promise<Pick<Credentials, 'clientId' | 'clientSecret'>> {
  const made = await folder.muster('accounts', 'create', 'acme');
  const declared = ['--name', 'Setup', '--contact', 'it@example.com', '--scopes', 'all', '--json'];
  const { status, stdout, stderr } = await folder.muster('clients', 'create', '--account', 'acme', ...declared);
  if (made.status !== 0 || status !== 0) throw new Error(made.stderr + stderr);
  return JSON.parse(stdout);
}

/** Sends requests as the client application of the demo. */
export async function demoClient(
  credentials: Credentials,
): Promise<(method: string, path: string, options?: CallOptions) => Promise<Reply>> {
  const token = await tokenFor(credentials.authUrl, credentials);
  return (method, path, options) => call(credentials.baseUrl, token, method, path, options);
}
