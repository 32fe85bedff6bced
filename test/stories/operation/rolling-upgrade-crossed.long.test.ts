/**
 * The rolling upgrade and the way back behind Debian's HAProxy, with PgBouncer in transaction mode before PostgreSQL.
 * Skipped where one of them is not installed. The short form: `rolling-upgrade.test.ts`. TEST_ROLLING_SECONDS sets for how long the releases run side by side.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withAccounts } from '../../../bench/accounts.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../../../bench/pgbouncer.ts';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import { call, tokenFor } from '../../support/calls.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { company } from '../../support/people/people.ts';
import type { TestClient } from '../../support/service.ts';
import { type DataFolder, dataFolder, type StartedService } from '../../support/started-service.ts';
import type { TreeCopy } from '../../support/tree-copy.ts';
import { type Haproxy, hasHaproxy, startHaproxy } from '../../support/upgrade/haproxy.ts';
import { type Load, startLoad } from '../../support/upgrade/load.ts';
import { nextBuild } from '../../support/upgrade/next-build.ts';

const sideBySideMs = Number(process.env.TEST_ROLLING_SECONDS ?? 1) * 1000;
const masterKey = randomBytes(32);
const missing = [...(hasHaproxy ? [] : ['haproxy']), ...(hasPgBouncer ? [] : ['pgbouncer'])];
/** Of PostgreSQL, for both nodes together. */
const sessions = 8;

let database: FreshDatabase;
let pooler: PgBouncer;
let next: TreeCopy;
let front: Haproxy;
let folders: DataFolder[];
let urls: string[];
let load: Load;
let client: TestClient;
const running: (StartedService | undefined)[] = [];

async function start(place: number, build: TreeCopy | null): Promise<void> {
  const env = {
    DATABASE_URL: pooler.through(database.url),
    HOST: '127.0.0.1',
    PORT: new URL(urls[place] ?? '').port,
    MUSTER_PUBLIC_URL: 'http://muster.example',
    MUSTER_ENCRYPTION_KEY: masterKey.toString('hex'),
    MUSTER_FILES_DIR: `${folders[0]?.path}/shared-files`,
    MUSTER_DEMO: 'false',
    MUSTER_DRAIN_SECONDS: '2',
    MUSTER_LOG_LEVEL: 'warn',
    MUSTER_REQUESTS_PER_MINUTE: '1000000',
  };
  running[place] = await folders[place]?.start({ env, ...(build && { cwd: build.path }) });
}

async function replace(place: number, build: TreeCopy | null): Promise<void> {
  expect((await running[place]?.signal('SIGTERM'))?.status).toBe(0);
  running[place] = undefined;
  await start(place, build);
  // The next node is only stopped when HAProxy has noticed this one.
  await expect.poll(async () => (await front.statistics())[place]?.isUp, { timeout: 30_000 }).toBe(true);
  await pause(sideBySideMs);
}

beforeAll(async () => {
  if (missing.length > 0) return;
  [database, next] = await Promise.all([freshDatabase(), nextBuild()]);
  pooler = await startPgBouncer(database.url, sessions);
  folders = await Promise.all([dataFolder(), dataFolder()]);
  urls = [`http://127.0.0.1:${await findFreePort()}`, `http://127.0.0.1:${await findFreePort()}`];
  const { url } = database;
  const credentials = await withAccounts({ url, superuserUrl: url }, masterKey, (_, open) => open('acme'));
  for (const place of [0, 1]) await start(place, null);
  front = await startHaproxy(urls);
  const token = await tokenFor(front.url, credentials);
  client = {
    credentials,
    token,
    call: (method, path, options) => call(front.url, token, method, path, options),
  } as TestClient;
  load = startLoad(front.url, client, await company(client));
}, 120_000);
afterAll(async () => {
  await load?.end();
  for (const node of running) await node?.signal('SIGTERM');
  await front?.close();
  for (const folder of folders ?? []) await folder.discard();
  await next?.discard();
  await pooler?.close();
  await database?.drop();
});

test('behind HAProxy and through PgBouncer, no request fails on the way to the next release and back', async (context) => {
  if (missing.length > 0) return context.skip(`not installed: ${missing.join(', ')}`);
  await pause(sideBySideMs);
  for (const build of [next, null]) for (const place of [0, 1]) await replace(place, build);
  await load.end();
  expect(load.failures).toEqual([]);
  for (const { errors, answered } of await front.statistics()) {
    expect(errors).toBe(0);
    expect(answered).toBeGreaterThan(20);
  }
  for (const count of Object.values(load.counts)) expect(count).toBeGreaterThan(20);
  for (const [id, familyName] of load.namesById) {
    expect((await client.call('GET', `/svc-api/employees/${id}`)).body).toMatchObject({ id, familyName });
  }
}, 240_000);
