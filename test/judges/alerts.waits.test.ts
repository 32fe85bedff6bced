/**
 * Every alert rule of deploy/, fired in a real Prometheus by a fault of real nodes: a table that is locked, a frozen
 * process, a lost database, a worker that is missing. What takes days comes from clocks that are behind: of the node that
 * set up the key, and of the node that records the events. Skipped where Prometheus is not installed.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, type TestContext, test } from 'vitest';
import { findFreePort } from '../../server/platform/database/embedded/free-port.ts';
import { type CutNetwork, startCutNetwork, through } from '../faults/cut-network.ts';
import { type FragileNode, startNode } from '../faults/node.ts';
import { call, tokenFor } from '../support/calls.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { inFull } from '../support/form.ts';
import { sendFile } from '../support/imports/imports.ts';
import { hasPrometheus, type Prometheus, startPrometheus } from '../support/prometheus.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';
import { change, createEndpoint } from '../support/webhooks/webhooks.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const masterKey = randomBytes(32);
const behind = { ms: 1000 * dayMs };

let database: FreshDatabase;
let superuser: pg.Client;
let network: CutNetwork;
let folder: string;
/** Records events; its clock is behind. */
let late: TestService;
let lateClient: TestClient;
/** Answers requests, and leaves all other work to workers. */
let node: FragileNode;
let client: Pick<TestClient, 'call'>;
let worker: FragileNode | undefined;
let ports: { readonly node: number; readonly metrics: number; readonly ofWorker: number };
let prometheus: Prometheus;
const fired = new Set<string>();

const settings = () => ({
  HOST: '127.0.0.1',
  MUSTER_ENCRYPTION_KEY: masterKey.toString('hex'),
  MUSTER_FILES_DIR: late.filesDir,
  MUSTER_DEMO: 'false',
  MUSTER_LOG_LEVEL: 'error',
  MUSTER_WEBHOOK_NETWORKS: 'loopback',
  MUSTER_WEBHOOK_WAITS: '1,1,1,1,1,1,1,1,1,1',
});

beforeAll(async () => {
  if (!hasPrometheus) return;
  database = await freshDatabase();
  const now = () => new Date(Date.now() - behind.ms);
  late = await testService({ databaseUrl: database.url, masterKey, now, role: 'api' });
  behind.ms = 10 * minuteMs;
  lateClient = await late.client(await late.openAccount('acme'));
  superuser = new pg.Client({
    connectionString: Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(database.url).pathname }).href,
  });
  await superuser.connect();
  network = await startCutNetwork(() => Number(new URL(database.url).port));
  folder = await mkdtemp(join(tmpdir(), 'muster-alerts-'));
  ports = { node: await findFreePort(), metrics: await findFreePort(), ofWorker: await findFreePort() };
  node = startNode({
    ...settings(),
    DATABASE_URL: through(network, database.url),
    MUSTER_REPLICA_URLS: `postgres://nobody@127.0.0.1:${await findFreePort()}/nowhere`,
    MUSTER_DATA_DIR: folder,
    MUSTER_ROLE: 'api',
    PORT: String(ports.node),
    MUSTER_METRICS_PORT: String(ports.metrics),
    MUSTER_DATABASE_CONNECTIONS: '26',
    MUSTER_CONNECTIONS_PER_ADDRESS: '5000',
    MUSTER_REQUESTS_PER_MINUTE: '1000000',
  });
  await node.ready();
  const url = `http://127.0.0.1:${ports.node}`;
  const token = await tokenFor(url, lateClient.credentials);
  client = { call: (method, path, options) => call(url, token, method, path, options) };
  prometheus = await startPrometheus();
  await prometheus.scrape(ports.metrics);
}, 120_000);
afterAll(async () => {
  await prometheus?.close();
  await worker?.stop();
  await node?.stop();
  await network?.close();
  await superuser?.end();
  await late?.stop();
  await database?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Repeats the fault until all of these fire. */
async function fires(names: readonly string[], fault: () => Promise<unknown> = async () => undefined): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (let missing = names; missing.length > 0; ) {
    await fault();
    const firing = await prometheus.firing();
    missing = missing.filter((name) => !firing.includes(name));
    for (const name of firing) fired.add(name);
    if (performance.now() > deadline) expect(firing).toEqual(expect.arrayContaining([...names]));
    await pause(200);
  }
}

/** Every read of the table waits while it is locked. */
async function lockedWhile(table: string, work: () => Promise<unknown>): Promise<void> {
  await superuser.query('begin');
  await superuser.query(`lock table ${table}`);
  await work().finally(() => superuser.query('rollback'));
}

/** Requests that do not share a statement. */
const reads = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      client.call('GET', `/svc-api/taxonomies?limit=${(at % 199) + 1}`).catch(() => null),
    ),
  );

