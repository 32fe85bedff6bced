/**
 * Upgrades the cluster of a data folder to the major version of PostgreSQL that this release brings. The programs of the
 * former version serve the old cluster while its data is copied to a new one next to it. The old cluster stays, under
 * another name; an interrupted upgrade leaves it in its place, or completes at the next start.
 */
import { existsSync, realpathSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endWhenInterrupted, interrupted } from '../../../stop-signal.ts';
import {
  type Cluster,
  connectionUrl,
  createCluster,
  findPrograms,
  type Programs,
  readPasswords,
  upgradedName,
  versionOf,
  versionOfPrograms,
} from './cluster.ts';
import { tryLock } from './folder-lock.ts';
import { interruptedMs, startPostmaster, stopLeftOver, stopPostmaster } from './postmaster.ts';
import { chooseUser, ensureReachable } from './system-user.ts';

export interface PostgresVersions {
  readonly stored: string;
  readonly own: string;
}

/** The version of the cluster, and that of this release. */
export async function postgresVersions(dataDir: string): Promise<PostgresVersions> {
  const folder = join(dataDir, 'postgres');
  if (!existsSync(join(folder, 'PG_VERSION'))) throw new Error(`The data folder ${dataDir} has no database.`);
  return { stored: await versionOf(folder), own: versionOfPrograms(await findPrograms()) };
}

/** `bin`: the folder with the programs of the former version. `copy` gets both connection strings. Returns where the old cluster is. */
export async function upgradeCluster(
  dataDir: string,
  bin: string,
  now: Date,
  copy: (fromUrl: string, toUrl: string) => Promise<void>,
): Promise<string> {
  const home = realpathSync(dataDir);
  const lock = tryLock(home, 'command');
  if (lock === null) throw new Error(`The data folder ${dataDir} is in use: stop the service first.`);
  try {
    const folder = join(home, 'postgres');
    const user = chooseUser(folder);
    const passwords = await readPasswords(home);
    const former: Cluster = { folder, passwords, user, programs: await programsIn(bin, folder) };
    const next: Cluster = { folder: join(home, 'postgres.next'), passwords, user, programs: await findPrograms() };
    for (const { programs } of [former, next]) ensureReachable(home, join(programs.postgres, '..'), user);
    // Of an upgrade that was interrupted.
    for (const cluster of [former, next]) await stopLeftOver(cluster);
    await rm(next.folder, { recursive: true, force: true });
    await createCluster(next);
    await running(former, (fromUrl) => running(next, (toUrl) => copy(fromUrl, toUrl)));
    return await exchange(home, former, next, now);
  } finally {
    lock.release();
  }
}

async function programsIn(bin: string, folder: string): Promise<Programs> {
  const programs = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  if (!existsSync(programs.postgres)) throw new Error(`There is no program "postgres" in ${bin}.`);
  const [stored, found] = [await versionOf(folder), versionOfPrograms(programs)];
  if (stored !== found)
    throw new Error(`The programs in ${bin} are of PostgreSQL ${found}, and the database is of ${stored}.`);
  return programs;
}

async function running<T>(cluster: Cluster, work: (url: string) => Promise<T>): Promise<T> {
  const postmaster = await startPostmaster(cluster, { log: () => undefined, signal: interrupted });
  const hasEnded = endWhenInterrupted(() => stopPostmaster(postmaster, cluster, interruptedMs));
  try {
    return await work(connectionUrl(cluster, 'application', postmaster.port));
  } finally {
    await stopPostmaster(postmaster, cluster);
    hasEnded();
  }
}

/** A start between any two of these steps finds a complete cluster. */
async function exchange(home: string, former: Cluster, next: Cluster, now: Date): Promise<string> {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const kept = join(home, `postgres.${await versionOf(former.folder)}-${stamp}`);
  await rename(next.folder, join(home, upgradedName));
  await rename(former.folder, kept);
  await rename(join(home, upgradedName), former.folder);
  return kept;
}
