/**
 * The installation for a command: its database, its keys and its addresses. Uses the database of a running service and
 * leaves it running; without one it starts the embedded server temporarily.
 */
import { userInfo } from 'node:os';
import type { DemoKeeping } from '@muster/demo/demo.ts';
import { addressBook } from '@muster/server/identity/accounts/addresses.ts';
import { type FollowingRing, keyRing } from '@muster/server/identity/auth/key-ring.ts';
import { vaultWith } from '@muster/server/identity/auth/vault.ts';
import { type ProcessKeys, processKeys } from '@muster/server/keys/encryption-keys.ts';
import { accountClocks } from '@muster/server/platform/database/clocks.ts';
import { type Database, openDatabase } from '@muster/server/platform/database/database.ts';
import { borrowEmbedded, type DatabaseServer } from '@muster/server/platform/database/embedded.ts';
import { migrate } from '@muster/server/platform/database/migrate.ts';
import { pendingMigrations } from '@muster/server/platform/database/migration-files.ts';
import { hasRecordedKey } from '@muster/server/platform/database/recorded-key.ts';
import type { Actor } from '@muster/server/platform/verbs/audit.ts';
import { provenInstallation } from '@muster/server/service/installation-record.ts';
import type { Config } from '@muster/server/settings/config.ts';
import { refuseUndistributed } from '@muster/server/start/checks.ts';
import { publicUrlAt } from '@muster/server/start/listening.ts';

export interface Installation extends DemoKeeping {
  readonly id: string;
  /** Where its files are stored. */
  readonly files: Config['files'];
  /** The operator, as the audit log names them. */
  readonly actor: Actor;
  /** The encryption keys of this process. */
  readonly ring: FollowingRing;
  /** Reads the keys in the data folder again; undefined: the keys come from settings. */
  readonly readKeys: ProcessKeys['readKeys'];
  close(): Promise<void>;
}

/** Only a service with PORT=0 knows its own port. */
const usualPort = 3000;

const now = (): Date => new Date();

export async function openInstallation(config: Config): Promise<Installation> {
  const { dataDir, authUrl, accountHosts } = config;
  const server = await databaseServerOf(config);
  try {
    const isKeyInUse = await hasRecordedKey(server.url);
    const { masterKey, previousKey, readKeys } = await processKeys(config, isKeyInUse);
    const ring = keyRing(previousKey ? [masterKey, previousKey] : [masterKey]);
    const clocks = accountClocks(now);
    const database = openDatabase({
      url: server.url,
      // An import writes two batches at once; everything else takes one.
      connectionsMax: 3,
      statementMs: 30_000,
      silenceMs: config.limits.databaseSilenceMs,
      pooling: config.limits.databasePooling,
      now,
      aheadMs: clocks.aheadMs,
      vault: vaultWith(ring),
      bounds: config.bounds,
      author: { type: 'operator', id: userName(), name: userName() },
      onError: () => undefined,
    });
    await refuseWhenMigrationIsDue(database);
    const proven = async () => {
      if (await database.isDistributed()) await refuseUndistributed(server.url, config.limits.databasePooling);
      return provenInstallation(database, ring, now());
    };
    const { id } = await proven().catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    const clockWatch = await clocks.follow(database, () => undefined);
    return {
      database,
      addresses: addressBook({ publicUrl: publicUrlAt(config, config.port || usualPort), authUrl, accountHosts }),

      now,
      actor: { kind: 'operator', id: null, name: userName(), address: null, traceId: null },
      dataDir,
      ring,
      readKeys,
      id,
      files: config.files,
      async close() {
        await clockWatch.stop();
        await database.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Applies pending migrations; at the end of an upgrade also those that remove something. Returns their names. */
export async function migrateInstallation(config: Config, isFinishing: boolean): Promise<string[]> {
  const server = await databaseServerOf(config);
  try {
    return await migrate(server.url, now(), {
      silenceMs: config.limits.databaseSilenceMs,
      pooling: config.limits.databasePooling,
      isFinishing,
      onWait: (sentence) => process.stderr.write(`${sentence}\n`),
    });
  } finally {
    await server.stop();
  }
}

/** The server of PostgreSQL that the settings name; the embedded one is started if it does not run. */
export async function databaseServerOf({
  dataDir,
  databaseUrl,
}: Config): Promise<Pick<DatabaseServer, 'url' | 'stop'>> {
  if (databaseUrl !== null) return { url: databaseUrl, stop: async () => undefined };
  return borrowEmbedded({ dataDir, log: () => undefined });
}

/** Nodes of the former release may still use this database: only the operator knows when it may change. */
async function refuseWhenMigrationIsDue(database: Database): Promise<void> {
  const pending = await pendingMigrations(database.query);
  if (pending.length === 0) return;
  await database.close();
  const first = pending.length === 1 ? '' : ` and ${pending.length - 1} more`;
  throw new Error(
    `A migration of the database is due (${pending[0]}${first}). Run "muster migrate", or start the service, which migrates as well.`,
  );
}

/** The user name of the machine. Some users have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'operator';
  }
}
