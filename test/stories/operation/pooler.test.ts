/**
 * PgBouncer in transaction mode between the service and PostgreSQL. Skipped where it is not installed: `apt-get install
 * pgbouncer`. `TEST_SESSIONS=2 npm run test:database` runs other files of tests through it. `TEST_PGBOUNCER` names
 * another program, such as one that keeps prepared statements.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasPgBouncer, hasStatements, type PgBouncer, startPgBouncer } from '../../../bench/pgbouncer.ts';
import { byService } from '../../../contract/author.ts';
import { derivedKeys } from '../../../server/identity/auth/installation-key.ts';
import { vaultOf } from '../../../server/identity/auth/vault.ts';
import { advisoryLocks } from '../../../server/platform/database/advisory-locks.ts';
import { checkDatabase } from '../../../server/platform/database/checks.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/database.ts';
import { migrate } from '../../../server/platform/database/migrate.ts';
import { statement } from '../../../server/platform/database/statement.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

let fresh: FreshDatabase;
let pooler: PgBouncer;
let service: TestService;

beforeAll(async () => {
  if (!hasPgBouncer) return;
  fresh = await freshDatabase();
  pooler = await startPgBouncer(fresh.url, 6);
  service = await testService({ databaseUrl: pooler.through(fresh.url), masterKey: randomBytes(32) });
});
afterAll(async () => {
  await service?.stop();
  await pooler?.close();
  await fresh?.drop();
});

const openThrough = (through: PgBouncer, connectionsMax: number): OpenDatabase =>
  openDatabase({
    url: through.through(fresh.url),
    connectionsMax,
    statementMs: 10_000,
    now: () => new Date(),
    vault: vaultOf(derivedKeys(Buffer.alloc(32))),
    author: byService(),
    onError: () => undefined,
  });

const names = async (client: TestClient): Promise<string[]> =>
  (await client.call('GET', '/svc-api/taxonomies?limit=1000')).body.items.map(({ name }: { name: string }) => name);

test.skipIf(!hasPgBouncer)(
  'many requests of several accounts share a few sessions, and see their own rows',
  async () => {
    const accounts = await Promise.all(['acme', 'globex', 'initech'].map((name) => service.openAccount(name)));
    const clients = await Promise.all(accounts.map((account) => service.client(account)));
    const made = await Promise.all(
      Array.from({ length: 90 }, (_, at) =>
        clients[at % 3]?.call('POST', '/svc-api/taxonomies', { body: { name: `${at % 3}: ${at}` } }),
      ),
    );
    expect(made.map((reply) => reply?.status)).toEqual(made.map(() => 201));
    for (const [number, client] of clients.entries()) {
      const own = await names(client);
      expect(own).toHaveLength(30);
      expect(own.every((name) => name.startsWith(`${number}: `))).toBe(true);
    }
    for (const reply of made.slice(0, 6)) {
      const read = await Promise.all(
        clients.map((client) => client.call('GET', `/svc-api/taxonomies/${reply?.body.id}`)),
      );
      expect(read.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    }
  },
);

test.skipIf(!hasPgBouncer)(
  'two accounts on one session never see each other, whatever a statement forgets',
  async () => {
    const [one, other] = await Promise.all(['one', 'other'].map((name) => service.openAccount(name)));
    if (!one || !other) throw new Error('There are two accounts.');
    for (const account of [one, other]) {
      await (await service.client(account)).call('POST', '/svc-api/taxonomies', { body: { name: account.id } });
    }
    const narrow = await startPgBouncer(fresh.url, 1);
    const database = openThrough(narrow, 8);
    try {
      // Relies on row-level security alone.
      const forgetful =
        statement(`select current_setting('muster.account_id') as "accountId", pg_backend_pid()::text as process,
      (select string_agg(distinct account_id::text, ',') from taxonomies where $1::bigint is not null) as seen`);
      const seen = await Promise.all(
        Array.from({ length: 60 }, (_, at) => {
          const { id } = at % 2 === 0 ? one : other;
          const read = () => database.session(id).run<{ accountId: string; process: string; seen: string }>(forgetful);
          const inside = () => database.transaction(id, (tx) => tx.run<Awaited<ReturnType<typeof read>>[0]>(forgetful));
          return (at % 3 === 0 ? inside() : read()).then((rows) => ({ id, ...rows[0] }));
        }),
      );
      expect(new Set(seen.map(({ process }) => process)).size).toBe(1);
      for (const { id, accountId, seen: rows } of seen) expect([accountId, rows]).toEqual([id, id]);
      await expect(database.query('select count(*) from taxonomies')).rejects.toThrow(/bigint/);
      const [settings] = await database.query<{ zone: string; limit: string }>(
        `select current_setting('TimeZone') as zone, current_setting('statement_timeout') as limit`,
      );
      expect(settings).toEqual({ zone: 'UTC', limit: '10s' });
    } finally {
      await database.close();
      await narrow.close();
    }
  },
);

test.skipIf(!hasPgBouncer)(
  'statements are prepared if the pooler keeps them, and otherwise none stays in a session',
  async () => {
    const client = await service.client(await service.openAccount('hooli'));
    for (let count = 0; count < 30; count += 1) await Promise.all([names(client), names(client), names(client)]);
    const prepared = `select name like 'muster%' as "isOurs" from pg_prepared_statements where statement like '%taxonomies%'`;
    const rows = await service.database.query<{ isOurs: boolean }>(prepared);
    expect(rows.length > 0).toBe(hasStatements);
    expect(rows.filter(({ isOurs }) => isOurs)).toEqual([]);
  },
);

test.skipIf(!hasPgBouncer)('a statement that was closed to make room for others is prepared again', async () => {
  const database = openThrough(pooler, 1);
  try {
    for (const number of [...Array(700).keys(), 0, 1]) {
      expect(await database.query(`select ${number} as number`)).toEqual([{ number }]);
    }
  } finally {
    await database.close();
  }
});

test.skipIf(!hasPgBouncer)('a failed statement fails alone: the connection is used again', async () => {
  const client = await service.client(await service.openAccount('umbrella'));
  const headers = { 'idempotency-key': 'twice' };
  const [first, second] = [
    await client.call('POST', '/svc-api/taxonomies', { body: { name: 'Once' }, headers }),
    await client.call('POST', '/svc-api/taxonomies', { body: { name: 'Twice' }, headers }),
  ];
  expect([first.status, second.status]).toEqual([201, 400]);
  await Promise.all(Array.from({ length: 20 }, () => service.database.query('select 1 / 0').catch(() => undefined)));
  expect(await names(client)).toEqual(['Once']);
});

test.skipIf(!hasPgBouncer)('a pooler that is killed under load loses no acknowledged change', async () => {
  const acknowledged: string[] = [];
  const refused: string[] = [];
  let isOver = false;
  const write = async (client: TestClient, prefix: string) => {
    for (let count = 0; !isOver; count += 1) {
      const name = `${prefix}-${count}`;
      // With a key, a change is a transaction of several statements.
      const headers = count % 2 === 0 ? { 'idempotency-key': name } : {};
      const { status, body } = await client.call('POST', '/svc-api/taxonomies', { body: { name }, headers });
      if (status === 201) acknowledged.push(name);
      else refused.push(`${status} ${body.title}`);
      // One page has to hold all of them.
      await pause(20);
    }
  };
  const writing = async (companyName: string) => {
    const client = await service.client(await service.openAccount(companyName));
    return {
      client,
      companyName,
      writers: Array.from({ length: 4 }, (_, number) => write(client, `${companyName}-${number}`)),
    };
  };
  const accounts = [await writing('stark'), await writing('wayne')];
  const moreAreMade = async () => {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
  };
  for (let kills = 0; kills < 3; kills += 1) {
    await moreAreMade();
    await pooler.restart();
  }
  await moreAreMade();
  isOver = true;
  for (const { client, companyName, writers } of accounts) {
    await Promise.all(writers);
    const own = await names(client);
    expect(own.filter((name) => !name.startsWith(companyName))).toEqual([]);
    expect(own).toEqual(expect.arrayContaining(acknowledged.filter((name) => name.startsWith(companyName))));
    expect(new Set(own).size).toBe(own.length);
  }
  expect(refused).not.toEqual([]);
  expect(refused.filter((answer) => !answer.startsWith('503 '))).toEqual([]);
});

test.skipIf(!hasPgBouncer)('the checks of a start pass, and name the pooling', async () => {
  const checks = await checkDatabase(pooler.through(fresh.url), 'auto');
  expect(checks.filter(({ mend }) => mend !== null)).toEqual([]);
  expect(checks.find(({ name }) => name === 'connections')?.finding).toContain('pooled');
});

test('the setting also holds for the lock of a migration, where the pooler cannot be found out', async () => {
  const direct = await freshDatabase();
  const observer = new pg.Client({ connectionString: direct.url });
  await observer.connect();
  try {
    // Any other holder of the lock makes the migration wait.
    const { rows } = await observer.query<{ key: string }>('select pg_advisory_lock($1), $1::text as key', [
      advisoryLocks.migration,
    ]);
    const migration = migrate(direct.url, new Date(), { pooling: 'transaction' });
    const states = async () => {
      const found = await observer.query<{ state: string }>(
        `select state from pg_stat_activity where datname = current_database() and application_name like 'muster migrate%'
order by state`,
      );
      return found.rows.map(({ state }) => state);
    };
    // The lock is that of a transaction, on a connection of its own.
    await expect.poll(states).toEqual(['idle', 'idle in transaction']);
    await observer.query('select pg_advisory_unlock($1)', [rows[0]?.key]);
    expect(await migration).toEqual([]);
  } finally {
    await observer.end();
    await direct.drop();
  }
});
