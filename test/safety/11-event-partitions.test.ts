/** The shared table of events gets a partition per week of the machine clock, independent of sandbox clocks. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Account } from '../../server/identity/accounts/accounts.ts';
import type { TestPerson } from '../support/people/person.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';

let service: TestService;
let owner: TestPerson;
let sandbox: Account;
let client: TestClient;

beforeAll(async () => {
  service = await testService();
  const account = await service.openAccount('acme');
  owner = await service.person(account);
  const made = await owner.call('POST', '/admin-api/sandboxes', { body: {} });
  sandbox = { ...account, id: made.body.id, environment: 'sandbox', sandbox: made.body.name };
  await vi.waitFor(
    async () => {
      expect((await owner.call('GET', `/admin-api/sandboxes/${sandbox.id}`)).body.state).toBe('ready');
    },
    { timeout: 30_000, interval: 100 },
  );
  client = await service.client(sandbox);
  await service.housekeeping.clean();
});
afterAll(() => service.stop());

const move = (clock: string | null) => owner.call('PATCH', `/admin-api/sandboxes/${sandbox.id}`, { body: { clock } });

async function partitions(): Promise<string[]> {
  const rows = await service.database.query<{ name: string }>(
    `select child.relname as name from pg_inherits
  join pg_class as child on child.oid = inhrelid join pg_class as parent on parent.oid = inhparent
where parent.relkind = 'p' order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function recorded(name: string): Promise<string> {
  const reply = await client.call('POST', '/svc-api/taxonomies', { body: { name } });
  expect(reply.status, reply.text).toBe(201);
  await service.publisher.publishAll();
  return reply.body.id;
}

const eventOf = async (id: string) => {
  const { body } = await client.call('GET', `/svc-api/events?data.type=taxonomy&data.id=${id}`);
  return body.items[0];
};

test('a sandbox whose clock travels through years makes no partition of any table', async () => {
  await recorded('today');
  const before = await partitions();
  for (let year = 1971; year < 2099; year += 8) {
    expect((await move(`${year}-06-01T00:00:00Z`)).status).toBe(200);
    const id = await recorded(`in ${year}`);
    expect((await eventOf(id)).occurredAt.slice(0, 10)).toBe(`${year}-06-01`);
    const endpoint = await client.call('POST', '/svc-api/webhook-endpoints', {
      body: {
        name: `in ${year}`,
        apiVersion: '2024-11-01',
        webhookUrl: `https://receiver.example.com/${year}`,
        topics: ['*'],
      },
    });
    expect(endpoint.status, endpoint.text).toBe(201);
    const ping = await client.call('POST', '/svc-api/webhook-deliveries', {
      body: { webhookEndpoint: { id: endpoint.body.id } },
    });
    expect(ping.status, ping.text).toBe(201);
  }
  await service.publisher.publishAll();
  await service.activity.flush();
  expect(await partitions()).toEqual(before);
  await move(null);
});

test('there are partitions for two weeks ahead and no more', async () => {
  await service.housekeeping.clean();
  const weeks = (await partitions()).filter((name) => /^events_\d{4}w\d\d$/.test(name));
  expect(weeks).toHaveLength(3);
});

test('a sandbox that lives in the past keeps no partition of the others from being dropped', async () => {
  await move('1990-01-01T00:00:00Z');
  await recorded('long ago');
  const before = await partitions();
  service.advance(100 * 86_400_000);
  await service.housekeeping.clean();
  const after = await partitions();
  expect(after.filter((name) => name.startsWith('events_') && before.includes(name))).toEqual([]);
  expect(after.filter((name) => name.startsWith('events_'))).toHaveLength(3);
});
