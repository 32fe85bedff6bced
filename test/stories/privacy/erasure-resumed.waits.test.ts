/**
 * A worker ends in the middle of an erasure: another one goes on with the next step, soon, and runs no step again that was
 * done. Steps are held by locks of the test, so that a worker ends exactly there.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { employees } from '@muster/contract/resources/employees.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { ledgerInFolder } from '../../../server/erasure/ledger.ts';
import { diskStorage } from '../../../server/files/disk-storage.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { createExample } from '../../support/examples.ts';
import type { TestPerson } from '../../support/people/person.ts';
import { erasedOf, planned } from '../../support/privacy/erasing.ts';
import { endWorker, startWorker } from '../../support/privacy/erasure-worker.ts';
import { wordsInTables } from '../../support/privacy/whole-database.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';

/** A lease, and the time in which a worker looks for work. */
const takenOverMs = 9000;
/** How many tables may be sampled again: those since the last note. */
const sampledAgainMax = 10;

let folder: string;
let database: FreshDatabase;
let service: TestService;
let account: Account;
let client: TestClient;
let owner: TestPerson;
let holder: pg.Client;
let workers: ChildProcess[];
const masterKey = randomBytes(32);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-resumed-'));
  database = await freshDatabase();
  service = await testService({
    ...{ databaseUrl: database.url, masterKey, ledger: ledgerInFolder(folder), role: 'api' },
    storage: diskStorage(join(folder, 'files')),
  });
  account = await service.openAccount('acme');
  client = await service.client(account);
  owner = await service.person(account);
  await owner.call('PATCH', '/admin-api/account-settings/current', { body: { erasuresNeedApproval: false } });
  const run = (sql: string) => service.database.query(sql);
  await run('create table step_runs (step text)');
  await run(`create function note_run() returns trigger language plpgsql as
    $$ begin insert into step_runs values (tg_argv[0]); return null; end $$`);
  for (const [table, verb] of Object.entries(stepTables)) {
    await run(
      `create trigger note_run after ${verb} on ${table} for each statement execute function note_run('${table}')`,
    );
  }
  // As autovacuum may at any time, which leaves out partitioned tables.
  const tables = await service.database.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of tables) await run(`analyze ${name}`);
}, 120_000);
afterAll(async () => {
  await service.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  workers = [];
  const url = new URL(inject('superuserUrl'));
  url.pathname = new URL(database.url).pathname;
  holder = new pg.Client({ connectionString: url.href });
  await holder.connect();
  await service.database.query('delete from step_runs');
});
afterEach(async () => {
  for (const worker of workers) {
    worker.kill('SIGCONT');
    await endWorker(worker, 'SIGKILL');
  }
  await holder.end();
});

/** What only one step changes, whether it finds something or not. */
const stepTables = { request_log: 'update', import_errors: 'delete', administrator_invitations: 'delete' } as const;

async function working(): Promise<ChildProcess> {
  const worker = await startWorker({ databaseUrl: database.url, folder, masterKey });
  workers.push(worker);
  return worker;
}

async function hold(table: string): Promise<void> {
  await holder.query('begin');
  await holder.query(`lock table ${table} in share row exclusive mode`);
}

const letGo = () => holder.query('commit');

