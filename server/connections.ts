/** The ways of a service to its database: one for requests, and others that keep no request waiting. */
import { derivedKeys } from './auth/installation-key.ts';
import { vaultOf } from './auth/vault.ts';
import { accountClocks, type Clocks } from './database/clocks.ts';
import { type Database, openDatabase } from './database/database.ts';
import { readiness } from './database/readiness.ts';
import type { ServiceOptions } from './service-options.ts';
import { unreadableLog } from './unreadable-log.ts';

const minuteMs = 60_000;
/** Who is waited for longer than this has frozen, or is at something long: whatever waits is tried again later. */
const workerLockMs = 10_000;

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
  /** What keeps the database from its work, or null. */
  unreadiness(): Promise<string | null>;
  close(): Promise<void>;
}

export async function openConnections(options: ServiceOptions): Promise<Connections> {
  const { databaseUrl, limits, now, logger, masterKey } = options;
  const clocks = accountClocks(now);
  const { onUnavailable, reason } = readiness();
  const common = {
    url: databaseUrl,
    bounds: options.bounds,
    now,
    aheadMs: clocks.aheadMs,
    vault: vaultOf(derivedKeys(masterKey), unreadableLog(logger, now)),
    silenceMs: limits.databaseSilenceMs,
    onError: (error: Error) => logger.warn({ err: error }, 'a database connection was lost'),
    onUnavailable,
  };
  const database = openDatabase({
    ...common,
    connectionsMax: limits.databaseConnections,
    statementMs: limits.requestMs,
    isShared: true,
  });
  const background = openDatabase({ ...common, connectionsMax: 2, statementMs: 30 * minuteMs, lockMs: minuteMs });
  const workers = openDatabase({ ...common, connectionsMax: 4, statementMs: minuteMs, lockMs: workerLockMs });
  const making = openDatabase({ ...common, connectionsMax: 2, statementMs: 60 * minuteMs, lockMs: minuteMs });
  const clockWatch = await clocks.follow(background, (error) =>
    logger.error({ err: error }, 'clocks of sandboxes could not be looked at'),
  );
  return {
    database,
    background,
    workers,
    making,
    clocks,
    // Requests that wait for each other say nothing about the database: it is asked beside them.
    unreadiness: () => reason(workers),
    async close() {
      await clockWatch.stop();
      for (const one of [making, workers, background, database]) await one.close();
    },
  };
}
