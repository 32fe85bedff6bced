/** One run of the service: settings → PostgreSQL → keys → first data → service; everything stops in reverse order. */
import { setTimeout as pause } from 'node:timers/promises';
import { byService } from '@muster/contract/author.ts';
import { announce } from './announce.ts';
import { startBackups } from './backup/schedule.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { connectionsForRequests } from './database-settings.ts';
import { type ProcessKeys, processKeys } from './encryption-keys.ts';
import { openStorage } from './files/open-storage.ts';
import type { FirstData } from './first-data.ts';
import { type AddressBook, addressBook } from './identity/accounts/addresses.ts';
import { keyRing } from './identity/auth/key-ring.ts';
import { vaultWith } from './identity/auth/vault.ts';
import { provenInstallation } from './installation-record.ts';
import { ledgerOf } from './ledger-place.ts';
import { choosePort, publicUrlAt } from './listening.ts';
import { type Log, openLog } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import { openDatabase } from './platform/database/database.ts';
import { type DatabaseServer, startEmbedded } from './platform/database/embedded.ts';
import { UnavailableError } from './platform/database/errors.ts';
import { type MigrationOptions, migrate } from './platform/database/migrate.ts';
import { hasRecordedKey } from './platform/database/recorded-key.ts';
import { removeRunFile, writeRunFile } from './run-file.ts';
import { type Service, startService } from './service.ts';
import { startArguments, usage } from './start-arguments.ts';
import { checkDatabase, checkDataFolder, diskUnreadiness, FailedCheckError, refuseFailed } from './start-checks.ts';
import { stopSignal } from './stop-signal.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import { permittedNetworks } from './webhook-settings.ts';
import { markIn } from './worker/restores.ts';

const now = () => new Date();

/** A request that takes longer than this does not delay the stop. */
const finishMs = 10_000;

/** Runs until the process is asked to stop, and ends the process. */
export async function start(environment: NodeJS.ProcessEnv, firstData: FirstData): Promise<never> {
  await run(environment, firstData).catch((error: unknown) => {
    process.stderr.write(`${explanation(error)}\n`);
    process.exit(1);
  });
  process.exit(0);
}

async function run(environment: NodeJS.ProcessEnv, firstData: FirstData): Promise<void> {
  const { help, ...options } = startArguments();
  if (help) {
    process.stdout.write(usage);
    return;
  }
  const config = readConfig({ ...environment, ...options });
  const telemetry = await telemetryOf(config);
  const log = openLog(config.logLevel, process.stdout.fd, telemetry?.logStream);
  telemetry?.reportTo(log.logger);
  const stopWish = stopSignal();
  const port = await choosePort(config);
  refuseFailed([await checkDataFolder(config)]);
  const start = beginStart(config, port, log, telemetry, firstData);
  try {
    const outcome = await Promise.race([start.started, stopWish]);
    if (typeof outcome === 'string') {
      log.logger.info(`stopping on ${outcome}, before the start was complete`);
      return await start.giveUp();
    }
    // A worker has no address; another process may serve requests from the same folder.
    if (config.role !== 'worker') writeRunFile(config.dataDir, environment, port);
    await untilStopped(outcome, config, port, log, stopWish);
    removeRunFile(config.dataDir);
    await start.stopDatabase();
  } catch (error) {
    await start.stopDatabase();
    throw error;
  } finally {
    await telemetry?.stop();
    await log.flush();
  }
}

async function untilStopped(
  { service, firstSteps, metrics }: Started,
  config: Config,
  port: number,
  { logger }: Log,
  stopWish: Promise<string>,
): Promise<void> {
  const backups = startBackups(config, now, logger);
  const { authUrl } = service.addresses;
  const baseUrl = publicUrlAt(config, port);
  const webhookNetworks = permittedNetworks(config.webhooks, baseUrl);
  const { stdout, stderr } = process;
  const details = { baseUrl, authUrl, firstSteps, webhookNetworks, role: config.role };
  announce(config.logFormat, details, { stdout, stderr, logger });
  logger.info(`stopping on ${await stopWish}`);
  service.drain();
  // A worker is asked by nobody.
  if (config.role !== 'worker') await pause(config.drainMs);
  await metrics?.stop();
  await Promise.race([Promise.all([service.stop(), backups?.stop()]), pause(finishMs)]);
}

interface Started {
  readonly service: Service;
  readonly firstSteps: readonly string[];
  readonly metrics: Metrics | null;
}

/** A person waits for it. PostgreSQL takes most of the time, and recovers by itself if it is interrupted. */
const giveUpMs = 900;
const databaseStopMs = 500;

