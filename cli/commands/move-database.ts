/** `muster move-database`: from the embedded PostgreSQL to another one, or back. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Moved, moveDatabase } from '@muster/server/backup/move-database.ts';
import { findCluster } from '@muster/server/platform/database/embedded/cluster.ts';
import { borrowEmbedded } from '@muster/server/platform/database/embedded.ts';
import type { Config } from '@muster/server/settings/config.ts';
import { checkDatabase, refuseFailed } from '@muster/server/start/checks.ts';
import { Command, Option } from 'commander';
import { examples } from '../examples.ts';
import type { Outcome, RunOnSettings } from '../outcome.ts';

type Side = 'own' | 'embedded';

const explanation = `
DATABASE_URL names your own PostgreSQL in both directions, MUSTER_DATA_DIR the data folder of the embedded one. Stop every
node first. The database to move to must be empty. Every table is compared before anything is valid there. After an
interruption, run the command again. Files and keys stay where they are. After a move to your own PostgreSQL, the folder
"postgres" in the data folder has another name; start the nodes with DATABASE_URL. After a move back, start the service
without DATABASE_URL; your own database is left as it is.`;

export function moveDatabaseCommand(runOnSettings: RunOnSettings): Command {
  return new Command('move-database')
    .description('move all data from the embedded PostgreSQL to your own, or back')
    .addOption(new Option('--to <server>', 'where to move it').choices(['own', 'embedded']).makeOptionMandatory())
    .addHelpText('after', explanation)
    .addHelpText(
      'after',
      examples(
        'DATABASE_URL=postgres://… muster move-database --to own',
        'DATABASE_URL=postgres://… muster move-database --to embedded',
      ),
    )
    .action(({ to }: { to: Side }) => runOnSettings((config) => moveTo(config, to)));
}

async function moveTo({ dataDir, databaseUrl }: Config, to: Side): Promise<Outcome> {
  if (databaseUrl === null) throw new Error('Set DATABASE_URL to the connection string of your own PostgreSQL.');
  const cluster = join(dataDir, 'postgres');
  if (to === 'own' && findCluster(dataDir) === undefined)
    throw new Error(`The data folder ${dataDir} has no database.`);
  refuseFailed(await checkDatabase(databaseUrl, 'auto'));
  const now = new Date();
  const embedded = await borrowEmbedded({ dataDir, log: () => undefined, isAlone: true });
  const [from, target] = to === 'own' ? [embedded.url, databaseUrl] : [databaseUrl, embedded.url];
  const { tables, rows, former } = await moveDatabase(from, target, now).finally(() => embedded.stop());
  const same = `${before[former]}${tables} tables with ${rows} rows have the same counts and checksums on both sides.`;
  if (to === 'embedded') {
    return { json: { to, tables, rows }, text: `${same} Start the service without DATABASE_URL.` };
  }
  const kept = join(dataDir, `postgres.moved-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);
  await rename(cluster, kept);
  return {
    json: { to, tables, rows, former: kept },
    text: `${same} The former database is in ${kept}. Start the nodes with DATABASE_URL.`,
  };
}

const before: Readonly<Record<Moved['former'], string>> = {
  nothing: '',
  tables: 'The tables were there already, without rows, and were filled from the beginning. ',
  everything: 'An earlier run had moved everything already. ',
};
