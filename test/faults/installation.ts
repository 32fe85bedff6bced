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
import { endWhenInterrupted } from '../../server/stop-signal.ts';
import { administratorOf } from '../support/people/person.ts';
import { type CutNetwork, startCutNetwork, through } from './cut-network.ts';
import { type FragileDatabase, startFragileDatabase } from './database.ts';
import type { FilePlaces } from './file-audit.ts';
import { type FragileNode, startNode } from './node.ts';
import { filling, nodesEach, pausing } from './pausing.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** `machine`: everything at once, as in a power cut that the disk does not notice. */
export const targets = ['api', 'worker', 'backend', 'postmaster', 'machine'] as const;
/**
 * A node is frozen, or its network to PostgreSQL drops everything, for longer than the time limits; or the disk of
 * PostgreSQL and of the files is full for a while. Then it continues.
 */
export const pauses = ['frozen api', 'frozen worker', 'cut-off api', 'cut-off worker', 'full disk'] as const;
export type Pause = (typeof pauses)[number];
export type Target = (typeof targets)[number] | Pause;

export interface Installation {
  readonly publicUrl: string;
  readonly superuserUrl: string;
  readonly account: SeededAccount;
  readonly ownerEmail: string;
  readonly files: FilePlaces;
  /** False: this machine does not let this user mount a disk, and there are no full disks. */
  readonly hasDisk: boolean;
  /** Answers with 503 while the disk was full. */
  readonly fullAnswers: number;
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
const lookEveryMs = 20;
const fullMs = { least: 1000, most: 3000 };

export async function startInstallation(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-faults-'));
  const disk = await mountSmallDisk(dataDir);
  const isUnmounted = endWhenInterrupted(async () => disk?.unmount());
  const database = await startFragileDatabase(dataDir);
  const end = async () => {
    await database.stop();
    await disk?.unmount();
    isUnmounted();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  };
  return startNodes(dataDir, database, disk, end).catch(async (error: unknown) => {
    await end();
    throw error;
  });
}

async function startNodes(
  dataDir: string,
  database: FragileDatabase,
  disk: SmallDisk | null,
  end: () => Promise<void>,
): Promise<Installation> {
  const masterKey = randomBytes(32);
  await migrate(database.url, new Date());
  const urls = { url: database.url, superuserUrl: database.superuserUrl };
  const { account, owner } = await withAccounts(urls, masterKey, async (_, open, opened) => {
    const account = await open(accountName);
    return { account, owner: await administratorOf(opened, { id: account.accountId }) };
  });
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
  const full = filling(disk);
  let turn = 0;
  let fullAnswers = 0;

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
    'full disk': (choice) => full.begin(fullMs.least + (choice % (fullMs.most - fullMs.least))),
  };
  return {
    publicUrl,
    superuserUrl: database.superuserUrl,
    account,
    ownerEmail: owner.email,
    files: { databaseUrl: database.url, superuserUrl: database.superuserUrl, dataDir, masterKey },
    hasDisk: disk !== null,
    get fullAnswers() {
      return fullAnswers;
    },
    async fetch(input, init) {
      const answer = await fetch(String(input).replace(publicUrl, await readyUrl(init?.signal)), init);
      if (answer.status === 503 && full.isFull()) fullAnswers += 1;
      return answer;
    },
    kill: async (target, choice) => kills[target](choice),
    isAnyPaused: paused.isAny,
    async restored() {
      await paused.over();
      await full.over();
      await database.restored();
      await Promise.all(nodes.map((node) => node.ready()));
    },
    lastLines: () => nodes.flatMap((node) => node.lastLines()),
    breakdowns: () => nodes.flatMap((node) => node.breakdowns),
    async stop() {
      paused.end();
      await full.over();
      await Promise.all(nodes.map((node) => node.stop()));
      await Promise.all(networks.map((network) => network.close()));
      await end();
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
