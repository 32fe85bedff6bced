/**
 * What telemetry costs: the share of its busy time that `npm start` spends on it, where the address of a collector is all
 * that is set. A profile finds it, and not a second service without telemetry: two equal processes differ by more than
 * what is looked for, because of how their code was compiled. Requests come at a rate that leaves the service time.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../server/platform/database/embedded/free-port.ts';
import { endWhenInterrupted } from '../server/stop-signal.ts';
import { inclusiveShare } from './inclusive-share.ts';
import { openInspector } from './inspector.ts';
import { type Installation, withInstallation } from './installation.ts';
import { load } from './load.ts';
import type { Scenario } from './measure.ts';
import { published } from './processes.ts';
import { scenarios } from './scenarios.ts';
import { type Seeded, seed } from './seed.ts';
import { startArguments, startEnvironment } from './start-flags.ts';

const labels = 10_000;
const connections = 32;
const warmUpMs = 5000;
/** Times what a request costs without telemetry. */
const most = 1.03;
/** Requests a second, well below what the service can do. */
const rates: Readonly<Record<string, number>> = { 'read one': 1000, 'list 100': 200, 'create with event': 200 };

/**
 * The first shows that nothing else is taken for telemetry. Those of the second take longer than the minute after which
 * metrics are sent. The last is what OpenTelemetry would send, and our sampler limits.
 */
const kinds: readonly {
  readonly what: string;
  readonly env: Readonly<Record<string, string>>;
  readonly profileMs: number;
  readonly most: number | null;
}[] = [
  { what: 'nothing', env: { OTEL_SDK_DISABLED: 'true' }, profileMs: 5000, most: null },
  { what: 'traces, metrics, log lines: the defaults', env: {}, profileMs: 25_000, most },
  {
    what: 'the same with all traces',
    env: { OTEL_TRACES_SAMPLER: 'parentbased_always_on' },
    profileMs: 10_000,
    most: null,
  },
];

interface Measured {
  readonly name: string;
  readonly what: string;
  /** Times what the request costs without telemetry. */
  readonly ratio: number;
  readonly most: number | null;
}

/** Returns whether a limit was missed. */
export const benchTelemetry = (): Promise<boolean> =>
  withInstallation(async (installation) => {
    const { url, superuserUrl, masterKey, start } = installation;
    const accounts = await seed({ url, superuserUrl }, masterKey, [labels, labels]);
    const receiver = await findFreePort();
    await start('./otlp-receiver-process.ts', { port: receiver });
    const results: Measured[] = [];
    for (const { what, env, profileMs, most: limit } of kinds) {
      const address = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${receiver}` };
      const node = await startNode(installation, { ...address, ...env });
      for (const [name, share] of await sharesOf(node, accounts, profileMs, published(superuserUrl))) {
        results.push({ name, what, ratio: 1 / (1 - share), most: limit });
        process.stderr.write(`${name}, ${what}: ${(share * 100).toFixed(2)} % of the busy time\n`);
      }
      node.child.kill('SIGKILL');
    }
    return print(results);
  });

interface Node {
  readonly port: number;
  readonly inspected: number;
  readonly child: ChildProcess;
}

/** By the name of the request. */
async function sharesOf(
  { port, inspected }: Node,
  [read, written]: readonly Seeded[],
  profileMs: number,
  waitUntilIdle: () => Promise<void>,
): Promise<Map<string, number>> {
  if (!read || !written) throw new Error('There are two accounts.');
  const inspector = await openInspector(inspected);
  const all = await scenarios([read], [written], { service: port, floor: port });
  const shares = new Map<string, number>();
  for (const { name, service: request, expectedStatus } of all.filter(({ name }) => rates[name])) {
    const run = (durationMs: number) =>
      load({ ...{ port, connections, durationMs, request, expectedStatus }, ...paced(name) });
    // Compiles it. Only while a profile is taken, the compiler notes which functions it has put into which others.
    await inspector.profile(() => run(warmUpMs));
    shares.set(name, inclusiveShare(await inspector.profile(() => run(profileMs)), isTelemetry));
    await waitUntilIdle();
  }
  inspector.close();
  return shares;
}

/** A machine that stood still has many requests to send at once, of which the service may refuse some. */
const paced = (name: Scenario['name']) => ({ perSecond: rates[name] ?? 0, isPatient: true });

const ownFiles = /\/server\/(telemetry|metrics)\//;
const packages = /\/node_modules\/(@opentelemetry|prom-client|protobufjs)\//;
/** Nothing else of the service asks for them: no webhooks are sent, and nobody measures the process itself. */
const partsOfNode = /^node:(_http_client|_http_agent|internal\/(perf\/observe|histogram))/;
/** What only telemetry calls in files that do more than that. */
const functions = new Set(['answerFacts', 'endSpan', 'attributesOf', 'summaryOf', 'traceToSet', 'beginTraced']);

const isTelemetry = (url: string, functionName: string): boolean =>
  ownFiles.test(url) || packages.test(url) || partsOfNode.test(url) || functions.has(functionName);

/** As `npm start` runs it, with the inspector. */
async function startNode(
  { url, folder, masterKey }: Installation,
  env: Readonly<Record<string, string>>,
): Promise<Node> {
  const [port, inspected] = [await findFreePort(), await findFreePort()];
  const child = spawn(process.execPath, [`--inspect=127.0.0.1:${inspected}`, ...startArguments], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'ignore',
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
  return { port, inspected, child };
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://localhost:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

function print(results: readonly Measured[]): boolean {
  const line = (...cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  line('Request', 'Telemetry', 'With ÷ without', 'At most', '');
  line('---', '---', '---:', '---:', '---');
  const isMissed = ({ ratio, most: limit }: Measured) => limit !== null && !(ratio <= limit);
  for (const one of results) {
    const { name, what, ratio, most: limit } = one;
    const verdict = limit === null ? '' : isMissed(one) ? 'MISSED' : 'met';
    line(`${name}, ${rates[name]} a second`, what, ratio.toFixed(3), String(limit ?? ''), verdict);
  }
  return results.some(isMissed);
}
