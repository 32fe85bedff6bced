/**
 * Upgrades the cluster of a data folder to the major version of PostgreSQL that this release brings. The programs of the
 * former version serve the old cluster while its data is copied to a new one next to it. The old cluster stays, under
 * another name. An upgrade that fails or is interrupted leaves the old cluster in its place, and nothing else; what a
 * killed one leaves is removed, or completed, by the next run or the next start.
 */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { endWhenInterrupted, interrupted } from '../../../stop-signal.ts';
import {
  type Cluster,
  connectionUrl,
  createCluster,
  findCluster,
  findPrograms,
  type Programs,
  readPasswords,
  upgradedName,
  versionOf,
  versionOfPrograms,
} from './cluster.ts';
import { tryLock } from './folder-lock.ts';
import { endInterruptedUpgrade, type InterruptedUpgrade, nextName } from './interrupted-upgrade.ts';
import { interruptedMs, startPostmaster, stopPostmaster } from './postmaster.ts';
import { chooseUser, ensureReachable } from './system-user.ts';

export interface Upgraded {
  readonly from: string;
  readonly to: string;
  /** Where the old cluster is; null: none was exchanged. */
  readonly former: string | null;
  /** What became of an earlier run that did not come to its end. */
  readonly earlier: InterruptedUpgrade | null;
}

export interface UpgradeSteps {
  /** The folder with the programs of the former version. */
  programs(version: string): Promise<string>;
  copy(fromUrl: string, toUrl: string): Promise<void>;
}

export async function upgradeCluster(dataDir: string, now: Date, steps: UpgradeSteps): Promise<Upgraded> {
  const found = findCluster(dataDir);
  if (found === undefined) throw new Error(`The data folder ${dataDir} has no database.`);
  const own = versionOfPrograms(await findPrograms());
  // The service may be running.
  const stored = await versionOf(join(dataDir, found));
  if (found === 'postgres' && stored === own) return { from: stored, to: own, former: null, earlier: null };
  const home = realpathSync(dataDir);
  const lock = tryLock(home, 'command');
  if (lock === null) throw new Error(`The data folder ${dataDir} is in use: stop the service first.`);
  const upgrade = upgradeAlone(home, own, now, steps).finally(() => lock.release());
  const hasEnded = endWhenInterrupted(() => upgrade.catch(() => undefined));
  return upgrade.finally(hasEnded);
}

async function upgradeAlone(home: string, own: string, now: Date, steps: UpgradeSteps): Promise<Upgraded> {
  const earlier = await endInterruptedUpgrade(home);
  const folder = join(home, 'postgres');
  const stored = await versionOf(folder);
  if (stored === own) return { from: stored, to: own, former: newestFormer(home), earlier };
  if (Number(stored) > Number(own))
    throw new Error(`The database is of PostgreSQL ${stored}, which is newer than this release.`);
  const user = chooseUser(folder);
  const passwords = await readPasswords(home);
  try {
    const programs = await programsIn(await steps.programs(stored), stored);
    const former: Cluster = { folder, passwords, user, programs };
    const next: Cluster = { folder: join(home, nextName), passwords, user, programs: await findPrograms() };
    for (const { programs: of } of [former, next]) ensureReachable(home, join(of.postgres, '..'), user);
    await createCluster(next, interrupted);
    await running(former, (fromUrl) => running(next, (toUrl) => steps.copy(fromUrl, toUrl)));
    return { from: stored, to: own, former: await exchange(home, former, next, now), earlier };
  } finally {
    await endInterruptedUpgrade(home);
  }
}

/** Where an earlier run has put the old cluster. */
const newestFormer = (home: string): string | null => {
  const names = readdirSync(home).filter((name) => /^postgres\.\d+-/.test(name));
  const newest = names.sort((one, other) => timeIn(one).localeCompare(timeIn(other))).at(-1);
  return newest === undefined ? null : join(home, newest);
};
const timeIn = (name: string): string => name.slice(name.indexOf('-'));

async function programsIn(bin: string, stored: string): Promise<Programs> {
  const programs = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  if (!existsSync(programs.postgres)) throw new Error(`There is no program "postgres" in ${bin}.`);
  const found = versionOfPrograms(programs);
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
