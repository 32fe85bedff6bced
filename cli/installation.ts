/**
 * An installation as a command sees it: its database, migrated, its keys and its addresses. Uses the database of a
 * running service and leaves it running; without one it starts the embedded server for the duration.
 */
import { userInfo } from 'node:os';
import { addressBook } from '@muster/server/accounts/addresses.ts';
import { derivedKeys, installationKey } from '@muster/server/auth/installation-key.ts';
import { secretSource } from '@muster/server/auth/secrets.ts';
import { vaultOf } from '@muster/server/auth/vault.ts';
import type { Config } from '@muster/server/config.ts';
import { accountClocks } from '@muster/server/database/clocks.ts';
import { openDatabase } from '@muster/server/database/database.ts';
import { borrowEmbedded } from '@muster/server/database/embedded.ts';
import { migrate } from '@muster/server/database/migrate.ts';
import type { DemoKeeping } from '@muster/server/demo/demo.ts';
import { publicUrlAt } from '@muster/server/listening.ts';
import type { Actor } from '@muster/server/verbs/audit.ts';

export interface Installation extends DemoKeeping {
  /** Who works at the command line, as the audit log names them. */
  readonly actor: Actor;
  /** The migrations that were due and have been applied now. */
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

/** Where a service with PORT=0 listens is known to that service alone. */
const usualPort = 3000;

export async function openInstallation(config: Config): Promise<Installation> {
  const { dataDir, databaseUrl, authUrl, accountHosts } = config;
  const now = () => new Date();
  const server =
    databaseUrl === null
      ? await borrowEmbedded({ dataDir, log: () => undefined })
      : { url: databaseUrl, stop: async () => undefined };
  try {
    const migrated = await migrate(server.url, now());
    const keys = derivedKeys(await installationKey(config.encryptionKey, dataDir));
    const clocks = accountClocks(now);
    const database = openDatabase({
      url: server.url,
      // An import writes two batches at once; everything else takes one.
      connectionsMax: 3,
      statementMs: 30_000,
      now,
      aheadMs: clocks.aheadMs,
      vault: vaultOf(keys),
      onError: () => undefined,
    });
    const clockWatch = await clocks.follow(database, () => undefined);
    return {
      database,
      addresses: addressBook({ publicUrl: publicUrlAt(config, config.port || usualPort), authUrl, accountHosts }),
      secrets: secretSource(keys.pepper),
      now,
      actor: { kind: 'operator', id: null, name: userName(), address: null, traceId: null },
      dataDir,
      migrated,
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

/** Of the machine. Some have users that have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'operator';
  }
}
