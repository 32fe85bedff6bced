/** The ways of a service to its database: one for requests, and others that keep no request waiting. */
import { derivedKeys } from './auth/installation-key.ts';
import { vaultOf } from './auth/vault.ts';
import { accountClocks, type Clocks } from './database/clocks.ts';
import { type Database, openDatabase } from './database/database.ts';
import type { ServiceOptions } from './service.ts';

export interface Connections {
  /** For requests. */
  readonly database: Database;
  /** For work that no request waits for, and that may take as long as it takes. */
  readonly background: Database;
  /** For events on their way, which wait for no clean-up. */
  readonly workers: Database;
  /** For whole accounts: one connection for the copy, one to say how far it is. */
  readonly making: Database;
  readonly clocks: Clocks;
  close(): Promise<void>;
}

export async function openConnections(options: ServiceOptions): Promise<Connections> {
  const { databaseUrl, limits, now, logger, masterKey } = options;
  const clocks = accountClocks(now);
  const common = {
    url: databaseUrl,
    now,
    aheadMs: clocks.aheadMs,
    vault: vaultOf(derivedKeys(masterKey)),
    onError: (error: Error) => logger.warn({ err: error }, 'a database connection was lost'),
  };
  const unhurried = (connectionsMax: number) => openDatabase({ ...common, connectionsMax, statementMs: 0 });
  const database = openDatabase({
    ...common,
    connectionsMax: limits.databaseConnections,
    statementMs: limits.requestMs,
  });
  const [background, workers, making] = [unhurried(2), unhurried(4), unhurried(2)];
  const clockWatch = await clocks.follow(background, (error) =>
    logger.error({ err: error }, 'clocks of sandboxes could not be looked at'),
  );
  return {
    database,
    background,
    workers,
    making,
    clocks,
    async close() {
      await clockWatch.stop();
      for (const one of [making, workers, background, database]) await one.close();
    },
  };
}
