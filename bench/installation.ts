/** What most benches and long proofs need: a migrated PostgreSQL, a key, and nodes in processes of their own. */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { findFreePort } from '../server/platform/database/embedded/free-port.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import type { ProcessRole } from '../server/settings/config.ts';
import { started } from './processes.ts';
import { type ThrowawayDatabase, withThrowawayDatabase } from './throwaway-database.ts';

/** Of service-process.ts. */
export interface NodeSettings {
  readonly databaseUrl: string;
  /** None by default. */
  readonly replicaUrls?: readonly string[];
  readonly port: number;
  readonly masterKey: string;
  /** Of the installation, by default. */
  readonly filesDir?: string;
  /** All by default. */
  readonly role?: ProcessRole;
  /** Records no reads, to compare with. */
  readonly isSilent?: boolean;
}

export interface Node {
  readonly port: number;
  readonly process: ChildProcess;
}

export interface Installation extends ThrowawayDatabase {
  readonly masterKey: Buffer;
  /** `settings`: those that differ. */
  startNode(settings?: Partial<NodeSettings>): Promise<Node>;
  /** Any other process of the run, which ends with it. */
  start: typeof started;
}

/** `settingsOfPostgres`: next to those of the product. */
export const withInstallation = <Result>(
  work: (installation: Installation) => Promise<Result>,
  settingsOfPostgres?: Readonly<Record<string, string>>,
): Promise<Result> =>
  withThrowawayDatabase(async (database) => {
    const masterKey = randomBytes(32);
    const children: ChildProcess[] = [];
    const start: typeof started = async (...args) => {
      const child = await started(...args);
      children.push(child);
      return child;
    };
    await migrate(database.url, new Date());
    try {
      return await work({
        ...database,
        masterKey,
        start,
        async startNode(settings) {
          const port = settings?.port ?? (await findFreePort());
          // It goes with the run.
          const filesDir = join(database.folder, 'files');
          const common = { databaseUrl: database.url, masterKey: masterKey.toString('hex'), filesDir };
          return { port, process: await start('./service-process.ts', { ...common, ...settings, port }) };
        },
      });
    } finally {
      await Promise.all(children.map(end));
    }
  }, settingsOfPostgres);

/** A process that has measured stops like one that is asked to; the run does not go on before. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}
