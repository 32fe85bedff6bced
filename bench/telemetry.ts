/**
 * What telemetry costs: `npm start` with OTEL_ variables next to `npm start` without them, in turns of the same run. The
 * result is the processor time of a request, of all turns together. Requests come at a rate that leaves the service time: at
 * full speed, how many of them share a statement changes from turn to turn, and their processor time by a third with it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../server/platform/database/embedded/free-port.ts';
import { endWhenInterrupted } from '../server/stop-signal.ts';
import { type Installation, withInstallation } from './installation.ts';
import { load } from './load.ts';
import type { Scenario } from './measure.ts';
import type { Options } from './options.ts';
import { processorMsOf } from './process-use.ts';
import { published } from './processes.ts';
import { scenarios } from './scenarios.ts';
import { type Seeded, seed } from './seed.ts';
import { startArguments, startEnvironment } from './start-flags.ts';

const labels = 10_000;
const connections = 32;
const warmUpMs = 2000;
/** What a turn leaves behind is sent soon after it, and counted with it. */
const batchMs = 200;
const batches = { OTEL_BSP_SCHEDULE_DELAY: String(batchMs), OTEL_BLRP_SCHEDULE_DELAY: String(batchMs) };
const afterTurnMs = 4 * batchMs;
/** Times the processor time of a request without telemetry. */
const most = 1.03;
/** Requests a second, well below what the service can do. */
const rates = { 'read one': 1000, 'list 100': 200, 'create with event': 200 } as const;
type Name = keyof typeof rates;
const names = Object.keys(rates) as Name[];

interface Measured {
  readonly name: Name;
  readonly what: string;
  /** Milliseconds of one request without telemetry. */
  readonly offMs: number;
  readonly ratio: number;
  /** Null: printed for information. */
  readonly most: number | null;
}

interface Node {
  readonly port: number;
  readonly pid: number;
}

/**
 * What is sent. The first sends nothing: how far its ratio is from 1 is what this machine adds to the others. The last is
 * the default of OpenTelemetry, which ours limits.
 */
const kinds: readonly { readonly what: string; readonly env: Readonly<Record<string, string>>; most: number | null }[] =
  [
    { what: 'nothing', env: { OTEL_SDK_DISABLED: 'true' }, most: null },
    { what: 'metrics', env: { OTEL_TRACES_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' }, most },
    {
      what: 'metrics, traces of 1 %',
      env: {
        OTEL_LOGS_EXPORTER: 'none',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.01',
      },
      most,
    },
    { what: 'metrics, traces, log lines', env: {}, most },
    {
      what: 'metrics, all traces, all log lines',
      env: { OTEL_TRACES_SAMPLER: 'parentbased_always_on' },
      most: null,
    },
  ];

/** Returns whether a limit was missed. */
export const benchTelemetry = (options: Options): Promise<boolean> =>
  withInstallation(async (installation) => {
    const { url, superuserUrl, masterKey, start } = installation;
    const [read, written] = await seed({ url, superuserUrl }, masterKey, [labels, labels]);
    if (!read || !written) throw new Error('There are two accounts.');
    const receiver = await findFreePort();
    await start('./otlp-receiver-process.ts', { port: receiver });
    const results: Measured[] = [];
    for (const { what, env, most: limit } of kinds) {
      const nodes = [
        await startNode(installation, {}),
        await startNode(installation, {
          OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${receiver}`,
          ...batches,
          ...env,
        }),
      ] as const;
      for (const name of names) {
        const figures = await compared(nodes, name, [read, written], options, published(superuserUrl));
        results.push({ name, what, ...figures, most: limit });
        process.stderr.write(`${name}, ${what}: ${figures.ratio.toFixed(3)}\n`);
      }
      for (const { child } of nodes) child.kill('SIGKILL');
    }
    return print(results);
  });

async function compared(
  nodes: readonly [Node, Node],
  name: Name,
  [read, written]: readonly [Seeded, Seeded],
  { rounds, roundMs }: Options,
  waitUntilIdle: () => Promise<void>,
): Promise<Pick<Measured, 'offMs' | 'ratio'>> {
  const [off, on] = await Promise.all(
    nodes.map(async ({ port, pid }) => {
      const all = await scenarios([read], [written], { service: port, floor: port });
      const { service: request, expectedStatus } = all.find((one) => one.name === name) as Scenario;
      const used = { ms: 0, count: 0 };
      const turn = async (durationMs: number): Promise<void> => {
        await waitUntilIdle();
        const before = processorMsOf(pid);
        const { count } = await load({
          ...{ port, connections, durationMs, request, expectedStatus },
          perSecond: rates[name],
        });
        await pause(afterTurnMs);
        used.ms += processorMsOf(pid) - before;
        used.count += count;
      };
      const warmUp = async (): Promise<void> => {
        await turn(warmUpMs);
        Object.assign(used, { ms: 0, count: 0 });
      };
      return { warmUp, turn, msOfOne: () => used.ms / used.count };
    }),
  );
  if (!off || !on) throw new Error('There are two nodes.');
  for (const { warmUp } of [off, on]) await warmUp();
  for (let round = 0; round < rounds; round += 1) {
    for (const { turn } of round % 2 === 0 ? [off, on] : [on, off]) await turn(roundMs);
  }
  return { offMs: off.msOfOne(), ratio: on.msOfOne() / off.msOfOne() };
}

/** As `npm start` runs it. */
async function startNode(
  { url, folder, masterKey }: Installation,
  env: Readonly<Record<string, string>>,
): Promise<Node & { readonly child: ChildProcess }> {
  const port = await findFreePort();
  const child = spawn(process.execPath, startArguments, {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ...startEnvironment,
      DATABASE_URL: url,
      PORT: String(port),
      MUSTER_DATA_DIR: join(folder, `node-${port}`),
      MUSTER_FILES_DIR: join(folder, 'files'),
      MUSTER_ENCRYPTION_KEY: masterKey.toString('hex'),
      MUSTER_DEMO: 'false',
      MUSTER_REQUESTS_PER_MINUTE: '1000000000',
      ...env,
    },
  });
  const hasEnded = endWhenInterrupted(() => child.kill('SIGKILL'));
  child.once('exit', hasEnded);
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error('A node ended before it was ready.');
    await pause(50);
  }
  return { port, pid: child.pid as number, child };
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://localhost:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

function print(results: readonly Measured[]): boolean {
  const line = (...cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  line('Request', 'Telemetry', 'Processor ms without', 'With ÷ without', 'At most', '');
  line('---', '---', '---:', '---:', '---:', '---');
  const isMissed = ({ ratio, most: limit }: Measured) => limit !== null && !(ratio <= limit);
  for (const one of results) {
    const { name, what, offMs, ratio, most: limit } = one;
    const verdict = limit === null ? '' : isMissed(one) ? 'MISSED' : 'met';
    line(name, what, offMs.toFixed(3), ratio.toFixed(3), String(limit ?? ''), verdict);
  }
  return results.some(isMissed);
}
