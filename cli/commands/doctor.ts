/** `muster doctor`: everything that a start checks, with what to do about each finding. */
import { findCluster } from '@muster/server/platform/database/embedded/cluster.ts';
import { hasRecordedKey } from '@muster/server/platform/database/recorded-key.ts';
import { checkStorage } from '@muster/server/service/storage-claim.ts';
import type { Config } from '@muster/server/settings/config.ts';
import {
  type Check,
  checkBackup,
  checkDatabase,
  checkDataFolder,
  checkKey,
  checkProcesses,
  checkReplicas,
} from '@muster/server/start/checks.ts';
import { checkPorts } from '@muster/server/start/listening.ts';
import { isOwnPort } from '@muster/server/start/run-file.ts';
import { Command } from 'commander';
import { examples } from '../examples.ts';
import { databaseServerOf } from '../installation.ts';
import type { Outcome, RunOnSettings } from '../outcome.ts';
import { databaseOf } from '../restored-service.ts';

export function doctorCommand(runOnSettings: RunOnSettings): Command {
  return new Command('doctor')
    .description('check everything that a start checks, and say what to do about what is wrong; changes nothing')
    .addHelpText('after', examples('muster doctor'))
    .action(() => runOnSettings(async (config) => report(await checksOf(config))));
}

async function checksOf(config: Config): Promise<Check[]> {
  const ports = await checkPorts(config, (setting, port) => isOwnPort(config.dataDir, setting, port));
  const machine = [await checkDataFolder(config), ...ports];
  if (config.databaseUrl === null && machine[0]?.mend !== null) return machine;
  if (config.databaseUrl === null && findCluster(config.dataDir) === undefined) {
    return [
      ...machine,
      { name: 'connection', finding: 'There is no database yet: the first start creates it.', mend: null },
    ];
  }
  const server = await databaseServerOf(config);
  try {
    const database = await checkDatabase(server.url, config.limits.databasePooling);
    const isReached = database.length > 1;
    const { replicaUrls, databasePooling } = config.limits;
    const replicas = isReached ? await checkReplicas(server.url, replicaUrls, databasePooling) : [];
    const backup = await checkBackup(config, new Date());
    return [
      ...machine,
      ...database,
      ...replicas,
      ...(isReached ? [await checkKey(config, server.url), await storageOf(config, server.url)] : []),
      ...(backup ? [backup] : []),
      ...checkProcesses(config),
    ];
  } finally {
    await server.stop();
  }
}

async function storageOf(config: Config, url: string): Promise<Check> {
  // Nothing is decrypted.
  const database = databaseOf(config, Buffer.alloc(32), url);
  return checkStorage(config.files, database, !(await hasRecordedKey(url))).finally(() => database.close());
}

function report(checks: readonly Check[]): Outcome {
  const failed = checks.filter(({ mend }) => mend !== null);
  const lines = checks.map(({ finding, mend }) =>
    mend === null ? `ok      ${finding}` : `FAILED  ${finding}\n        ${mend}`,
  );
  const count = failed.length === 1 ? 'One check failed.' : `${failed.length} checks failed.`;
  return {
    json: { checks: checks.map((check) => ({ ...check, isPassed: check.mend === null })) },
    text: [...lines, '', failed.length === 0 ? 'A start would find everything in order.' : count].join('\n'),
    isPartial: failed.length > 0,
  };
}
