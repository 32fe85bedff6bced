/**
 * A stopped cluster of the embedded PostgreSQL with our tables, which the first file of a run that asks for it makes. A
 * copy takes a fraction of the time of a new one. What is about a first start makes its own.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { startEmbedded } from '../../server/platform/database/embedded.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { throwawaySettings } from './cluster.ts';

/** The folder is empty, and PostgreSQL may enter it afterwards. */
export async function putPreparedCluster(dataDir: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${await prepared()}/.`, dataDir]);
}

const patienceMs = 60_000;

async function prepared(): Promise<string> {
  const place = inject('preparedCluster');
  const draft = `${place}.draft`;
  const deadline = performance.now() + patienceMs;
  while (!existsSync(place)) {
    if (await isOurs(draft)) await make(draft, place);
    // Another worker makes it.
    else if (performance.now() < deadline) await pause(50);
    else throw new Error(`Nobody has made ${place}.`);
  }
  return place;
}

const isOurs = (draft: string): Promise<boolean> =>
  mkdir(draft).then(
    () => true,
    () => false,
  );

async function make(draft: string, place: string): Promise<void> {
  try {
    // PostgreSQL runs as another user if this process is root.
    await chmod(draft, 0o711);
    const server = await startEmbedded({ dataDir: draft, log: () => undefined, settings: throwawaySettings });
    await migrate(server.url, new Date()).finally(() => server.stop());
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { recursive: true, force: true, maxRetries: 20 });
    throw error;
  }
}
