/** `muster distribute`: an empty database of Citus, with the rows of accounts spread over its workers. */
import { distribute } from '@muster/server/operator/distribute.ts';
import { Command } from 'commander';
import { examples } from '../examples.ts';
import { migrateInstallation } from '../installation.ts';
import type { RunOnSettings } from '../outcome.ts';

/** Of Citus itself. */
const usualShards = 32;

const explanation = `
DATABASE_URL names the coordinator. Its database has the extension citus and at least one worker, and no accounts yet: the
command makes the tables, and spreads them. Then move each account with "muster accounts export" and "muster accounts
import"; an account is on one worker, and goes to that with the fewest accounts. See docs/scaling.md.`;

export function distributeCommand(runOnSettings: RunOnSettings): Command {
  return new Command('distribute')
    .description('spread the rows of accounts over the workers of Citus, in an empty database')
    .option('--shards <number>', 'into how many parts accounts are divided', String(usualShards))
    .addHelpText('after', explanation)
    .addHelpText(
      'after',
      examples(
        'DATABASE_URL=postgres://… muster distribute',
        'DATABASE_URL=postgres://… muster distribute --shards 64',
      ),
    )
    .action(({ shards }: { shards: string }) =>
      runOnSettings(async (config) => {
        const url = config.databaseUrl;
        if (url === null) throw new Error('Set DATABASE_URL to the connection string of the coordinator of Citus.');
        await migrateInstallation(config, false);
        const done = await distribute({ url, shards: shardsOf(shards) });
        const text = `${done.tables} tables are spread over ${done.workers} workers of Citus ${done.version}, in ${done.shards} parts.`;
        return { json: { ...done }, text };
      }),
    );
}

function shardsOf(text: string): number {
  const shards = Number(text);
  if (!Number.isInteger(shards) || shards < 1 || shards > 64_000) {
    throw new Error('--shards is a whole number from 1 to 64000.');
  }
  return shards;
}