const isHeldUp = async (table: string): Promise<boolean> => {
  const waiting = await holder.query(
    `select 1 from pg_locks where relation = $1::regclass and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    [table],
  );
  return waiting.rows.length > 0;
};

const heldUp = (table: string) => expect.poll(() => isHeldUp(table), { timeout: 60_000, interval: 50 }).toBe(true);

const stepRuns = async (): Promise<Record<string, number>> => {
  const rows = await service.database.query<{ step: string; count: number }>(
    'select step, count(*)::integer as count from step_runs group by 1',
  );
  return Object.fromEntries(rows.map(({ step, count }) => [step, count]));
};

const leaseHolder = async (): Promise<string | null | undefined> =>
  (await service.database.query<{ node: string | null }>('select leased_by::text as node from erasure_queue'))[0]?.node;

/** The tables of which PostgreSQL keeps samples, in the order in which an erasure collects them again. */
const samples = async (): Promise<Map<string, number>> => {
  const { rows } = await holder.query<{ name: string; count: number }>(
    `select relname as name, pg_stat_get_analyze_count(oid)::integer as count from pg_class
     where relkind = 'r' and reltuples >= 0 and relnamespace = 'public'::regnamespace order by oid`,
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
};

/** The worker ends, and how long it takes until another one has its erasure. */
async function takenOverIn(worker: ChildProcess): Promise<number> {
  const before = await leaseHolder();
  expect(before).toEqual(expect.any(String));
  await endWorker(worker, 'SIGKILL');
  const endedAtMs = performance.now();
  await letGo();
  await expect
    .poll(async () => ![before, null].includes(await leaseHolder()), { timeout: 30_000, interval: 50 })
    .toBe(true);
  return performance.now() - endedAtMs;
}

const eventsAbout = async (id: string) => {
  await service.publisher.publishAll();
  const { body } = await client.call('GET', '/svc-api/events?topic=employee.deleted&limit=1000');
  return body.items.filter(({ data }: { data: { id: string } }) => data.id === id);
};

const endsOf = async (erasureId: string) => {
  const path = `/admin-api/audit-entries?subjectType=erasure&subjectId=${erasureId}`;
  const { body } = await owner.call('GET', path);
  return body.items.filter(({ action }: { action: string }) => action === 'erasure.done');
};

test('killed workers are followed by others that go on with the next step', { timeout: 180_000 }, async () => {
  const { id } = await createExample(client, employees, { givenName: 'Resumed', familyName: 'Qzresumed' });
  const before = await samples();
  const first = await working();
  await hold('administrator_invitations');
  const erasureId = await planned(owner, id);
  await heldUp('administrator_invitations');
  const second = await working();
  expect(await stepRuns()).toEqual({ request_log: 1, import_errors: 1 });
  expect(await takenOverIn(first)).toBeLessThan(takenOverMs);

  const [last = ''] = [...before.keys()].slice(-1);
  await hold(last);
  const third = await working();
  await heldUp(last);
  expect(await takenOverIn(second)).toBeLessThan(takenOverMs);
  expect((await erasedOf(owner, erasureId)).status).toBe('done');
  expect(await stepRuns()).toEqual({ request_log: 1, import_errors: 1, administrator_invitations: 1 });
  // Counted when a session has ended, or is idle.
  await endWorker(third, 'SIGTERM');
  await pause(1000);
  const after = await samples();
  const taken = [...before].map(([name, count]) => [name, (after.get(name) ?? 0) - count] as const);
  expect(taken.filter(([, count]) => count === 0)).toEqual([]);
  expect(taken.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(taken.length + sampledAgainMax);
  expect(await eventsAbout(id)).toHaveLength(1);
  expect(await wordsInTables(database.url, ['qzresumed'])).toEqual(new Map());
});

test('a frozen worker that wakes up repeats nothing, and works on', { timeout: 180_000 }, async () => {
  const { id } = await createExample(client, employees, { givenName: 'Frozen', familyName: 'Qzfrozen' });
  const frozen = await working();
  await hold('import_errors');
  const erasureId = await planned(owner, id);
  await heldUp('import_errors');
  frozen.kill('SIGSTOP');
  await letGo();
  const other = await working();
  expect((await erasedOf(owner, erasureId)).status).toBe('done');
  frozen.kill('SIGCONT');
  await endWorker(other, 'SIGTERM');
  const next = await createExample(client, employees);
  expect((await erasedOf(owner, await planned(owner, next.id))).status).toBe('done');
  expect(await stepRuns()).toEqual({ request_log: 2, import_errors: 2, administrator_invitations: 2 });
  expect([await endsOf(erasureId), await eventsAbout(id)].map((all) => all.length)).toEqual([1, 1]);
  expect(await wordsInTables(database.url, ['qzfrozen'])).toEqual(new Map());
  expect(await service.database.query('select 1 from erasure_queue')).toEqual([]);
});