const limit = { timeout: 180_000 };
const whereInstalled = (work: () => Promise<void>) => async (context: TestContext) => {
  if (!hasPrometheus) return context.skip('prometheus (Debian: prometheus) is not installed');
  await work();
};

const rule = (title: string, work: () => Promise<void>) => test(title, limit, whereInstalled(work));
const ruleInFull = (title: string, work: () => Promise<void>) => inFull(title, limit, whereInstalled(work));

rule('a node with an old key, a lost replica and no backup says just that', async () => {
  const names = ['MusterBackupMissing', 'MusterEncryptionKeyOld', 'MusterReplicaAway'];
  await fires(names);
  // A wrong rule would have been found true some times by then.
  await pause(2000);
  expect(await prometheus.firing()).toEqual(names);
});

rule(
  'an old backup, imports without a worker, events without numbers and webhooks without a sender, at once',
  async () => {
    const mark = join(folder, 'last-backup');
    await writeFile(mark, '');
    await utimes(mark, new Date(), new Date(Date.now() - 2 * dayMs));
    for (let count = 0; count < 51; count += 1) {
      const reply = await sendFile(client, 'collection=employees', `{"givenName":"${count}"}\n`);
      expect(reply.status, reply.text).toBe(201);
    }
    await createEndpoint(lateClient, `http://127.0.0.1:${await findFreePort()}/gone`);
    await change(lateClient, 'Nobody sends this one');
    await late.publisher.publishAll();
    // As a frozen node would hold it.
    await superuser.query('begin');
    await superuser.query('select from published for update');
    await change(lateClient, 'Nobody numbers this one');
    await fires(['MusterBackupOld', 'MusterQueueGrows', 'MusterEventsLate', 'MusterWebhooksLate']);
    await superuser.query('rollback');
    expect(await prometheus.firing()).not.toContain('MusterBackupMissing');
  },
);

async function receiverGone(): Promise<void> {
  worker = startNode({
    ...settings(),
    DATABASE_URL: database.url,
    MUSTER_DATA_DIR: folder,
    MUSTER_ROLE: 'worker',
    MUSTER_METRICS_PORT: String(ports.ofWorker),
  });
  await worker.ready();
  await prometheus.scrape(ports.metrics, ports.ofWorker);
  await fires(['MusterWebhooksFail']);
  // The endpoint rests between attempts, and is not late.
  const { body } = await lateClient.call('GET', '/svc-api/webhook-endpoints');
  expect(body.items).toHaveLength(1);
  await expect.poll(() => prometheus.firing(), { timeout: 60_000 }).not.toContain('MusterWebhooksLate');
}

/** Few requests wait until they fail; of more than a caller may have at once, some are refused. */
async function tableLocked(): Promise<void> {
  const locked = (count: number) => () => lockedWhile('taxonomies', () => reads(count));
  await fires(['MusterSlow', 'MusterErrors', 'MusterWaitsForConnections'], locked(40));
  await fires(['MusterRefusesForLoad'], locked(600));
}

ruleInFull(
  'a worker finds the receiver of webhooks gone, while a locked table keeps requests of a node waiting',
  async () => {
    await Promise.all([receiverGone(), tableLocked()]);
  },
);

rule('a process that stands still most of the time', async () => {
  await fires(['MusterLoopBlocked'], async () => {
    node.freeze();
    await pause(700);
    node.thaw();
    await pause(100);
  });
});

rule('the database is lost, then the node', async () => {
  await network.close();
  await fires(['MusterNotReady']);
  await node.stop();
  await fires(['MusterDown']);
});

ruleInFull('that were all rules', async () => {
  expect([...fired].toSorted()).toEqual(prometheus.names.toSorted());
});
