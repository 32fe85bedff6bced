/**
 * Accounts on the workers of Citus: MUSTER_TEST_DATABASE_URL names a coordinator as a superuser, and all servers have a role
 * muster_test. Without one, only the refusals are tested.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { distributeExamples } from '../../support/commands/story-examples.ts';
import { emptyDatabase, freshDatabase } from '../../support/database.ts';
import { joinServers, onEachPart, serversOf } from '../../support/distributed.ts';
import { leaveAccount, leaveOf } from '../../support/leaves/leaves.ts';
import { runMuster } from '../../support/muster-line.ts';
import { company, hired } from '../../support/people/people.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';
import { dataFolder, demoClient } from '../../support/started-service.ts';

let servers: string[] = [];
beforeAll(async () => {
  servers = await serversOf(inject('superuserUrl'));
});
const isCitus = Boolean(process.env.MUSTER_TEST_DATABASE_URL);

const muster = (example: (typeof distributeExamples)[number], databaseUrl: string) =>
  runMuster(example.replace('DATABASE_URL=postgres://… ', '').split(' ').slice(1), {
    DATABASE_URL: databaseUrl,
    MUSTER_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    MUSTER_DEMO: 'false',
  });

describe.skipIf(isCitus)('without Citus', () => {
  test.each(distributeExamples)('%s is refused', async (example) => {
    const fresh = await freshDatabase();
    onTestFinished(() => fresh.drop());
    const refused = await muster(example, fresh.url);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('The database has no extension citus.');
  });

  test('the embedded PostgreSQL is refused', async () => {
    const refused = await muster(distributeExamples[0], '');
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('Set DATABASE_URL to the connection string of the coordinator');
  });
});

describe.runIf(isCitus)('on Citus', () => {
  test.each(distributeExamples)(
    '%s spreads an empty database, once',
    async (example) => {
      const fresh = await emptyDatabase();
      onTestFinished(() => fresh.drop());
      await joinServers(servers, new URL(fresh.url).pathname.slice(1));
      const done = await muster(example, fresh.url);
      expect(done).toMatchObject({ status: 0, stderr: '' });
      expect(done.stdout).toContain('are spread over 2 workers');
      const again = await muster(example, fresh.url);
      expect(again).toMatchObject({ status: 1, stdout: '' });
      expect(again.stderr).toContain('The database is distributed already.');
    },
    300_000,
  );

  test('a first start makes the demo on the workers, and a second one finds it', async () => {
    const fresh = await freshDatabase();
    onTestFinished(() => fresh.drop(), 60_000);
    const key = randomBytes(32).toString('hex');
    const folder = await dataFolder(undefined, { DATABASE_URL: fresh.url, MUSTER_ENCRYPTION_KEY: key });
    onTestFinished(folder.discard, 60_000);
    for (const start of ['first', 'second']) {
      const service = await folder.start();
      const get = await demoClient({ ...folder.credentials(), baseUrl: service.url, authUrl: service.url });
      const { body } = await get('GET', '/svc-api/employees?limit=0&include=totalCount');
      expect([start, body.totalCount]).toEqual([start, 250]);
      expect(await service.signal('SIGTERM')).toMatchObject({ status: 0 });
    }
  }, 300_000);

  test('8 writers: events are in the order of the changes of each row, and of one transaction together', async () => {
    const service = await testService();
    onTestFinished(() => service.stop());
    const { events, people } = await eventsOfWriters(service);
    expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, index) => index + 1));
    expect(disorderIn(events, people)).toEqual([]);
    // Numbers of a worker would be those of another range.
    for (const id of people) expect(Number(id)).toBeLessThan(1_000_000);
    const [{ nodes } = { nodes: 0 }] = await rowsOf(service.database.query);
    expect(nodes).toBe(2);
  }, 300_000);

  test('with numbers of different servers, the same writers would be out of order', async () => {
    const service = await testService();
    onTestFinished(() => service.stop());
    const [{ name } = { name: '' }] = await service.database.query<{ name: string }>(
      'select current_database() as name',
    );
    const coordinator = Object.assign(new URL(inject('superuserUrl')), { pathname: `/${name}` }).href;
    await onEachPart(coordinator, 'outbox', drawHere);
    const { events, people } = await eventsOfWriters(service);
    expect(disorderIn(events, people)).not.toEqual([]);
  }, 300_000);

  test.each(['32', '64'])(
    'two accounts move from one PostgreSQL to two workers, in %s parts',
    async (shards) => {
      const [from, to] = [await emptyDatabase(), await emptyDatabase()];
      const folder = await mkdtemp(join(tmpdir(), 'muster-moved-'));
      onTestFinished(async () => {
        for (const one of [from, to]) await one.drop();
        await rm(folder, { recursive: true });
      }, 300_000);
      const masterKey = randomBytes(32);
      const run = async (databaseUrl: string, ...words: string[]) => {
        const ended = await runMuster(words, {
          DATABASE_URL: databaseUrl,
          MUSTER_ENCRYPTION_KEY: masterKey.toString('base64'),
          MUSTER_DATA_DIR: folder,
          MUSTER_DEMO: 'false',
        });
        expect(ended).toMatchObject({ status: 0, stderr: '' });
      };
      const before = await testService({ databaseUrl: from.url, masterKey });
      onTestFinished(() => before.stop());
      const clients: TestClient[] = [];
      for (const name of ['acme', 'globex']) {
        const client = await before.client(await before.openAccount(name));
        await hired(client, await company(client), { remoteId: name });
        await run(from.url, 'accounts', 'export', '--account', name, '--output', join(folder, name));
        clients.push(client);
      }
      await joinServers(servers, new URL(to.url).pathname.slice(1));
      await run(to.url, 'distribute', '--shards', shards);
      for (const name of ['acme', 'globex']) await run(to.url, 'accounts', 'import', join(folder, name));

      const after = await testService({ databaseUrl: to.url, masterKey });
      onTestFinished(() => after.stop());
      for (const client of clients) {
        const there = await after.renewed(client);
        const list = async ({ call }: TestClient) => (await call('GET', '/svc-api/employees')).text;
        expect(await list(there)).toBe((await list(client)).replaceAll(before.url, after.url));
        await useAccount(after, there);
      }
      for (const name of ['acme', 'globex']) {
        await run(to.url, 'calendars', 'list', '--account', name);
        await run(to.url, 'webhooks', 'list', '--account', name);
      }
      const placed = await after.database.query(`select accounts.name, count(distinct part.groupid)::integer as workers
from accounts join pg_dist_placement as part
  on part.shardid = get_shard_id_for_distribution_column('employees', accounts.id) group by rollup (accounts.name)
order by accounts.name`);
      expect(placed).toEqual([
        { name: 'acme', workers: 1 },
        { name: 'globex', workers: 1 },
        { name: null, workers: 2 },
      ]);
    },
    600_000,
  );
});

/** A hire, a change and a leave; their events, a list, a version and a snapshot show them. */
async function useAccount(service: TestService, client: TestClient): Promise<void> {
  const person = await hired(client, await company(client), { remoteId: 'new' });
  const path = `/svc-api/employees/${person.id}`;
  expect((await client.call('PATCH', path, { body: { givenName: 'Changed' } })).status).toBe(200);
  await leaveOf(client, person, await leaveAccount(client), '2024-09-16/2024-09-20');
  // Who comes while the first partitions are made, in as many parts, does not wait for them.
  const topics = async () => {
    await service.publisher.publishAll();
    return (await allEvents(client)).map(({ topic }) => topic);
  };
  await expect.poll(topics, { timeout: 60_000 }).toEqual(expect.arrayContaining(['employee.updated', 'leave.created']));
  const { body: found } = await client.call('GET', '/svc-api/employees?remoteId=new');
  expect(found.items.map(({ givenName }: { givenName: string }) => givenName)).toEqual(['Changed']);
  expect((await client.call('GET', `${path}/versions`)).body.items).toHaveLength(2);
  const { text: snapshot } = await client.call('GET', '/svc-api/employees', { headers: { accept: 'text/csv' } });
  expect(snapshot.trim().split('\n')).toHaveLength(3);
}

