/** One run of the service: settings → PostgreSQL → keys → first data → service; everything stops in reverse order. */
import cluster from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { startBackups } from '../backup/schedule.ts';
import { type DatabaseServer, startEmbedded } from '../platform/database/embedded.ts';
import { UnavailableError } from '../platform/database/errors.ts';
import { killProcesses } from '../processes/primary.ts';
import { type Config, ConfigError, readConfig } from '../settings/config.ts';
import { embeddedConnections } from '../settings/database.ts';
import { permittedNetworks } from '../settings/webhooks.ts';
import { finishMs, isAtTerminal, stopSignal } from '../stop-signal.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { announce } from './announce.ts';
import { startArguments, usage } from './arguments.ts';
import { checkDatabase, checkDataFolder, FailedCheckError, refuseFailed } from './checks.ts';
import type { FirstData } from './first-data.ts';
import { choosePort, publicUrlAt } from './listening.ts';
import { loadService } from './load-service.ts';
import { telemetryOf } from './load-telemetry.ts';
import { type Log, openLog } from './log.ts';
import type { Started } from './one-process.ts';
import { removeRunFile, writeRunFile } from './run-file.ts';

const now = () => new Date();

type LoadFirstData = () => Promise<FirstData>;

/** Runs until the process is asked to stop, and ends the process. */
export async function start(environment: NodeJS.ProcessEnv, loadFirstData: LoadFirstData): Promise<never> {
  const running = cluster.isWorker ? runOneOfMany(environment) : run(environment, loadFirstData);
  await running.catch((error: unknown) => {
    process.stderr.write(`${explanation(error)}\n`);
    process.exit(1);
  });
  process.exit(0);
}

async function runOneOfMany(environment: NodeJS.ProcessEnv): Promise<void> {
  const { runMember } = await import('./many-processes.ts');
  await runMember(environment);
}

async function run(environment: NodeJS.ProcessEnv, loadFirstData: LoadFirstData): Promise<void> {
  const { help, ...options } = startArguments();
  if (help) {
    process.stdout.write(usage);
    return;
  }
  const config = readConfig({ ...environment, ...options });
  const telemetry = await telemetryOf(config);
  const log = openLog(config.logLevel, { also: telemetry?.logStream, isOneOfMany: config.processes > 1 });
  telemetry?.reportTo(log.logger);
  const stopWish = stopSignal(config.processes === 1 || isAtTerminal());
  const port = await choosePort(config);
  refuseFailed([await checkDataFolder(config)]);
  const start = beginStart(config, port, log, telemetry, loadFirstData);
  let telemetryMs: number | undefined;
  try {
    const outcome = await Promise.race([start.started, stopWish]);
    if (typeof outcome === 'string') {
      log.logger.info(`stopping on ${outcome}, before the start was complete`);
      telemetryMs = giveUpTelemetryMs;
      return await start.giveUp();
    }
    writeRunFile(config.dataDir, environment, config.role === 'worker' ? null : port);
    await untilStopped(outcome, config, log, stopWish);
    removeRunFile(config.dataDir);
    await start.stopDatabase();
  } catch (error) {
    await start.stopDatabase();
    throw error;
  } finally {
    await telemetry?.stop(telemetryMs);
    await log.flush();
  }
}

async function untilStopped(
  { started, baseUrl, authUrl }: StartedAt,
  config: Config,
  { logger }: Log,
  stopWish: Promise<string>,
): Promise<void> {
  const backups = startBackups(config, now, logger);
  const { firstSteps } = started;
  const webhookNetworks = permittedNetworks(config.webhooks, baseUrl);
  const { stdout, stderr } = process;
  const details = { baseUrl, authUrl, firstSteps, webhookNetworks, role: config.role };
  announce(config.logFormat, details, { stdout, stderr, logger });
  const signal = await stopWish;
  logger.info(`stopping on ${signal}`);
  await started.drain(signal);
  await Promise.race([Promise.all([started.stop(), backups?.stop()]), pause(finishMs)]);
}

interface StartedAt {
  readonly started: Started;
  readonly baseUrl: string;
  readonly authUrl: string;
}

/** A person waits for it. PostgreSQL takes most of the time, and recovers by itself if it is interrupted. */
const giveUpMs = 900;
const databaseStopMs = 500;
const giveUpTelemetryMs = 500;

/** A start that can be given up at any moment. */
function beginStart(config: Config, port: number, log: Log, telemetry: Telemetry | null, loadFirstData: LoadFirstData) {
  const givenUp = new AbortController();
  const embedded = databaseServer(config, log, givenUp.signal);
  const loaded = loadService();
  const firstData = loaded.then(loadFirstData);
  // Nobody waits for it if there is no database.
  firstData.catch(() => undefined);
  const started = (async (): Promise<StartedAt> => {
    const [{ url }, { startHere, startPrimary, addressesOf }] = await Promise.all([embedded, loaded]);
    refuseFailed(await checkDatabase(url, config.limits.databasePooling));
    const place = { config, port, databaseUrl: url, logger: log.logger, telemetry };
    const { authUrl } = addressesOf(place);
    const started = await (config.processes === 1 ? startHere : startPrimary)(place, await firstData);
    return { started, baseUrl: publicUrlAt(config, port), authUrl };
  })();
  const stopDatabase = async (fastMs?: number) => (await embedded.catch(() => null))?.stop(fastMs);
  return {
    started,
    stopDatabase: () => stopDatabase(),
    async giveUp(): Promise<void> {
      givenUp.abort();
      killProcesses();
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
    settings: { max_connections: String(embeddedConnections(config.processes, config.limits.databaseConnections)) },
    signal,
    onCreate: () => logger.info('the database is being created'),
    onInterruptedUpgrade: (what) => logger.warn(interruptedUpgrade[what]),
    log: (line) => logger.debug({ from: 'postgres' }, line),
    onRestart: () => logger.warn('PostgreSQL had died and was started again'),
    onGiveUp: (error) => {
      logger.fatal({ err: error }, 'PostgreSQL cannot be kept running');
      process.exit(1);
    },
  });
}

const interruptedUpgrade = {
  completed: 'an upgrade of PostgreSQL was interrupted before its last step, which is done now',
  removed: 'an upgrade of PostgreSQL did not come to its end, and what it left was removed',
};

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