/** A start that can be given up at any moment. */
function beginStart(config: Config, port: number, log: Log, telemetry: Telemetry | null, firstData: FirstData) {
  const givenUp = new AbortController();
  const embedded = databaseServer(config, log, givenUp.signal);
  const started = (async (): Promise<Started> => {
    const { url } = await embedded;
    refuseFailed(await checkDatabase(url, config.limits.databasePooling));
    return serve(config, port, url, log, telemetry, firstData);
  })();
  const stopDatabase = async (fastMs?: number) => (await embedded.catch(() => null))?.stop(fastMs);
  return {
    started,
    stopDatabase: () => stopDatabase(),
    async giveUp(): Promise<void> {
      givenUp.abort();
      // What it still does fails, because its database goes away.
      started.catch(() => undefined);
      await Promise.race([stopDatabase(databaseStopMs), pause(giveUpMs)]);
    },
  };
}

async function databaseServer(
  config: Config,
  { logger }: Log,
  signal: AbortSignal,
): Promise<Pick<DatabaseServer, 'url' | 'stop'>> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, stop: async () => undefined };
  return startEmbedded({
    dataDir: config.dataDir,
    signal,
    onCreate: () => logger.info('the database is being created'),
    log: (line) => logger.debug({ from: 'postgres' }, line),
    onRestart: () => logger.warn('PostgreSQL had died and was started again'),
    onGiveUp: (error) => {
      logger.fatal({ err: error }, 'PostgreSQL cannot be kept running');
      process.exit(1);
    },
  });
}

/** The first data is complete before the first request: a client that finds the service ready also finds the demo. */
async function serve(
  config: Config,
  port: number,
  databaseUrl: string,
  { logger }: Log,
  telemetry: Telemetry | null,
  firstData: FirstData,
): Promise<Started> {
  const { host, authUrl, accountHosts, trustedProxies, webOrigins, limits, dataDir, webhooks, role } = config;
  const publicUrl = publicUrlAt(config, port);
  await migrateOrExplain(databaseUrl, {
    silenceMs: limits.databaseSilenceMs,
    pooling: limits.databasePooling,
    onWait: (sentence) => logger.warn(sentence),
  });
  const keys = await processKeys(config, await hasRecordedKey(databaseUrl));
  const addresses = addressBook({ publicUrl, authUrl, accountHosts });
  const isWanted = config.isDemoWanted && role !== 'worker';
  const firstSteps = isWanted ? await createFirstData(config, databaseUrl, addresses, keys, firstData, logger) : null;
  if (firstSteps === null) await firstData.refreshAddresses(dataDir, addresses);
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
    now,
    logger,
  });
  // Publishes the events of the first data, or of a killed predecessor, soon.
  service.publisher.wake();
  const state = { database: service.database, dataDir, unreadiness: service.unreadiness };
  if (config.metrics.port === 0) metrics?.readState(state);
  else await metrics?.serve(state);
  if (metrics && telemetry?.areMetricsWanted) telemetry.sendMetrics(metrics.collect);
  return { service, firstSteps: firstSteps ?? [], metrics };
}

async function createFirstData(
  { dataDir, limits: { databaseSilenceMs, databasePooling } }: Config,
  url: string,
  addresses: AddressBook,
  { masterKey, previousKey }: ProcessKeys,
  firstData: FirstData,
  logger: Log['logger'],
): Promise<readonly string[] | null> {
  const ring = keyRing(previousKey ? [masterKey, previousKey] : [masterKey]);
  const limits = { connectionsMax: 1, statementMs: 30_000, silenceMs: databaseSilenceMs, pooling: databasePooling };
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
    return await firstData.createIfEmpty({ database, addresses, actor: null, now, dataDir, onProgress });
  } finally {
    await database.close();
  }
}

/** Loaded only where somebody measures: the library takes memory. */
async function metricsOf(
  { host, metrics: { port, isWithAccounts } }: Config,
  telemetry: Telemetry | null,
): Promise<Metrics | null> {
  if (port === 0 && !telemetry?.areMetricsWanted) return null;
  const { openMetrics } = await import('./metrics/metrics.ts');
  return openMetrics({ host, port, isWithAccounts });
}

async function telemetryOf({ telemetry }: Config): Promise<Telemetry | null> {
  if (telemetry === null) return null;
  const { openTelemetry } = await import('./telemetry/telemetry.ts');
  return openTelemetry(telemetry);
}

/** The first connection to the database, so a wrong DATABASE_URL is reported here. */
async function migrateOrExplain(url: string, options: MigrationOptions): Promise<void> {
  try {
    await migrate(url, now(), options);
  } catch (error) {
    const { message, code } = error as { message: string; code?: string };
    throw new Error(`The database cannot be used: ${message || code}`, { cause: error });
  }
}

/** The message of an error that was written for people; for any other error also its stack. */
function explanation(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isForPeople =
    error instanceof ConfigError ||
    error instanceof UnavailableError ||
    error instanceof FailedCheckError ||
    (error.name === 'Error' && !('code' in error));
  return isForPeople ? error.message : (error.stack ?? error.message);
}
