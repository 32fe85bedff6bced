/** Workers as `npm start` runs them, which a test kills or freezes in the middle of an erasure. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { startArguments, startEnvironment } from '../../../bench/start-flags.ts';
import { root } from '../started-service.ts';

export interface WorkerPlace {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly masterKey: Buffer;
}

/** Resolves when it works. */
export async function startWorker({ databaseUrl, folder, masterKey }: WorkerPlace): Promise<ChildProcess> {
  const env = {
    ...startEnvironment,
    PATH: process.env.PATH ?? '',
    DATABASE_URL: databaseUrl,
    MUSTER_DATA_DIR: folder,
    MUSTER_ENCRYPTION_KEY: masterKey.toString('base64'),
    MUSTER_DEMO: 'false',
    MUSTER_LOG_LEVEL: 'error',
  };
  const started = spawn(process.execPath, [...startArguments, '--role', 'worker'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(started.stdout as NodeJS.ReadableStream, 'data');
  return started;
}

export async function endWorker(worker: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, 'close');
  worker.kill(signal);
  await ended;
}
