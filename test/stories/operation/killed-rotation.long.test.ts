/**
 * A node that is killed in the middle of a rotation of the encryption key, under load: the rotation goes on elsewhere, no
 * request fails besides those of the killed process, and the former key opens nothing afterwards. The short form: `key-rotation.test.ts`.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { diskStorage } from '../../../server/files/disk-storage.ts';
import { derivedKeys, installationKey, storedKeys } from '../../../server/identity/auth/installation-key.ts';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import { type FragileNode, startNode } from '../../faults/node.ts';
import { call } from '../../support/calls.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { filesOpenedBy, valuesOpenedBy } from '../../support/encrypted-values.ts';
import { createExample, newcomer, type Row } from '../../support/examples.ts';
import { uploaded } from '../../support/files/files.ts';
import { runMuster } from '../../support/muster-line.ts';
import { confidential, hired, personalRecord, recordsPath } from '../../support/people/personal-records.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

interface Served {
  readonly url: string;
  readonly node: FragileNode | null;
}

let database: FreshDatabase;
let folder: string;
let firstKey: Buffer;
let here: TestService;
let served: Served[];
const closing: (() => Promise<unknown>)[] = [];

const filesDir = () => join(folder, 'files');
const settings = () => ({
  PATH: process.env.PATH ?? '',
  DATABASE_URL: database.url,
  MUSTER_DATA_DIR: folder,
  MUSTER_FILES_DIR: filesDir(),
  MUSTER_PUBLIC_URL: here.url,
  MUSTER_DEMO: 'false',
});

beforeAll(async () => {
  database = await freshDatabase();
  closing.push(() => database.drop());
  folder = await mkdtemp(join(tmpdir(), 'muster-killed-rotation-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  firstKey = await installationKey(null, folder);
  here = await testService({
    databaseUrl: database.url,
    masterKey: firstKey,
    storage: diskStorage(filesDir()),
    readKeys: () => storedKeys(folder),
    // Only the processes that can be killed work on the rotation.
    role: 'api',
  });
  closing.push(() => here.stop());
  served = [{ url: here.url, node: null }];
  for (let count = 0; count < 2; count += 1) {
    const port = await findFreePort();
    const node = startNode({ ...settings(), PORT: String(port) });
    closing.push(() => node.stop());
    await node.ready();
    served.push({ url: `http://localhost:${port}`, node });
  }
}, 120_000);
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

interface Failure {
  readonly at: Served;
  readonly fromMs: number;
  readonly toMs: number;
  readonly what: string;
}

/** Reads and changes encrypted values on every node until it has to stop. */
function load({ token }: TestClient, record: Row) {
  let isEnding = false;
  let count = 0;
  const failures: Failure[] = [];
  const path = `${recordsPath}/${record.id}`;
  const work = async (at: Served) => {
    while (!isEnding) {
      for (const [method, more] of [
        ['GET', {}],
        ['PATCH', { body: { email: `${randomBytes(4).toString('hex')}@example.com` } }],
      ] as const) {
        const fromMs = performance.now();
        const answer = await call(at.url, token, method, path, more).catch((error: Error) => error);
        count += 1;
        const isFine =
          !(answer instanceof Error) && answer.status === 200 && answer.text.includes(confidential.birthDate);
        const what = answer instanceof Error ? String(answer) : `${answer.status} ${answer.text.slice(0, 200)}`;
        if (!isFine) failures.push({ at, fromMs, toMs: performance.now(), what: `${method}: ${what}` });
      }
      // Below the quota, also on a fast machine.
      await pause(400);
    }
  };
  const working = Promise.all(served.map(work));
  return {
    async end() {
      isEnding = true;
      await working;
      return { count, failures };
    },
  };
}

/** The process that works on the rotation. */
async function worker(): Promise<Served | undefined> {
  const [row] = await here.database.query<{ process: number }>(
    `select process from nodes join encryption_keys on leased_by = nodes.id where state = 'retiring' and pass = 1`,
  );
  return served.find(({ node }) => node !== null && node.pid === row?.process);
}

/** As an administrator of PostgreSQL. */
async function connection(): Promise<pg.Client> {
  const url = Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(database.url).pathname });
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  closing.push(() => client.end());
  return client;
}

test('a rotation goes on when the node that works on it is killed', { timeout: 240_000 }, async () => {
  const { account, client } = await newcomer(here);
  const record = await personalRecord(client, await hired(client), confidential);
  await createExample(client, webhookEndpoints);
  await uploaded(client);
  await here.publisher.publishAll();
  const former = derivedKeys(firstKey);
  expect(await filesOpenedBy(filesDir(), account.id, former)).toHaveLength(1);

  // The worker comes as far as this table, and waits. Nothing else writes to it.
  const holder = await connection();
  await holder.query('begin; lock table webhook_endpoint_secrets in share mode');
  // Within a transaction, what others do is seen once.
  const watcher = await connection();

  const running = load(client, record);
  const rotating = runMuster(['keys', 'rotate'], settings());
  await expect
    .poll(
      () =>
        watcher
          .query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%update webhook_endpoint_secrets%'`,
          )
          .then(({ rows }) => rows.length),
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);
  const killed = (await worker()) as Served & { readonly node: FragileNode };
  const killedAtMs = performance.now();
  expect(killed.node.kill()).toBe(true);
  await holder.query('rollback');
  await killed.node.ready();
  const readyAtMs = performance.now();

  const { status, stdout } = await rotating;
  expect([status, stdout]).toEqual([0, expect.stringContaining('The former key opens nothing any more.')]);
  const { count, failures } = await running.end();
  const ofKilled = ({ at, fromMs, toMs }: Failure) => at === killed && toMs >= killedAtMs && fromMs <= readyAtMs;
  expect(failures.filter((one) => !ofKilled(one)).map(({ at, what }) => `${at.url} ${what}`)).toEqual([]);
  expect(count).toBeGreaterThan(20);

  await here.publisher.publishAll();
  const opened = await valuesOpenedBy(here.database, former);
  expect(Object.entries(opened).filter(([, values]) => values > 0)).toEqual([]);
  expect(await filesOpenedBy(filesDir(), account.id, former)).toEqual([]);
  expect(await storedKeys(folder)).toHaveLength(1);
});
