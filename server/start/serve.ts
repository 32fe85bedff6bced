/** From settings and a database to a service that answers: what each process of an installation does at its start. */
import { byService } from '@muster/contract/author.ts';
import { openStorage } from '../files/open-storage.ts';
import { addressBook } from '../identity/accounts/addresses.ts';
import { keyRing } from '../identity/auth/key-ring.ts';
import { vaultWith } from '../identity/auth/vault.ts';
import { type ProcessKeys, processKeys } from '../keys/encryption-keys.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { StateOptions } from '../metrics/state.ts';
import { openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { hasRecordedKey } from '../platform/database/recorded-key.ts';
import { provenInstallation } from '../service/installation-record.ts';
import type { ServiceOptions } from '../service/options.ts';
import { type Service, startService } from '../service/service.ts';
import type { Config } from '../settings/config.ts';
import { connectionsForRequests } from '../settings/database.ts';
import { permittedNetworks } from '../settings/webhooks.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { markIn } from '../worker/restores.ts';
import { diskUnreadiness, refuseUndistributed } from './checks.ts';
import type { FirstData } from './first-data.ts';
import { ledgerOf } from './ledger-place.ts';
import { publicUrlAt } from './listening.ts';
import type { Log } from './log.ts';

const now = () => new Date();

/** Where a service works, and what it tells about it. */
export interface ServiceContext {
  readonly config: Config;
  readonly port: number;
  readonly databaseUrl: string;
  readonly logger: Log['logger'];
  readonly telemetry: Telemetry | null;
}

export interface Prepared {
  readonly keys: ProcessKeys;
  /** The paragraphs that the banner shows once. */
  readonly firstSteps: readonly string[];
}

/** The first data is complete before the first request: a client that finds the service ready also finds the demo. */
export async function prepare(context: ServiceContext, firstData: FirstData): Promise<Prepared> {
  const { config, databaseUrl, logger } = context;
  const { databaseSilenceMs: silenceMs, databasePooling: pooling } = config.limits;
  const onWait = (sentence: string) => logger.warn(sentence);
  const applied = await migrate(databaseUrl, now(), { silenceMs, pooling, onWait }).catch(explain);
  if (applied.length > 0) await refuseUndistributed(databaseUrl, pooling);
  const keys = await keysOf(context);
  const isWanted = config.isDemoWanted && config.role !== 'worker';
  const firstSteps = isWanted ? await createFirstData(context, keys, firstData) : null;
  if (firstSteps === null) await firstData.refreshAddresses(config.dataDir, addressesOf(context));
  return { keys, firstSteps: firstSteps ?? [] };
}

export const keysOf = async ({ config, databaseUrl }: ServiceContext): Promise<ProcessKeys> =>
  processKeys(config, await hasRecordedKey(databaseUrl));

export const addressesOf = ({ config: { authUrl, accountHosts, ...config }, port }: ServiceContext) =>
  addressBook({ publicUrl: publicUrlAt(config, port), authUrl, accountHosts });

/** The first connection to the database, so a wrong DATABASE_URL is reported here. */
function explain(error: { message: string; code?: string }): never {
  throw new Error(`The database cannot be used: ${error.message || error.code}`, { cause: error });
}

async function createFirstData(
  context: ServiceContext,
  { masterKey, previousKey }: ProcessKeys,
  firstData: FirstData,
): Promise<readonly string[] | null> {
  const { config, databaseUrl: url, logger } = context;
  const { databaseSilenceMs: silenceMs, databasePooling: pooling } = config.limits;
  const ring = keyRing(previousKey ? [masterKey, previousKey] : [masterKey]);
  const limits = { connectionsMax: 1, statementMs: 30_000, silenceMs, pooling };
  const database = openDatabase({
    url,
    ...limits,
    now,
    vault: vaultWith(ring),
    author: byService(),
    onError: () => undefined,
  });
  try {
    await provenInstallation(database, ring, now());
    const onProgress = (sentence: string) => logger.info(sentence);
    const addresses = addressesOf(context);
    return await firstData.createIfEmpty({
      database,
      addresses,
      actor: null,
      now,
      dataDir: config.dataDir,
      onProgress,
    });
  } finally {
    await database.close();
  }
}

export interface Serving {
  readonly service: Service;
  readonly metrics: Metrics | null;
  /** What metrics read when they are asked for. */
  readonly state: StateOptions;
}

/** `shared`: what this process has together with others on its port. */
export async function serve(
  context: ServiceContext,
  keys: ProcessKeys,
  shared: Pick<ServiceOptions, 'requestCounter' | 'handover'> = {},
): Promise<Serving> {
  const { config, port, databaseUrl, logger, telemetry } = context;
  const { host, authUrl, accountHosts, trustedProxies, webOrigins, limits, dataDir, webhooks, role } = config;
  const publicUrl = publicUrlAt(config, port);
  const storage = await openStorage(config.files);
  const metrics = await metricsOf(config, telemetry);
  const service = await startService({
    databaseUrl,
    observer: metrics?.observer,
    tracing: telemetry?.tracing,
    machineUnreadiness: () => diskUnreadiness(config),
    host,
    port,
    publicUrl,
    authUrl,
    accountHosts,
    trustedProxies,
    webOrigins,
    ...keys,
    storage,
    marks: markIn(storage),
    ledger: ledgerOf(config, storage),
    webhooks: { networks: permittedNetworks(webhooks, publicUrl), limits: webhooks },
    auditSyslog: config.auditSyslog,
    mailServer: config.mailServer,
    role,
    limits: { ...limits, databaseConnections: connectionsForRequests(limits.databaseConnections) },
    bounds: config.bounds,
    ...shared,
    now,
    logger,
  });
  // Publishes the events of the first data, or of a killed predecessor, soon.
  service.publisher.wake();
  if (metrics && telemetry?.areMetricsWanted) telemetry.sendMetrics(metrics.collect);
  return { service, metrics, state: { database: service.database, dataDir, unreadiness: service.unreadiness } };
}

/** Loaded only where somebody measures: the library takes memory. */
async function metricsOf(
  { host, metrics: { port, isWithAccounts } }: Config,
  telemetry: Telemetry | null,
): Promise<Metrics | null> {
  if (port === 0 && !telemetry?.areMetricsWanted) return null;
  const { openMetrics } = await import('../metrics/metrics.ts');
  return openMetrics({ host, port, isWithAccounts });
}