const changesEach = 25;

/** On a worker, half of the events get its own number and transaction, as defaults of columns would give them. */
async function drawHere(worker: pg.Client, parts: readonly string[]): Promise<void> {
  await worker.query(`create function draw_here() returns trigger language plpgsql as $draw$
begin
  if random() < 0.5 then
    new.seq := nextval('outbox_seq_seq');
    new.transaction_id := pg_current_xact_id();
  end if;
  return new;
end $draw$`);
  for (const part of parts) {
    await worker.query(`create trigger draw_here before insert on ${part} for each row execute function draw_here()`);
  }
}

/** Everything that 8 writers cause, in the order of publication, and the ids of the people whom they change. */
async function eventsOfWriters(service: TestService): Promise<{ events: Event[]; people: string[] }> {
  const client = await service.client(await service.openAccount('acme'));
  const places = await company(client);
  const shared = await hired(client, places, { remoteId: 'shared' });
  const own = [];
  for (let writer = 0; writer < 8; writer += 1) own.push(await hired(client, places, { remoteId: `own ${writer}` }));
  await Promise.all(own.map((person) => changed(client, person.id, shared.id)));
  await service.publisher.publishAll();
  return { events: await allEvents(client), people: [shared, ...own].map(({ id }) => id) };
}

/** Each event that does not begin where the one before it ended, and each hire whose parts are apart. */
function disorderIn(events: readonly Event[], people: readonly string[]): string[] {
  return people.flatMap((id) => {
    const history = events.filter(({ data }) => data.type === 'employee' && data.id === id);
    const faults = history.slice(1).flatMap(({ id: event, previousAttributes }, index) => {
      const former = history[index]?.data.givenName;
      return previousAttributes?.givenName === former ? [] : [`event ${event} does not follow ${former}`];
    });
    if (history.length <= changesEach) faults.push(`${id} has ${history.length} events`);
    // A hire is one transaction: the person, the employment and the position follow each other.
    const first = events.findIndex(({ data }) => data.id === id && data.type === 'employee');
    const together = events.slice(first, first + 3).map(({ topic }) => topic);
    const isTogether = together.join() === 'employee.created,employment.created,job-position.created';
    return isTogether ? faults : [...faults, `the hire of ${id} is ${together.join()}`];
  });
}

