/** Commands about backups of the embedded PostgreSQL. */
import { openBackups, runBackup } from '@muster/server/backup/open-backups.ts';
import { planFor, rangesOf } from '@muster/server/backup/plan.ts';
import { restore } from '@muster/server/backup/restore.ts';
import { verifyBackup } from '@muster/server/backup/verify.ts';
import { openStorage } from '@muster/server/files/open-storage.ts';
import type { Config } from '@muster/server/settings/config.ts';
import { ledgerOf } from '@muster/server/start/ledger-place.ts';
import { skipAfterRestore } from '@muster/server/worker/restores.ts';
import { Command, InvalidArgumentError } from 'commander';
import { examples } from '../examples.ts';
import type { Outcome, RunOnSettings } from '../outcome.ts';
import { databaseOf, tryService } from '../restored-service.ts';
import { table } from '../table.ts';

const placeMeaning = 'a folder, or s3://bucket/prefix';

const explanation = `
The service may run meanwhile. The backup has the database with its log, the uploaded files, and a reference of the
encryption key, but not the key: keep that elsewhere. Only what has changed since the last backup in the same place is
written. Everything is encrypted. A bucket is reached with the settings MUSTER_FILES_S3_REGION, _ENDPOINT, _PATH_STYLE,
_ACCESS_KEY_ID and _SECRET_ACCESS_KEY. For a PostgreSQL of your own, see docs/backups.md.`;

export function backupCommands(runOnSettings: RunOnSettings): Command[] {
  return [
    new Command('backup')
      .description('back up the embedded PostgreSQL and the files, while the service runs')
      .argument('<place>', placeMeaning)
      .option('--keep <count>', 'remove older backups than the newest ones of this number', countOf)
      .addHelpText('after', explanation)
      .addHelpText('after', examples('muster backup /srv/backups', 'muster backup /srv/backups --keep 30'))
      .action((place: string, { keep = null }: { keep?: number | null }) =>
        runOnSettings((config) => backedUp(config, place, keep)),
      )
      .addCommand(verifyCommand(runOnSettings))
      .addCommand(listCommand(runOnSettings)),
    restoreCommand(runOnSettings),
  ];
}

async function backedUp(config: Config, place: string, keep: number | null): Promise<Outcome> {
  const { manifest, newBytes, removed, interrupted } = await runBackup(config, place, keep);
  const { id, until, tables } = manifest;
  const added = `${(newBytes / 1e6).toFixed(1)} MB were new.`;
  const cleared =
    interrupted === 0 ? '' : 'What an earlier backup had left, which did not come to its end, was removed. ';
  const uncounted = tables ? '' : ' Writers left no moment to count the tables: "verify" cannot compare them.';
  return {
    json: { id, until, newBytes, removed, interrupted, isCounted: tables !== null },
    text: `${cleared}Backup ${id} is complete and reaches ${until}. ${added}${uncounted}`,
  };
}

function verifyCommand(runOnSettings: RunOnSettings): Command {
  return new Command('verify')
    .description('restore a backup into a scratch folder, start the service on it, and compare counts and checksums')
    .argument('<place>', placeMeaning)
    .option('--backup <id>', 'the backup; the newest one by default')
    .addHelpText('after', examples('muster backup verify /srv/backups'))
    .action((place: string, { backup }: { backup?: string }) =>
      runOnSettings(async (config): Promise<Outcome> => {
        const { store, vault, masterKey, manifests } = await openBackups(config, place);
        const manifest = backup === undefined ? manifests.at(-1) : manifests.find(({ id }) => id === backup);
        if (!manifest) throw new Error(`There is no backup ${backup} in ${store.name}.`);
        const found = await verifyBackup({ store, vault }, manifests, manifest, config.dataDir, (server, folder) =>
          tryService(config, masterKey, server.url, folder),
        );
        const counted =
          found.tables === null
            ? 'It has no counts to compare with.'
            : `${found.tables} tables with ${found.rows} rows have the counts and checksums of the manifest.`;
        return {
          json: { id: manifest.id, ...found },
          text: `Backup ${manifest.id} is good: it was restored, and the service started on it. ${counted} ${found.files} uploaded files were read.`,
        };
      }),
    );
}

function listCommand(runOnSettings: RunOnSettings): Command {
  return new Command('list')
    .description('list the backups in a place, and the moments to which they can be restored')
    .argument('<place>', placeMeaning)
    .addHelpText('after', examples('muster backup list /srv/backups'))
    .action((place: string) =>
      runOnSettings(async (config): Promise<Outcome> => {
        const { manifests } = await openBackups(config, place);
        const backups = manifests.map(({ id, consistentAt, until, schema }) => ({ id, consistentAt, until, schema }));
        const rows = backups.map(({ id, consistentAt, until, schema }) => [id, consistentAt, until, schema]);
        const ranges = rangesOf(manifests);
        const listed = table(['ID', 'FROM', 'UNTIL', 'SCHEMA'], rows);
        const moments = ranges.map(({ from, until }) => `Every moment from ${from} to ${until} can be restored.`);
        return { json: { backups, ranges }, text: [listed, ...moments].join('\n') };
      }),
    );
}

function restoreCommand(runOnSettings: RunOnSettings): Command {
  return new Command('restore')
    .description('restore the embedded PostgreSQL and the files from a backup, to any moment that backups reach')
    .argument('<place>', placeMeaning)
    .option('--at <time>', 'the moment, such as 2026-05-04T12:00:00Z; the end of the newest backup by default', timeOf)
    .addHelpText(
      'after',
      `
The data folder must have no database yet. It needs the encryption key of the backup: in MUSTER_ENCRYPTION_KEY, or as the
file "encryption-key". Ids skip ahead, so that none is used twice. People who were erased since are erased again when the
service starts; put the file "erasures.ndjson" of the lost data folder into the data folder first, if there is one.`,
    )
    .addHelpText(
      'after',
      examples('muster restore /srv/backups', 'muster restore /srv/backups --at 2026-05-04T12:00:00Z'),
    )
    .action((place: string, { at = null }: { at?: Date | null }) =>
      runOnSettings((config) => restored(config, place, at)),
    );
}

async function restored(config: Config, place: string, at: Date | null): Promise<Outcome> {
  const { store, vault, masterKey, manifests } = await openBackups(config, place);
  const plan = planFor(manifests, at, store.name);
  // There is one, or no plan.
  const newest = manifests.at(-1) ?? plan.base;
  const storage = await openStorage(config.files);
  const target = { dataDir: config.dataDir, storage, ledger: ledgerOf(config, storage) };
  let events = '';
  await restore({ store, vault }, { plan, newest }, target, async ({ url }) => {
    const database = databaseOf(config, masterKey, url);
    events = (await skipAfterRestore(database).finally(() => database.close())).events;
  });
  const moment = at?.toISOString() ?? plan.base.until;
  return {
    json: { backup: plan.base.id, at: moment, eventsContinueAfter: events },
    text: `The data folder ${config.dataDir} holds the state of ${moment}. Start the service.`,
  };
}

function timeOf(text: string): Date {
  const time = new Date(text);
  const isComplete = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (!isComplete || Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('Must be a time with its zone, such as 2026-05-04T12:00:00Z.');
  }
  return time;
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Must be a whole number from 1 to 9999.');
  return Number(text);
}
