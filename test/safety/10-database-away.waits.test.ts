/** While PostgreSQL is unreachable, restarting, full or read-only, clients are asked to retry, and nothing is lost. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FragileDatabase, startFragileDatabase } from '../faults/database.ts';
import { upload } from '../support/files/files.ts';
import { inForm, inFull, oneIn } from '../support/form.ts';
import { type LegacyClient, legacyClient } from '../support/legacy/legacy.ts';
import { browser, type TestPerson } from '../support/people/person.ts';
import { putPreparedCluster } from '../support/prepared-cluster.ts';
import { type Reply, type TestClient, type TestService, testService } from '../support/service.ts';

let dataDir: string;
let server: FragileDatabase;
let service: TestService;
let client: TestClient;
let person: TestPerson;
let legacy: LegacyClient;
let taxonomyId: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-away-'));
  await putPreparedCluster(dataDir);
  server = await startFragileDatabase(dataDir);
  service = await testService({ databaseUrl: server.url });
  const account = await service.openAccount('acme');
  client = await service.client(account);
  person = await service.person(account);
  legacy = await legacyClient(service, account);
  taxonomyId = (await client.call('POST', '/svc-api/taxonomies', { body: { name: 'Skills' } })).body.id;
}, 60_000);
afterAll(async () => {
  await service.stop();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

let names = 0;
const label = () => {
  names += 1;
  return { name: `Label ${names}`, taxonomy: { type: 'taxonomy', id: taxonomyId } };
};
const form = (members: Record<string, string>) => ({
  body: new URLSearchParams(members).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: undefined },
});
const asClient = () => {
  const { clientId, clientSecret } = client.credentials;
  return { client_id: clientId, client_secret: clientSecret };
};

/** Requests of every kind, in every API. */
const reads: Readonly<Record<string, () => Promise<Reply>>> = {
  'a list': () => client.call('GET', '/svc-api/taxonomies'),
  'one resource': () => client.call('GET', `/svc-api/taxonomies/${taxonomyId}`),
  'one resource with HEAD': () => client.call('HEAD', `/svc-api/taxonomies/${taxonomyId}`),
  'the events': () => client.call('GET', '/svc-api/events'),
  'the events, waiting': () => client.call('GET', '/svc-api/events?wait=1'),
  'an address without a resource': () => client.call('GET', '/svc-api/taxonomies/999999'),
  'the administration': () => person.call('GET', '/admin-api/client-applications'),
  'the person signed in': () => person.call('GET', '/admin-api/session'),
  'introspection of a token': () =>
    client.call('POST', '/connect/introspection', form({ ...asClient(), token: client.token })),
  'legacy leaves': () => legacy.call('/api/v3/leaves'),
  'legacy users': () => legacy.call('/api/v3/users'),
};
const writes: Readonly<Record<string, () => Promise<Reply>>> = {
  'a creation': () => client.call('POST', '/svc-api/taxonomy-labels', { body: label() }),
  'a creation under a key': () =>
    client.call('POST', '/svc-api/taxonomy-labels', { body: label(), headers: { 'idempotency-key': `k${names}` } }),
  'a change': () => client.call('PATCH', `/svc-api/taxonomies/${taxonomyId}`, { body: { name: `Skills ${names++}` } }),
  'an upload': () => upload(client),
  'a change in the administration': () =>
    person.call('PATCH', '/admin-api/account-settings/current', { body: { requestLogDays: 1 + (names++ % 20) } }),
  'a sign-in': () =>
    browser(service.url).call('POST', '/admin-api/session', {
      body: { account: 'acme', environment: 'production', email: person.email, password: person.password },
    }),
};
const tokenRequest = () =>
  client.call('POST', '/connect/token', form({ ...asClient(), grant_type: 'client_credentials' }));

const inOwnForm = (reply: Reply, what: string): void => {
  expect([what, reply.status, reply.text.slice(0, 200)]).toEqual([what, 503, expect.anything()]);
  expect([what, Number(reply.headers.get('retry-after'))]).toEqual([what, expect.any(Number)]);
  expect(Number(reply.headers.get('retry-after')), what).toBeGreaterThan(0);
  if (reply.text === '') return;
  if (what.startsWith('legacy')) expect(reply.body, what).toMatchObject({ Status: 503, StackTrace: null });
  else if (/token/.test(what)) expect(reply.body, what).toMatchObject({ error: 'temporarily_unavailable' });
  else {
    expect(reply.headers.get('content-type'), what).toContain('application/problem+json');
    expect(reply.body, what).toMatchObject({
      status: 503,
      type: expect.stringMatching(/\/problems\/(unavailable|outcome-unknown)$/),
    });
  }
  expect(reply.text, what).not.toMatch(/ECONN|pg_|postgres|sql/i);
};

