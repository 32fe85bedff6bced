/** A service in several processes on one port: what the first of them does, and what each of the others does. */
import { setTimeout as pause } from 'node:timers/promises';
import type { MetricValues } from '../metrics/metrics.ts';
import { openMember } from '../processes/member.ts';
import { type Processes, startProcesses } from '../processes/primary.ts';
import { readConfig } from '../settings/config.ts';
import { finishMs, isAtTerminal } from '../stop-signal.ts';
import { startArguments } from './arguments.ts';
import type { FirstData } from './first-data.ts';
import { telemetryOf } from './load-telemetry.ts';
import { openLog } from './log.ts';
import { drained, type Started } from './one-process.ts';
import { keysOf, prepare, type ServiceContext, serve } from './serve.ts';

/**
 * How long a process that was replaced goes on at least: with its next response, each client learns that it should connect again. A
 * client that is silent for longer may find its connection closed, as after the idle time of any server.
 */
const handoverMs = 2000;

/** The first process prepares the database, and serves nothing itself but metrics. */
export async function startPrimary(context: ServiceContext, firstData: FirstData): Promise<Started> {
  const { config, port, databaseUrl, logger } = context;
  const { firstSteps } = await prepare(context, firstData);
  const processes = await startProcesses({
    count: config.processes,
    settings: { databaseUrl, port },
    stopMs: Math.max(config.drainMs, handoverMs) + finishMs + 5000,
    now: () => new Date(),
    logger,
  });
  const metrics = await metricsOf(context, processes);
  const restart = () => void processes.restart();
  if (!isAtTerminal()) process.on('SIGHUP', restart);
  return {
    firstSteps,
    async drain(reason) {
      await processes.stop(reason);
      await metrics?.stop();
    },
    stop: async () => undefined,
  };
}

async function metricsOf({ config: { host, metrics } }: ServiceContext, processes: Processes) {
  if (metrics.port === 0) return null;
  const { metricsOfProcesses } = await import('../metrics/metrics-of-processes.ts');
  const collect = async () => (await processes.ask('metrics')) as ReadonlyMap<number, MetricValues>;
  const server = metricsOfProcesses({ host, port: metrics.port, collect });
  processes.onEnd(server.onEnd);
  await server.listen(async () => {
    const reasons = [...(await processes.ask('unreadiness')).values()] as (string | null)[];
    // One that answers is enough: the others are started or replaced.
    return reasons.includes(null) ? null : (reasons[0] ?? 'no process answers');
  });
  return server;
}

/** Each of the others: a service as in one process, without the database and the port for metrics. */
export async function runMember(environment: NodeJS.ProcessEnv): Promise<void> {
  const member = openMember();
  const { help: _, ...options } = startArguments();
  const config = readConfig({ ...environment, ...options });
  const telemetry = await telemetryOf(config);
  const log = openLog(config.logLevel, { also: telemetry?.logStream, isOneOfMany: true });
  telemetry?.reportTo(log.logger);
  try {
    const context = { config, ...(await member.settings), logger: log.logger, telemetry };
    const serving = await serve(context, await keysOf(context), member);
    const { service, metrics, state } = serving;
    metrics?.readState(state);
    member.ready({ metrics: metrics?.collect ?? (async () => undefined), unreadiness: service.unreadiness });
    const { isReplaced, reason } = await member.stopWish;
    log.logger.info(`stopping: ${reason}`);
    if (isReplaced) await pause(Math.max(config.drainMs, handoverMs));
    else await drained(context, serving);
    await Promise.race([service.stop(), pause(finishMs)]);
  } finally {
    await telemetry?.stop();
    await log.flush();
  }
}