/** Every other change is one of the row that all writers change. */
async function changed(client: TestClient, own: string, shared: string): Promise<void> {
  for (let count = 1; count <= 2 * changesEach; count += 1) {
    const id = count % 2 === 0 ? shared : own;
    const { status } = await client.call('PATCH', `/svc-api/employees/${id}`, {
      body: { givenName: `${own} ${count}` },
    });
    expect(status).toBe(200);
  }
}

interface Event {
  readonly id: string;
  readonly topic: string;
  readonly data: { readonly id: string; readonly type: string; readonly givenName?: string };
  readonly previousAttributes?: { readonly givenName?: string };
}

async function allEvents(client: TestClient): Promise<Event[]> {
  const events: Event[] = [];
  for (;;) {
    const after = Number(events.at(-1)?.id ?? 0) + 1;
    const { body } = await client.call('GET', `/svc-api/events?id.between=${after}--..&limit=500`);
    if (body.items.length === 0) return events;
    events.push(...body.items);
  }
}

/** On how many workers the parts of a table are. */
const rowsOf = (query: (text: string) => Promise<unknown[]>): Promise<{ nodes: number }[]> =>
  query(`select count(distinct nodename || ':' || nodeport)::integer as nodes from citus_shards
where table_name = 'employees'::regclass`) as Promise<{ nodes: number }[]>;