async function everythingRefused(requests: Readonly<Record<string, () => Promise<Reply>>>): Promise<void> {
  for (const [what, send] of Object.entries(requests)) inOwnForm(await send(), what);
}

/** Restores the database after every test. */
async function during(begin: () => Promise<void>, end: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  await begin();
  await work().finally(end);
  await everythingAnswers();
}

const ready = async () => (await fetch(`${service.url}/health/ready`)).status;
const live = async () => (await fetch(`${service.url}/health/live`)).status;

async function everythingAnswers(): Promise<void> {
  await expect.poll(ready, { timeout: 15_000 }).toBe(200);
  for (const [what, send] of Object.entries({ ...reads, ...writes, 'a token': tokenRequest })) {
    const reply = await send();
    const isAnswered = reply.status < 400 || what === 'an address without a resource';
    expect([what, isAnswered ? '' : `${reply.status} ${reply.text}`]).toEqual([what, '']);
  }
}

async function asSuperuser<T>(work: (connection: pg.Client) => Promise<T>): Promise<T> {
  const connection = new pg.Client({ connectionString: server.superuserUrl });
  connection.on('error', () => undefined);
  await connection.connect();
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}
const sql = (...texts: string[]) =>
  asSuperuser(async (connection) => {
    for (const text of texts) await connection.query(text);
  });
const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'muster'`;

test('when all is well every one of these requests is answered', async () => {
  await everythingAnswers();
});

describe('answers 503 with Retry-After on every API, and goes on by itself', () => {
  const everything = { ...reads, ...writes, 'a token': tokenRequest };
  const refusedEverywhere = async () => {
    // A node caches client applications for a second.
    await expect.poll(async () => (await tokenRequest()).status).toBe(503);
    await expect.poll(async () => (await reads['introspection of a token']?.())?.status).toBe(503);
    await everythingRefused(everything);
    expect([await ready(), await live()]).toEqual([503, 200]);
  };

  test('while PostgreSQL is stopped', () => during(server.hold, server.release, refusedEverywhere));

  test('while PostgreSQL takes no new connection', () =>
    during(
      () => sql('alter role muster connection limit 0', endSessions),
      () => sql('alter role muster connection limit -1'),
      refusedEverywhere,
    ));

  inFull('while the role of the service may not log in', () =>
    during(
      () => sql('alter role muster nologin', endSessions),
      () => sql('alter role muster login'),
      refusedEverywhere,
    ),
  );

  test('to changes while PostgreSQL is read-only, and still reads', () =>
    during(
      () => sql('alter system set default_transaction_read_only = on', 'select pg_reload_conf()'),
      () => sql('alter system reset default_transaction_read_only', 'select pg_reload_conf()'),
      async () => {
        await expect.poll(ready).toBe(503);
        expect(await live()).toBe(200);
        await everythingRefused(writes);
        for (const [what, send] of Object.entries(reads)) {
          expect([what, (await send()).status]).toEqual([what, expect.toBeOneOf([200, 404, 503])]);
        }
        expect((await client.call('GET', '/svc-api/taxonomies')).status).toBe(200);
      },
    ));
});

/** Errors of PostgreSQL when it is full, out of memory, stopping, starting, or ends a session. */
const codes = [
  '53100',
  '53200',
  '53300',
  '53400',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '25006',
  '08006',
  '58030',
];

test.each(oneIn(3, codes))('a change that PostgreSQL refuses with %s is answered with 503', async (code) => {
  await sql(
    `create or replace function refuse() returns trigger language plpgsql as
     $$ begin raise exception 'refused' using errcode = '${code}'; end $$`,
    'create or replace trigger refusing before insert on taxonomy_labels execute function refuse()',
  );
  const reply = await client.call('POST', '/svc-api/taxonomy-labels', { body: label() });
  const readiness = await ready();
  await sql('drop trigger refusing on taxonomy_labels');
  inOwnForm(reply, code);
  if (/^53|^58/.test(code)) expect(readiness).toBe(503);
  expect((await client.call('POST', '/svc-api/taxonomy-labels', { body: label() })).status).toBe(201);
});

test('after a full disk the service is ready again once there is room', async () => {
  await expect.poll(ready, { timeout: 10_000 }).toBe(200);
});

const asks = inForm({ short: 400, full: 1000 });

test('asking for readiness hundreds of times costs a few statements and writes nothing', async () => {
  const counted = () =>
    asSuperuser(async (connection) => {
      const { rows } = await connection.query(
        `select sum(calls)::int as calls from pg_stat_database, lateral (select xact_commit + xact_rollback as calls) as one where datname = 'muster'`,
      );
      return (rows[0] as { calls: number }).calls;
    });
  const before = await counted();
  for (let asked = 0; asked < asks; asked += 1) expect(await ready()).toBe(200);
  // Work in the background and late statistics are counted too: some tens, however often somebody asks.
  expect((await counted()) - before).toBeLessThan(0.3 * asks);
});
