/**
 * Two nodes are upgraded one after the other, and taken back, while clients hire, change, list and follow: no request
 * fails. The next release has a new member of employees and a new column. TEST_ROLLING_SECONDS sets for how long the
 * releases run side by side each time.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { employees } from '@muster/contract/resources/employees.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withAccounts } from '../../../bench/accounts.ts';
import { findFreePort } from '../../../server/platform/database/embedded/free-port.ts';
import { versionOf } from '../../../server/platform/store/stored-text.ts';
import { call, type Reply, tokenFor } from '../../support/calls.ts';
import { upgradeExamples } from '../../support/commands/story-examples.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import type { Row } from '../../support/examples.ts';
import { inFull } from '../../support/form.ts';
import { runMuster } from '../../support/muster-line.ts';
import { type Company, company, hiring } from '../../support/people/people.ts';
import type { TestClient } from '../../support/service.ts';
import { type DataFolder, dataFolder, type StartedService } from '../../support/started-service.ts';
import type { TreeCopy } from '../../support/tree-copy.ts';
import { type Balancer, startBalancer } from '../../support/upgrade/balancer.ts';
import { type Load, startLoad } from '../../support/upgrade/load.ts';
import { nextBuild, nextMigrations } from '../../support/upgrade/next-build.ts';
import { asService } from '../../support/upgrade/rows.ts';
import { answer, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';

const sideBySideMs = Number(process.env.TEST_ROLLING_SECONDS ?? 1) * 1000;
const masterKey = randomBytes(32);
const places = [0, 1] as const;
type Place = (typeof places)[number];

let database: FreshDatabase;
let next: TreeCopy;
let folders: DataFolder[];
let urls: string[];
const running: (StartedService | undefined)[] = [];
let balancer: Balancer;
let receiver: Receiver;
let client: TestClient;
let where: Company;
let load: Load;

const environment = () => ({
  DATABASE_URL: database.url,
  HOST: '127.0.0.1',
  MUSTER_PUBLIC_URL: 'http://muster.example',
  MUSTER_ENCRYPTION_KEY: masterKey.toString('hex'),
  MUSTER_FILES_DIR: `${folders[0]?.path}/shared-files`,
  MUSTER_DEMO: 'false',
  MUSTER_DRAIN_SECONDS: '1',
  MUSTER_LOG_LEVEL: 'warn',
  MUSTER_REQUESTS_PER_MINUTE: '1000000',
  MUSTER_WEBHOOK_NETWORKS: 'loopback',
});

/** Null: the release of this tree. */
async function start(place: Place, build: TreeCopy | null): Promise<void> {
  const env = { ...environment(), PORT: new URL(urls[place] ?? '').port };
  running[place] = await folders[place]?.start({ env, ...(build && { cwd: build.path }) });
}

async function stop(place: Place): Promise<void> {
  const ended = await running[place]?.signal('SIGTERM');
  running[place] = undefined;
  expect(ended?.status).toBe(0);
}

/** What an operator does with each node. Then both releases run next to each other for a while. */
async function replace(place: Place, build: TreeCopy | null): Promise<void> {
  await stop(place);
  await start(place, build);
  await pause(sideBySideMs);
}

const at = (place: Place, method: string, path: string, body?: unknown, headers = {}) =>
  call(urls[place] ?? '', client.token, method, path, { ...(body !== undefined && { body }), headers });
const person = async (place: Place, id: string): Promise<Row> =>
  (await at(place, 'GET', `/svc-api/employees/${id}`)).body;

beforeAll(async () => {
  [database, next, receiver] = await Promise.all([freshDatabase(), nextBuild(), startReceiver()]);
  receiver.behave(answer(204));
  folders = await Promise.all(places.map(() => dataFolder()));
  urls = await Promise.all(places.map(async () => `http://127.0.0.1:${await findFreePort()}`));
  const { url } = database;
  const credentials = await withAccounts({ url, superuserUrl: url }, masterKey, (_, open) => open('acme'));
  for (const place of places) await start(place, null);
  balancer = await startBalancer(urls);
  const token = await tokenFor(urls[0] ?? '', credentials);
  client = {
    credentials,
    token,
    call: (method, path, options) => call(balancer.url, token, method, path, options),
  } as TestClient;
  where = await company(client);
  await client.call('POST', '/svc-api/webhook-endpoints', {
    body: { name: 'All', apiVersion: '2024-11-01', topics: ['employee.*'], webhookUrl: `${receiver.url}/all` },
  });
  load = startLoad(balancer.url, client, where);
}, 120_000);
afterAll(async () => {
  await load?.end();
  for (const place of places) await running[place]?.signal('SIGTERM');
  await balancer?.close();
  await receiver?.close();
  for (const folder of folders ?? []) await folder.discard();
  await next?.discard();
  await database?.drop();
});

/** How many employees have a text of this release. */
const ownTexts = () =>
  asService<{ own: number; others: number }>(
    database.url,
    `select count(*) filter (where representation_version = ${versionOf(employees)})::integer as own,
       count(*) filter (where representation_version is distinct from ${versionOf(employees)})::integer as others
     from employees`,
  );

