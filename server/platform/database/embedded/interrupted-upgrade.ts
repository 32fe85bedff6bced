/**
 * What an upgrade of PostgreSQL leaves in the data folder when it is killed. Until its first renaming the former cluster is
 * in its place, and a copy may be there that nobody has used; between the last two the new one is complete, and only its
 * name is missing. The caller holds the lock of the folder.
 */
import { existsSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { draftPrefix, upgradedName } from './cluster.ts';
import { stopLeftOver } from './postmaster.ts';

/** The copy while it is made. */
export const nextName = 'postgres.next';
/** Folders with the programs of the former version. */
export const programsPrefix = 'former-programs-';

export type InterruptedUpgrade = 'completed' | 'removed';

/** Completes it or removes what it left; null: there was nothing. */
export async function endInterruptedUpgrade(home: string): Promise<InterruptedUpgrade | null> {
  const folder = join(home, 'postgres');
  const isCompleted = !existsSync(folder) && existsSync(join(home, upgradedName));
  if (isCompleted) await rename(join(home, upgradedName), folder);
  const isRemoved = await removeLeftOvers(home);
  if (isCompleted) return 'completed';
  return isRemoved ? 'removed' : null;
}

const prefixes = [draftPrefix, programsPrefix];

/** Whether there were any. While there is no cluster, a draft is of a first start. */
async function removeLeftOvers(home: string): Promise<boolean> {
  if (!existsSync(join(home, 'postgres'))) return false;
  const isLeftOver = (name: string) =>
    [nextName, upgradedName].includes(name) || prefixes.some((one) => name.startsWith(one));
  const names = readdirSync(home).filter(isLeftOver);
  if (names.length === 0) return false;
  // They run programs that are removed here.
  for (const name of ['postgres', nextName]) await stopLeftOver({ folder: join(home, name) });
  for (const name of names) await rm(join(home, name), { recursive: true, force: true, maxRetries: 20 });
  return true;
}
