/**
 * Accounts on the workers of Citus: MUSTER_TEST_DATABASE_URL names a coordinator as a superuser, and all servers have a role
 * muster_test. Without one, only the refusals are tested.
 */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { distributeExamples } from '../../support/commands/story-examples.ts';
import { emptyDatabase, freshDatabase } from '../../support/database.ts';
import { joinServers, serversOf } from '../../support/distributed.ts';
import { runMuster } from '../../support/muster-line.ts';
import { company, hired } from '../../support/people/people.ts';
import { type TestClient, testService } from '../../support/service.ts';

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

  test('8 writers: events are in the order of the changes of each row, and of one transaction together', async () => {
    const service = await testService();
    onTestFinished(() => service.stop());
    const account = await service.openAccount('acme');
    const client = await service.client(account);
    const places = await company(client);
    const shared = await hired(client, places, { remoteId: 'shared' });
    const own = [];
    for (let writer = 0; writer < 8; writer += 1) own.push(await hired(client, places, { remoteId: `own ${writer}` }));
    await Promise.all(own.map((person) => changed(client, person.id, shared.id)));
    await service.publisher.publishAll();

    const events = await allEvents(client);
    expect(events.map(({ id }) => Number(id))).toEqual(events.map((_, index) => index + 1));
    for (const { id } of [shared, ...own]) {
      const history = events.filter(({ data }) => data.type === 'employee' && data.id === id);
      expect(history.length).toBeGreaterThan(changesEach);
      expect(history.slice(1).map(({ previousAttributes }) => previousAttributes?.givenName)).toEqual(
        history.slice(0, -1).map(({ data }) => data.givenName),
      );
      // A hire is one transaction: the person, the employment and the position follow each other.
      const first = events.findIndex(({ data }) => data.id === id && data.type === 'employee');
      const together = events.slice(first, first + 3).map(({ topic }) => topic);
      expect(together).toEqual(['employee.created', 'employment.created', 'job-position.created']);
    }
    const [{ nodes } = { nodes: 0 }] = await rowsOf(service.database.query);
    expect(nodes).toBe(2);
  }, 300_000);
});

const changesEach = 25;

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
