/** The processes that a bench measures. They end with its run. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { endWhenInterrupted } from '../server/stop-signal.ts';
import { startArguments, startEnvironment, startFlags } from './start-flags.ts';

/** Waits for its first message. The floor gets the same flags. */
export async function started(
  file: string,
  settings: object,
  flags: readonly string[] = startFlags,
): Promise<ChildProcess> {
  const child = fork(new URL(file, import.meta.url), [JSON.stringify(settings)], {
    execArgv: [...flags],
    // Its start is not measured.
    env: { ...process.env, ...startEnvironment },
  });
  const hasEnded = endWhenInterrupted(() => child.kill('SIGKILL'));
  child.once('exit', hasEnded);
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended before it was ready.`))),
  ]);
  return child;
}

interface StartSettings {
  readonly databaseUrl: string;
  readonly masterKey: string;
  readonly port: number;
  readonly processes: number;
}

/** `npm start`, which can have several processes. */
export async function startedService({
  databaseUrl,
  masterKey,
  port,
  processes,
}: StartSettings): Promise<ChildProcess> {
  return readyService({
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    MUSTER_ENCRYPTION_KEY: masterKey,
    MUSTER_DATA_DIR: await mkdtemp(join(tmpdir(), 'muster-bench-data-')),
    MUSTER_PROCESSES: String(processes),
    MUSTER_REQUESTS_PER_MINUTE: '100000000',
    MUSTER_CONNECTIONS_PER_ADDRESS: '10000',
    MUSTER_DEMO: 'false',
    MUSTER_LOG_LEVEL: 'warn',
  });
}

/** `npm start` with these settings, when it says that it is ready. What it prints afterwards is read as well, and discarded. */
export async function readyService(settings: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = spawn(process.execPath, startArguments, {
    cwd: join(import.meta.dirname, '..'),
    env: { ...startEnvironment, PATH: process.env.PATH ?? '', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const hasEnded = endWhenInterrupted(() => child.kill('SIGKILL'));
  child.once('exit', hasEnded);
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      if (said.includes('Ctrl-C')) return;
      said += chunk;
      if (said.includes('Ctrl-C')) resolve();
    });
    child.once('exit', () => reject(new Error(`The service ended before it was ready: ${said}`)));
  });
  return child;
}

/** Waits until the events of a creation scenario are published, so that the next scenario does not pay for it. */
export const published = (superuserUrl: string) => async (): Promise<void> => {
  const connection = new pg.Client({ connectionString: superuserUrl });
  await connection.connect();
  for (let left = 1; left > 0; ) {
    const { rows } = await connection.query<{ count: string }>('select count(*) from outbox');
    left = Number(rows[0]?.count);
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await connection.end();
};
