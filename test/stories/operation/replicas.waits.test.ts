/**
 * Reads are answered by a replica, and are never older than what the caller has written or seen: through two nodes, and
 * while the replay of the replica is paused and resumed at random. A replica that is away, frozen or promoted fails no
 * request.
 */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMetrics } from '../../../server/metrics/metrics.ts';
import { checkReplicas } from '../../../server/platform/database/replica-checks.ts';
import { propertyMs, runsWithin } from '../../support/properties.ts';
import { type Replication, startReplication } from '../../support/replication.ts';
import { type SecondNode, secondNode } from '../../support/second-node.ts';
import { call, limits, type Reply, type TestClient, type TestService, testService } from '../../support/service.ts';

const masterKey = randomBytes(32);
const metrics = openMetrics({ host: '127.0.0.1', port: 0, isWithAccounts: false });
let servers: Replication;
let first: TestService;
let second: SecondNode;
let clients: readonly TestClient[];

beforeAll(async () => {
  servers = await startReplication(false);
  const withReplica = { limits: { ...limits, replicaUrls: [servers.standby.url] } };
  const common = { databaseUrl: servers.primary.url, masterKey, ...withReplica };
  first = await testService({ ...common, observer: metrics.observer });
  second = await secondNode(servers.primary.url, masterKey, first, withReplica);
  const accounts = [await first.openAccount('acme'), await first.openAccount('globex')] as const;
  clients = [await first.client(accounts[0]), await first.client(accounts[0]), await first.client(accounts[1])];
}, 120_000);
afterAll(async () => {
  await second?.stop();
  await first?.stop();
  await metrics.stop();
  await servers?.stop();
});

const urls = () => [first.url, second.url] as const;
const on = (node: number, caller: number, method: string, path: string, options = {}): Promise<Reply> =>
  call(urls()[node] as string, clients[caller]?.token ?? null, method, path, options);

/** How many reads of the first node the replica and the primary have answered. */
async function reads(): Promise<{ replica: number; primary: number }> {
  const found = (await metrics.collect()).find(({ name }) => name === 'muster_reads_total');
  const of = (server: string) => found?.values.find(({ labels }) => labels.server === server)?.value ?? 0;
  return { replica: of('replica'), primary: of('primary') };
}

const resume = () => servers.standby.sql('select pg_wal_replay_resume()');
const pausedReplay = () => servers.standby.sql('select pg_wal_replay_pause()');
const caughtUp = () =>
  expect
    .poll(
      async () => {
        const before = await reads();
        await on(0, 0, 'GET', '/svc-api/taxonomies');
        return (await reads()).replica - before.replica;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);

test('lists and reads of all APIs are answered by the replica, each with the rows of its own account', async () => {
  const made = await on(0, 0, 'POST', '/svc-api/taxonomies', { body: { name: 'Skills' } });
  expect(made.status).toBe(201);
  await caughtUp();
  const before = await reads();
  for (let at = 0; at < 20; at += 1) {
    const replies = [
      await on(0, 0, 'GET', `/svc-api/taxonomies/${made.body.id}`),
      await on(0, 2, 'GET', `/svc-api/taxonomies/${made.body.id}`),
      await on(0, 0, 'GET', '/svc-api/taxonomies?search=skills&include=totalCount'),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 200]);
  }
  const after = await reads();
  expect(after.replica - before.replica).toBeGreaterThan(30);
}, 60_000);

interface Step {
  readonly kind: 'write' | 'read' | 'list' | 'pause' | 'resume';
  readonly caller: number;
  readonly node: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('write', 'write', 'read', 'read', 'read', 'list', 'list', 'pause', 'resume'),
  caller: fc.integer({ min: 0, max: 2 }),
  node: fc.integer({ min: 0, max: 1 }),
});

/** Of one account: the rows, their numbers as last acknowledged or seen, by caller. */
const numberIn = (name: string): number => Number(name.split(' ')[1]);