test('side by side, each release shows all people in its own form, and loses nothing of the other', async () => {
  const early = await person(0, (await at(0, 'POST', '/svc-api/employees', hiring(where))).body.id);
  await pause(sideBySideMs);
  await replace(0, next);

  const [newer, older] = [0, 1] as const;
  expect(await person(newer, early.id)).toEqual({ ...early, nickname: null });
  const made = await at(newer, 'POST', '/svc-api/employees', hiring(where, { nickname: 'Nono' }));
  const { nickname, ...shared } = made.body;
  expect([made.status, nickname]).toEqual([201, 'Nono']);
  const path = `/svc-api/employees/${shared.id}`;
  const seen = await at(older, 'GET', path);
  expect(seen.body).toEqual(shared);
  expect((await at(older, 'GET', `/svc-api/employees?id=${shared.id}`)).body.items).toEqual([shared]);

  // A change at one node with the entity tag of the other.
  const etag = seen.headers.get('etag') ?? '';
  expect((await at(newer, 'PATCH', path, { givenName: 'Nora' }, { 'if-match': etag })).status).toBe(200);
  expect((await at(older, 'PATCH', path, { familyName: 'Lindqvist' })).body).not.toHaveProperty('nickname');
  expect(await person(newer, shared.id)).toMatchObject({
    givenName: 'Nora',
    familyName: 'Lindqvist',
    nickname: 'Nono',
  });
  expect((await at(newer, 'PATCH', path, { nickname: 'No' })).body).toMatchObject({ nickname: 'No' });

  // The history knows all members of every state, whichever release wrote the next one.
  const { items } = (await at(newer, 'GET', `${path}/versions?sort=id`)).body;
  expect(
    items.map(({ data }: { data: Record<string, unknown> }) => [data.givenName, data.familyName, data.nickname]),
  ).toEqual([
    [shared.givenName, shared.familyName, 'Nono'],
    ['Nora', shared.familyName, 'Nono'],
    ['Nora', 'Lindqvist', 'Nono'],
    ['Nora', 'Lindqvist', 'No'],
  ]);
  // Nobody rewrites rows while both run.
  expect((await ownTexts())[0]?.own).toBeGreaterThan(0);
  expect([load.failures, balancer.failures]).toEqual([[], []]);
}, 120_000);

inFull(
  'when every node has the next release, rows are rewritten in the background',
  async () => {
    await replace(1, next);
    for (let tries = 0; (await ownTexts())[0]?.own !== 0; tries += 1) {
      expect(tries).toBeLessThan(300);
      await pause(100);
    }
    const doctor = JSON.parse((await runMuster(['doctor', '--json'], muster())).stdout);
    const finding = (name: string) => doctor.checks.find((check: { name: string }) => check.name === name).finding;
    expect(finding('schema')).toContain(`prepared for a later release (${nextMigrations.expand})`);
    expect([load.failures, balancer.failures]).toEqual([[], []]);
  },
  120_000,
);

const muster = () => ({ ...environment(), PATH: process.env.PATH ?? '', MUSTER_DATA_DIR: folders[0]?.path ?? '' });

inFull(
  'both nodes go back to the first release, and nothing was lost on the way',
  async () => {
    for (const place of places) await replace(place, null);
    await load.end();
    const events = await published();
    await load.follower.finish(events.length, 20_000);
    expect(load.follower.seen).toEqual(events.map(({ id }) => id));
    const hiredBefore = new Set(events.filter(({ topic }) => topic === 'employee.created').map(({ data }) => data.id));
    expect(load.hiredIds.filter((id) => !hiredBefore.has(id))).toEqual([]);
    for (const [id, familyName] of load.namesById) {
      const found = await person(0, id);
      expect(found).toMatchObject({ familyName });
      expect(found).not.toHaveProperty('nickname');
    }
    const wanted = events.filter(({ topic }) => topic.startsWith('employee.')).map(({ id }) => id);
    const received = () => new Set(receiver.received.map(({ body }) => JSON.parse(String(body)).id));
    for (let tries = 0; wanted.some((id) => !received().has(id)); tries += 1) {
      expect(tries).toBeLessThan(200);
      await pause(100);
    }
    expect([load.failures, balancer.failures]).toEqual([[], []]);
    for (const count of Object.values(load.counts)) expect(count).toBeGreaterThan(20);
    for (const url of urls) expect(balancer.answered.get(url)).toBeGreaterThan(20);
  },
  120_000,
);

interface Published {
  readonly id: string;
  readonly topic: string;
  readonly data: { readonly id: string };
}

/** All events, when none is on its way any more. */
async function published(): Promise<Published[]> {
  while ((await asService(database.url, 'select from outbox')).length > 0) await pause(50);
  const all: Published[] = [];
  for (let path: string | null = '/svc-api/events?limit=1000&include=links'; path !== null; ) {
    const { body }: Reply = await at(0, 'GET', path);
    all.push(...body.items);
    const next: string | undefined = body.links.next?.href;
    path = next === undefined ? null : next.slice(next.indexOf('/svc-api'));
  }
  return all;
}

inFull(
  'the end of an upgrade waits for nodes of the former release, and shuts that release out',
  async () => {
    const finish = () =>
      folders[0]?.run(['cli/main.ts', ...upgradeExamples[0].split(' ').slice(1)], {
        cwd: next.path,
        env: environment(),
      });
    const refused = await finish();
    expect([refused?.status, refused?.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^Process \d+ on \S+ runs a release that needs what the migration 9002\S+ removes\. Stop it/,
      ),
    ]);
    for (const place of places) await stop(place);
    const finished = await finish();
    expect([finished?.stderr, finished?.status, finished?.stdout]).toEqual([
      '',
      0,
      `Applied:\n  ${nextMigrations.contract}\n`,
    ]);
    await expect(start(0, null)).rejects.toThrow(
      `The schema is too new for this release: the migration ${nextMigrations.contract} has removed what this release needs. Start the release that made it`,
    );
  },
  120_000,
);
