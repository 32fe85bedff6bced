/**
 * A whole installation of real processes: API nodes, workers, and their PostgreSQL. Everything in it can be killed,
 * restarts by itself, and ends with `stop`.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type SeededAccount, withAccounts } from '../../bench/accounts.ts';
import { findFreePort } from '../../server/platform/database/embedded/free-port.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { type CutNetwork, startCutNetwork, through } from './cut-network.ts';
import { type FragileDatabase, startFragileDatabase } from './database.ts';
import { type FragileNode, startNode } from './node.ts';

/** `machine`: everything at once, as in a power cut that the disk does not notice. */
export const targets = ['api', 'worker', 'backend', 'postmaster', 'machine'] as const;
/**
 * A node is frozen, or its network to PostgreSQL drops everything, for longer than the time limits; then it continues.
 */
export const pauses = ['frozen api', 'frozen worker', 'cut-off api', 'cut-off worker'] as const;
export type Pause = (typeof pauses)[number];
export type Target = (typeof targets)[number] | Pause;

export interface Installation {
  readonly publicUrl: string;
  readonly superuserUrl: string;
  readonly account: SeededAccount;
  /** Sends a request for the public address to a ready node, to another one each time. */
  readonly fetch: typeof fetch;
  /** `choice` selects one of several. False: it was not running. */
  kill(target: Target, choice: number): Promise<boolean>;
  /** Whether a node is frozen or disconnected. */
  isAnyPaused(): boolean;
  /** Waits until everything runs. */
  restored(): Promise<void>;
  lastLines(): readonly string[];
  /** Nodes that ended without being killed. */
  breakdowns(): readonly string[];
  stop(): Promise<void>;
}

export const accountName = 'faults';
const nodesEach = 2;
const lookEveryMs = 20;
const pausedMs = 12_000;

export async function startInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-faults-'));
  const database = await startFragileDatabase(dataDir);
  return startNodes(dataDir, database).catch(async (error: unknown) => {
    await database.stop();
    throw error;
  });
}

async function startNodes(dataDir: string, database: FragileDatabase): Promise<Installation> {
  const masterKey = randomBytes(32);
  await migrate(database.url, new Date());
  const urls = { url: database.url, superuserUrl: database.superuserUrl };
  const account = await withAccounts(urls, masterKey, (_, open) => open(accountName));
  const ports = await Promise.all(Array.from({ length: nodesEach * 2 }, () => findFreePort()));
  const publicUrl = 'http://muster.example';
  // Each node has its own network to PostgreSQL.
  const networks = await Promise.all(ports.map(() => startCutNetwork(() => Number(new URL(database.url).port))));
  const networkAt = (port: number) => networks[ports.indexOf(port)] as CutNetwork;
  const start = (role: 'api' | 'worker', port: number): FragileNode =>
    startNode({
      ...common(through(networkAt(port), database.url), dataDir, masterKey),
      MUSTER_PUBLIC_URL: publicUrl,
      MUSTER_ROLE: role,
      PORT: String(port),
    });
  const apis = ports.slice(0, nodesEach).map((port) => ({ url: `http://127.0.0.1:${port}`, node: start('api', port) }));
  const workers = ports.slice(nodesEach).map((port) => start('worker', port));
  const nodes = [...apis.map(({ node }) => node), ...workers];
  const paused = pausing(nodes, networks);
  let turn = 0;

  async function readyUrl(signal: AbortSignal | null | undefined): Promise<string> {
    for (;;) {
      signal?.throwIfAborted();
      turn += 1;
      const chosen = apis[turn % apis.length];
      // Like a load balancer whose health check gets no response.
      if (chosen?.node.isReady() && !paused.isPaused(chosen.node)) return chosen.url;
      if (!apis.some(({ node }) => node.isReady() && !paused.isPaused(node))) await pause(lookEveryMs);
    }
  }

  const kills: Readonly<Record<Target, (choice: number) => boolean | Promise<boolean>>> = {
    api: (choice) => apis[choice % nodesEach]?.node.kill() ?? false,
    worker: (choice) => workers[choice % nodesEach]?.kill() ?? false,
    backend: (choice) => database.killBackend(choice),
    postmaster: () => database.killPostmaster(),
    machine: () => [...nodes.map((node) => node.kill()), database.killPostmaster()].some(Boolean),
    'frozen api': (choice) => paused.begin('frozen', choice % nodesEach),
    'frozen worker': (choice) => paused.begin('frozen', nodesEach + (choice % nodesEach)),
    'cut-off api': (choice) => paused.begin('cut-off', choice % nodesEach),
    'cut-off worker': (choice) => paused.begin('cut-off', nodesEach + (choice % nodesEach)),
  };
  return {
    publicUrl,
    superuserUrl: database.superuserUrl,
    account,
    fetch: async (input, init) => fetch(String(input).replace(publicUrl, await readyUrl(init?.signal)), init),
    kill: async (target, choice) => kills[target](choice),
    isAnyPaused: paused.isAny,
    async restored() {
      await paused.over();
      await database.restored();
      await Promise.all(nodes.map((node) => node.ready()));
    },
    lastLines: () => nodes.flatMap((node) => node.lastLines()),
    breakdowns: () => nodes.flatMap((node) => node.breakdowns),
    async stop() {
      paused.end();
      await Promise.all(nodes.map((node) => node.stop()));
      await Promise.all(networks.map((network) => network.close()));
      await database.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

interface Pausing {
  /** False: it is not ready, or is already frozen. */
  begin(kind: 'frozen' | 'cut-off', index: number): boolean;
  isPaused(node: FragileNode): boolean;
  isAny(): boolean;
  over(): Promise<void>;
  /** All continue at once. */
  end(): void;
}

/** One node of each kind is frozen at a time; longer than a silent transaction is kept, and longer than a lease. */
function pausing(nodes: readonly FragileNode[], networks: readonly CutNetwork[]): Pausing {
  const going = new Map<FragileNode, () => void>();
  return {
    begin(kind, index) {
      const [node, network] = [nodes[index], networks[index]];
      const isOfKind = (other: FragileNode) => nodes.indexOf(other) < nodesEach === index < nodesEach;
      if (!node?.isReady() || !network || [...going.keys()].some(isOfKind)) return false;
      const wake = () => {
        clearTimeout(timer);
        going.delete(node);
        network.mend();
        node.thaw();
      };
      const timer = setTimeout(wake, pausedMs);
      going.set(node, wake);
      if (kind === 'cut-off') network.cut();
      else node.freeze();
      return true;
    },
    isPaused: (node) => going.has(node),
    isAny: () => going.size > 0,
    async over() {
      while (going.size > 0) await pause(lookEveryMs);
    },
    end() {
      for (const wake of [...going.values()]) wake();
    },
  };
}

const common = (databaseUrl: string, dataDir: string, masterKey: Buffer) => ({
  DATABASE_URL: databaseUrl,
  MUSTER_DATA_DIR: dataDir,
  MUSTER_ENCRYPTION_KEY: masterKey.toString('hex'),
  MUSTER_DEMO: 'false',
  MUSTER_REQUESTS_PER_MINUTE: '1000000000',
  MUSTER_LOG_LEVEL: 'warn',
  MUSTER_WEBHOOK_NETWORKS: 'loopback',
  // Short, to keep the run short.
  MUSTER_WEBHOOK_WAITS: '1,1,1,1,1,1,1,1,1,1,1',
  HOST: '127.0.0.1',
});
