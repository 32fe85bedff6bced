/** The connection pools of a service: one for requests, and others that do not delay requests. */
import { byService } from '@muster/contract/author.ts';
import { limits as contractLimits } from '@muster/contract/limits.ts';
import { type FollowingRing, keyRing } from '../identity/auth/key-ring.ts';
import { vaultWith } from '../identity/auth/vault.ts';
import type { ReplicaState } from '../observer.ts';
import { accountClocks, type Clocks } from '../platform/database/clocks.ts';
import { type Database, type OpenDatabase, openDatabase } from '../platform/database/database.ts';
import { readiness } from '../platform/database/readiness.ts';
import { serverChoice } from '../platform/database/server-choice.ts';
import type { SlowStatements } from '../platform/database/statement-report.ts';
import { otherConnections } from '../settings/database.ts';
import type { ServiceOptions } from './options.ts';
import { unreadableLog } from './unreadable-log.ts';

const minuteMs = 60_000;
const snapshotMs = contractLimits.snapshotSecondsMax * 1000;
/** A lock holder that takes longer has frozen or does long work: the work is tried again later. */
const workerLockMs = 10_000;

export interface Connections {
  /** For requests. */
  readonly database: Database;
  /** For background work without a time limit. */
  readonly background: Database;
  /** For publishing and sending events, which must not wait for clean-up. */
  readonly workers: Database;
  /** For imports of files: their batches share these connections, and take none from requests. */
  readonly imports: Database;
  /** For archives about people: one connection for the rows, one for the progress. */
  readonly subjectExports: Database;
  /** For erasures of people, which do not wait for a copy of an account: one connection for the work, one for its leases. */
  readonly erasures: Database;
  /** For copies and removals of whole accounts: one connection for the copy, one for its progress. */
  readonly provisioning: Database;
  /** For streams of whole collections, which hold a connection for as long as their reader takes. */
  readonly snapshots: Database;
  readonly clocks: Clocks;
  /** The encryption keys of this process; it follows the database. */
  readonly ring: FollowingRing;
  /** The reason why the database cannot be used, or null. */
  unreadiness(): Promise<string | null>;
  replicas(): readonly ReplicaState[];
  close(): Promise<void>;
}

export async function openConnections(options: ServiceOptions): Promise<Connections> {
  const { databaseUrl, limits, now, logger, masterKey, previousKey } = options;
  const clocks = accountClocks(now);
  const ring = keyRing(previousKey ? [masterKey, previousKey] : [masterKey]);
  const { onUnavailable, reason } = readiness((check) => ring.checks().includes(check));
  const common = {
    url: databaseUrl,
    bounds: options.bounds,
    now,
    aheadMs: clocks.aheadMs,
    vault: vaultWith(ring, unreadableLog(logger, now)),
    author: byService(),
    onUnavailable,
    ...sessionOptions(options),
  };
  const database = openDatabase({
    ...common,
    connectionsMax: limits.databaseConnections,
    statementMs: limits.requestMs,
    isShared: true,
    observer: options.observer?.pool('requests'),
    replicas: replicasOf(options),
  });
  const opened = (use: keyof typeof otherConnections, statementMs: number, lockMs: number) =>
    openDatabase({
      ...common,
      connectionsMax: otherConnections[use],
      statementMs,
      lockMs,
      observer: options.observer?.pool(use),
    });
  const background = opened('background', 30 * minuteMs, minuteMs);
  const workers = opened('workers', minuteMs, workerLockMs);
  const imports = opened('imports', minuteMs, workerLockMs);
  const subjectExports = opened('subjectExports', 30 * minuteMs, minuteMs);
  const erasures = opened('erasures', 30 * minuteMs, minuteMs);
  const provisioning = opened('provisioning', 60 * minuteMs, minuteMs);
  // Readers wait for no lock.
  const snapshots = opened('snapshots', snapshotMs, 0);
  const clockWatch = await clocks.follow(background, (error) =>
    logger.error({ err: error }, 'clocks of sandboxes could not be looked at'),
  );
  return {
    database,
    background,
    workers,
    imports,
    subjectExports,
    erasures,
    provisioning,
    snapshots,
    clocks,
    ring,
    // Uses another pool, because requests that wait for each other say nothing about the database.
    unreadiness: async () => (await reason(workers)) ?? stuck(database, limits.requestMs),
    replicas: database.replicas,
    async close() {
      await clockWatch.stop();
      for (const one of [snapshots, provisioning, erasures, subjectExports, imports, workers, background, database])
        await one.close();
    },
  };
}

/** A worker answers no requests. */
const replicasOf = ({ role, limits, observer }: ServiceOptions) =>
  role === 'worker' ? undefined : { urls: limits.replicaUrls, observer: observer?.replicas };

/** Of every connection: its server and its session, and what is said about its statements and its loss. */
function sessionOptions({ databaseUrl, limits, logger, tracing }: ServiceOptions) {
  const { databaseSilenceMs: silenceMs, databasePooling: pooling, slowStatementMs: leastMs } = limits;
  const report: SlowStatements['report'] = (slow) => logger.warn(slow, 'a statement was slow');
  const onError = (error: Error) => logger.warn({ err: error }, 'a database connection was lost');
  const slow = leastMs === 0 ? undefined : { leastMs, report };
  const servers = serverChoice(databaseUrl);
  return { servers, silenceMs, pooling, isTraced: tracing !== undefined, slow, onError };
}

/** Twice the time of a request: one statement that takes long keeps no service from being ready. */
const stuck = (database: OpenDatabase, requestMs: number): string | null =>
  database.stuckMs() > 2 * requestMs ? 'no connection of the pool becomes free' : null;
