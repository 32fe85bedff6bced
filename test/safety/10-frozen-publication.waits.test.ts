/**
 * A node that freezes or is disconnected while it publishes events delays the others for seconds, and wakes harmlessly.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CutNetwork, startCutNetwork, through } from '../faults/cut-network.ts';
import { inFull } from '../support/form.ts';
import { type ProcessNode, type Stage, silenceMs, stage, statusOf } from '../support/frozen.ts';
import { call, type TestClient, type TestService, testService } from '../support/service.ts';
import { createEndpoint } from '../support/webhooks/webhooks.ts';

let place: Stage;
let network: CutNetwork;
let api: TestService;
let client: TestClient;
const others: TestService[] = [];

beforeEach(async () => {
  place = await stage();
  network = await startCutNetwork(() => Number(new URL(place.database.url).port));
  const { url: databaseUrl } = place.database;
  api = await testService({ databaseUrl, masterKey: place.masterKey });
  // It serves requests, and leaves publication to the others.
  await api.publisher.stop();
  const account = await api.openAccount('acme');
  client = await api.client(account);
  await createEndpoint(client, 'https://hooks.example.net/');
  await place.observer.query(`select set_config('muster.account_id', $1, false)`, [account.id]);
}, 120_000);
afterEach(async () => {
  for (const other of others.splice(0)) await other.stop();
  await api.stop();
  network.mend();
  await place.close();
  await network.close();
});

const secondNode = async () => {
  others.push(await testService({ databaseUrl: place.database.url, masterKey: place.masterKey }));
};

const create = (name: string) => client.call('POST', '/svc-api/taxonomies', { body: { name } });
const eventIds = async (): Promise<string[]> =>
  (await client.call('GET', '/svc-api/events?limit=1000&sort=id')).body.items.map(({ id }: { id: string }) => id);
const namesIn = async (): Promise<string[]> =>
  (await client.call('GET', '/svc-api/events?limit=1000&sort=id')).body.items
    .filter(({ topic }: { topic: string }) => topic === 'taxonomy.created')
    .map(({ data }: { data: { name: string } }) => data.name);

/** The duration of the publication of one node, so that it is certainly running when the node is frozen. */
const publicationMs = 1500;

/** Inside the publication: it holds the lock of the account and writes its events. */
async function insidePublication(node: ProcessNode): Promise<void> {
  await node.ready();
  await place.observer.query(
    `create function linger() returns trigger language plpgsql as $$ begin
  if current_setting('application_name') like '%:${node.pid}' then perform pg_sleep(${publicationMs / 1000}); end if;
  return null;
end $$`,
  );
  await place.observer.query('create trigger lingering before insert on events execute function linger()');
  expect((await create('Before')).status).toBe(201);
  await place.lingers(node);
}

async function othersGoOn(sinceMs: number): Promise<void> {
  await secondNode();
  expect((await create('Meanwhile')).status).toBe(201);
  await expect.poll(namesIn, { timeout: 20_000, interval: 50 }).toEqual(['Before', 'Meanwhile']);
  expect(performance.now() - sinceMs).toBeLessThan(publicationMs + silenceMs + 4000);
}

async function wakesHarmlessly(node: ProcessNode): Promise<void> {
  await expect.poll(() => statusOf(`${node.url}/health/ready`), { timeout: 20_000 }).toBe(200);
  const after = await call(node.url, client.token, 'POST', '/svc-api/taxonomies', { body: { name: 'After' } });
  expect(after.status, after.text).toBe(201);
  await expect.poll(namesIn, { timeout: 10_000 }).toEqual(['Before', 'Meanwhile', 'After']);
  const ids = await eventIds();
  expect(ids).toEqual(ids.map((_, index) => String(index + 1)));
  expect(node.breakdowns).toEqual([]);
}

test('a node that is frozen inside a publication delays the events of its account by seconds', async () => {
  const node = await place.start({ MUSTER_ROLE: 'all', MUSTER_PUBLIC_URL: api.url });
  await insidePublication(node);
  node.freeze();
  const frozenMs = performance.now();
  await place.isSilent(node);
  await othersGoOn(frozenMs);
  node.thaw();
  await wakesHarmlessly(node);
}, 60_000);

inFull(
  'a node that is cut off inside a publication delays the events of its account by seconds',
  async () => {
    const env = { MUSTER_ROLE: 'all', MUSTER_PUBLIC_URL: api.url, DATABASE_URL: through(network, place.database.url) };
    const node = await place.start(env);
    await insidePublication(node);
    network.cut();
    const cutMs = performance.now();
    await place.isSilent(node);
    await othersGoOn(cutMs);
    // Requests to it meanwhile are asked at once to retry.
    const refused = await call(node.url, client.token, 'GET', '/svc-api/taxonomies');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await statusOf(`${node.url}/health/ready`)).toBe(503);
    network.mend();
    await wakesHarmlessly(node);
  },
  60_000,
);