test(
  'no caller reads older than what it has written or seen, through two nodes and with a replica that lags',
  async () => {
    const rowOf = await Promise.all(
      [0, 0, 2].map(async (caller) => {
        const { body } = await on(0, caller, 'POST', '/svc-api/taxonomies', { body: { name: 'Number 0' } });
        return body.id as string;
      }),
    );
    // Callers 0 and 1 share the row of caller 0.
    const row = [rowOf[0], rowOf[0], rowOf[2]] as string[];
    let number = 0;
    const before = await reads();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const known = [0, 0, 0];
        const perform = async ({ kind, caller, node }: Step): Promise<void> => {
          const path = `/svc-api/taxonomies/${row[caller]}`;
          // What it must not read older than: known when the request begins.
          const least = known[caller] as number;
          const see = (found: number) => {
            known[caller] = Math.max(known[caller] as number, found);
          };
          if (kind === 'pause') await pausedReplay();
          else if (kind === 'resume') await resume();
          else if (kind === 'write') {
            number += 1;
            const mine = number;
            const { status } = await on(node, caller, 'PATCH', path, { body: { name: `Number ${mine}` } });
            expect(status).toBe(200);
            see(mine);
          } else if (kind === 'read') {
            const { status, body } = await on(node, caller, 'GET', path);
            expect(status).toBe(200);
            expect(numberIn(body.name)).toBeGreaterThanOrEqual(least);
            see(numberIn(body.name));
          } else {
            const { status, body } = await on(node, caller, 'GET', '/svc-api/taxonomies?search=number');
            expect(status).toBe(200);
            const found = body.items.find(({ id }: { id: string }) => id === row[caller]);
            expect(numberIn(found?.name ?? 'Number -1')).toBeGreaterThanOrEqual(least);
            see(numberIn(found.name));
          }
        };
        // The callers work at once, each one step after the other: numbers of one row grow only if one caller writes it.
        const own = [0, 2].map(async (caller) => {
          for (const one of steps.filter((each) => each.caller === caller)) await perform(one);
        });
        const reader = (async () => {
          for (const one of steps.filter((each) => each.caller === 1)) {
            await perform(one.kind === 'write' ? { ...one, kind: 'read' } : one);
          }
        })();
        await Promise.all([...own, reader]);
      }),
      { ...runsWithin(2000, 60), endOnFailure: true },
    );
    await resume();
    const after = await reads();
    // Otherwise nothing was tried.
    expect(after.replica - before.replica).toBeGreaterThan(0);
    expect(after.primary - before.primary).toBeGreaterThan(0);
  },
  propertyMs,
);

test('a paused replica costs reads nothing but its help, and metrics and health show it', async () => {
  await caughtUp();
  await pausedReplay();
  const { body } = await on(1, 0, 'POST', '/svc-api/taxonomies', { body: { name: 'While it is paused' } });
  const before = await reads();
  const found = await on(0, 1, 'GET', `/svc-api/taxonomies/${body.id}`);
  expect([found.status, (await reads()).replica - before.replica]).toEqual([200, 0]);
  const lag = async () => {
    const families = await metrics.collect();
    const figure = (name: string) => Number(families.find((one) => one.name === name)?.values[0]?.value);
    return figure('muster_replica_lag_seconds') > 0 && figure('muster_replica_lag_bytes') > 0;
  };
  await expect.poll(lag, { timeout: 20_000 }).toBe(true);
  const [check] = await checkReplicas(servers.primary.url, [servers.standby.url], 'auto');
  expect(check).toMatchObject({ mend: null, finding: expect.stringMatching(/is \d+ bytes of the log behind/) });
  await resume();
  await caughtUp();
  expect((await call(first.url, null, 'GET', '/health/ready')).body).toEqual({
    status: 'ready',
    replicas: { usable: 1, all: 1 },
  });
}, 60_000);

test('a read that the replica cancels to replay a change is repeated on the primary', async () => {
  await caughtUp();
  const slow = Array.from({ length: 30 }, () => on(0, 0, 'GET', '/svc-api/taxonomies?search=number'));
  // Removes what a reader of the replica may still see, so that the replica ends its readers.
  await servers.primary.sql('alter table taxonomies alter column name set statistics 50');
  await servers.primary.sql('vacuum full taxonomies');
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 200));
  await servers.standby.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'muster %'`,
  );
  expect((await on(0, 0, 'GET', '/svc-api/taxonomies')).status).toBe(200);
}, 60_000);

test('a replica that freezes or disappears fails no request', async () => {
  await caughtUp();
  const thaw = servers.standby.freeze();
  try {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) => on(at % 2, at % 3, 'GET', '/svc-api/taxonomies')),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  } finally {
    thaw();
  }
  await caughtUp();
  await servers.standby.kill();
  for (let at = 0; at < 12; at += 1) {
    expect((await on(at % 2, at % 3, 'GET', '/svc-api/taxonomies')).status).toBe(200);
  }
  await expect
    .poll(async () => (await call(first.url, null, 'GET', '/health/ready')).body, { timeout: 10_000 })
    .toEqual({ status: 'ready', replicas: { usable: 0, all: 1 } });
  const [check] = await checkReplicas(servers.primary.url, [servers.standby.url], 'auto');
  expect(check?.mend).toContain('MUSTER_REPLICA_URLS');
}, 60_000);
