/** A PostgreSQL for one run: it stops with the run, also when the run is interrupted, and nothing of it is left. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../server/platform/database/embedded.ts';
import { endWhenInterrupted, interrupted } from '../server/stop-signal.ts';

export interface ThrowawayDatabase {
  readonly url: string;
  /** Of the same database. */
  readonly superuserUrl: string;
  /** Removed at the end, with everything in it. */
  readonly folder: string;
}

/** An interrupted run throws its data away: nobody waits until it is written. */
const interruptedMs = 500;

/** `settings`: of PostgreSQL, next to those of the product. */
export async function withThrowawayDatabase<Result>(
  work: (database: ThrowawayDatabase) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'));
  const starting = startEmbedded({ dataDir: folder, log: () => undefined, settings, signal: interrupted });
  const stop = async (fastMs?: number) => {
    const server = await starting.catch(() => null);
    await server?.stop(fastMs);
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  };
  const hasEnded = endWhenInterrupted(() => stop(interruptedMs));
  try {
    const { url, superuserUrl } = await starting;
    // The embedded server names another database to its superuser.
    const ofSameDatabase = Object.assign(new URL(superuserUrl), { pathname: new URL(url).pathname }).href;
    return await work({ url, superuserUrl: ofSameDatabase, folder });
  } finally {
    // What failed, failed because of the interruption: the process ends without a word about it.
    if (interrupted.aborted) await new Promise(() => undefined);
    await stop();
    hasEnded();
  }
}
