/**
 * `muster distribute` and `muster accounts import` on Citus, killed at moments that nobody chose, or without one of the workers:
 * nothing half-done is taken for done, the next run begins again, and an account arrives once. Needs Citus, as
 * distributed.test.ts does; `muster doctor` has a test of the same refusals on any PostgreSQL.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { asked, closing, connection, endedBy, launched } from '../../support/commands/interrupted-command.ts';
import { emptyDatabase, type FreshDatabase } from '../../support/database.ts';
import { joinServers, onEachPart, serversOf } from '../../support/distributed.ts';
import { holdCommits } from '../../support/held-commits.ts';
import { runMuster } from '../../support/muster-line.ts';
import { company, hired } from '../../support/people/people.ts';
import { type TestClient, testService } from '../../support/service.ts';
import { dataFolder } from '../../support/started-service.ts';
import { throwawayFolder } from '../../support/throwaway-folder.ts';

const patience = { timeout: 120_000 };
const masterKey = randomBytes(32);
const shards = '8';
const people = 40;
const notSpread = 'and its tables are not spread over workers. Run "muster distribute"';

let servers: string[] = [];
let folder: string;

/** A new database on all servers, and what is done with it. */
async function database(drop: (work: () => Promise<void>) => void = (work) => onTestFinished(work, 60_000)) {
  const fresh = await emptyDatabase();
  drop(() => fresh.drop());
  return placeOf(fresh);
}

function placeOf({ url }: FreshDatabase) {
  const settings = {
    DATABASE_URL: url,
    MUSTER_ENCRYPTION_KEY: masterKey.toString('hex'),
    MUSTER_DATA_DIR: folder,
    MUSTER_DEMO: 'false',
  };
  const name = new URL(url).pathname;
  return {
    url,
    settings,
    name: name.slice(1),
    on: (server: string) => Object.assign(new URL(server), { pathname: name }).href,
    muster: (...words: string[]) => runMuster(words, settings),
    launched: (...words: string[]) => launched(words, settings),
    /** Until the command is at such a statement, or has ended. */
    async at(statement: string, command: Promise<unknown>): Promise<void> {
      let isOver = false;
      const over = command.then(() => {
        isOver = true;
      });
      while (!isOver && !(await isAt(url, statement))) await Promise.race([pause(5), over]);
    },
  };
}

const isAt = async (url: string, statement: string): Promise<boolean> =>
  (
    await asked(
      url,
      `select from pg_stat_activity where datname = current_database() and application_name like 'muster%'
and state = 'active' and query ilike '%${statement}%' and pid <> pg_backend_pid()`,
    )
  ).length > 0;

/** The session of a command on the coordinator, while it commits. */
const committing = `select pid from pg_stat_activity where datname = current_database() and application_name like 'muster%'
and state = 'active' and query ilike 'commit%'`;

const unfinished = 'select gid from pg_prepared_xacts where database = current_database()';

type Place = ReturnType<typeof placeOf>;

/** All sessions of a worker end, as when its machine fails, and it recovers by itself. */
async function crashWorker(place: Place, worker = place.on(servers[1] as string)): Promise<void> {
  const [one, other] = [await connection(worker), await connection(worker)];
  const { rows } = await one.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new Promise((resolve) => other.once('end', resolve));
  await expect(one.query(`copy (select 1) to program 'kill -9 ${rows[0]?.pid}'`)).rejects.toThrow();
  await ended;
  const answers = () =>
    asked(worker, 'select').then(
      () => true,
      () => false,
    );
  await expect.poll(answers, patience).toBe(true);
}

describe.runIf(process.env.MUSTER_TEST_DATABASE_URL)('on Citus', () => {
  beforeAll(async () => {
    servers = await serversOf(inject('superuserUrl'));
    folder = await throwawayFolder('muster-interrupted-');
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close().catch(() => undefined);
  });

  test('a distribution that is killed leaves nothing that is taken for ready, and the next one begins again', async () => {
    const place = await database();
    await joinServers(servers, place.name);
    const service = await dataFolder(undefined, { ...place.settings, PORT: '0' });
    onTestFinished(service.discard);
    await expect(service.start()).rejects.toThrow('its tables are not spread over workers. Run');
    const moments = [
      () => pause(randomInt(500, 4000)),
      (ended: Promise<unknown>) => place.at('create_distributed_table', ended),
      (ended: Promise<unknown>) => place.at('add constraint', ended),
      () => pause(randomInt(4000, 8000)),
    ];
    for (const moment of moments) {
      const under = place.launched('distribute', '--shards', shards);
      await moment(under.ended);
      // The last moment may come after the end.
      if (under.child.exitCode === null) await endedBy(under, 'SIGKILL');
    }
    const next = await place.muster('distribute', '--shards', shards);
    if (next.status !== 0) expect(next.stderr).toContain('The database is distributed already.');
    expect(await place.muster('accounts', 'list')).toMatchObject({ status: 0, stderr: '' });
  }, 300_000);

  test('a worker that fails during a distribution is reported, and the next run begins again', async () => {
    const place = await database();
    await joinServers(servers, place.name);
    const under = place.muster('distribute', '--shards', shards);
    await place.at('create_distributed_table', under);
    await crashWorker(place);
    const { status, stdout, stderr } = await under;
    expect([status, stdout]).toEqual([1, '']);
    // A message, of Citus about its worker, and no stack of ours.
    expect(stderr).toMatch(/\S/);
    expect(stderr).not.toMatch(/^ +at /m);
    const refused = await place.muster('accounts', 'list');
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining(notSpread) });
    expect(await place.muster('distribute', '--shards', shards)).toMatchObject({ status: 0, stderr: '' });
    expect(await place.muster('accounts', 'list')).toMatchObject({ status: 0, stderr: '' });
  }, 300_000);

  describe('an account on its way', () => {
    let place: Place;
    let client: TestClient;
    let list: string;
    let archive: string;

    beforeAll(async () => {
      const from = await database((drop) => closing.push(drop));
      const before = await testService({ databaseUrl: from.url, masterKey });
      client = await before.client(await before.openAccount('acme'));
      const places = await company(client);
      for (let count = 1; count <= people; count += 1) await hired(client, places, { remoteId: String(count) });
      list = await listOf(client);
      archive = join(folder, 'acme');
      const exported = await from.muster('accounts', 'export', '--account', 'acme', '--output', archive);
      expect(exported).toMatchObject({ status: 0, stderr: '' });
      await before.stop();
      place = await database((drop) => closing.push(drop));
      await joinServers(servers, place.name);
      expect(await place.muster('distribute', '--shards', shards)).toMatchObject({ status: 0, stderr: '' });
    }, 300_000);

    const listOf = async ({ call }: TestClient) =>
      (await call('GET', '/svc-api/employees')).text.replaceAll(/http:[^"]*svc-api/g, '');

    /** As a superuser, to whom row-level security does not apply: also rows of an account that does not exist. */
    const stored = () =>
      asked(
        place.on(servers[0] as string),
        `select (select count(*)::integer from accounts) as accounts, (select count(*)::integer from employees) as people`,
      );

    test('a table of a later release, and a part that a worker lacks, are found', async () => {
      await asked(
        place.url,
        `create table later (account_id bigint not null, id bigint, employee_id bigint, primary key (account_id, id),
  foreign key (account_id, employee_id) references employees)`,
      );
      const refused = await place.muster('accounts', 'list');
      expect(refused).toMatchObject({ status: 1, stdout: '' });
      expect(refused.stderr).toContain(
        'distributed in part: later must be spread over the workers too. Stop all nodes',
      );
      const spread = await place.muster('distribute');
      expect(spread).toMatchObject({ status: 0, stderr: '' });
      expect(spread.stdout).toContain(`1 tables are spread over 2 workers`);
      expect(spread.stdout).toContain(`in ${shards} parts`);
      expect(await place.muster('accounts', 'list')).toMatchObject({ status: 0, stderr: '' });
      await onEachPart(place.on(servers[0] as string), 'attribute_keys', async (worker, [part = '']) => {
        await worker.query(`alter table ${part} rename to elsewhere`);
        const lacking = await place.muster('accounts', 'list');
        expect(lacking).toMatchObject({ status: 1, stderr: expect.stringContaining('does not have its part') });
        await worker.query(`alter table elsewhere rename to ${part}`);
      });
      expect(await place.muster('accounts', 'list')).toMatchObject({ status: 0, stderr: '' });
    }, 120_000);

    test('all servers commit an import together: a session or a worker that ends meanwhile leaves no row', async () => {
      const each = servers.map(place.on);
      const ends = [
        () =>
          asked(place.on(servers[0] as string), `select pg_terminate_backend(pid) from (${committing}) as importing`),
        (worker: string) => crashWorker(place, worker),
      ];
      for (const end of ends) {
        const commits = await holdCommits(each);
        const under = place.muster('accounts', 'import', archive);
        const { worker, statement } = await commits.waiting();
        expect(statement).toMatch(/^PREPARE TRANSACTION/);
        await end(worker);
        const ended = await under;
        expect(ended.status).toBe(1);
        expect(ended.stderr).toMatch(/\S/);
        await commits.letGo();
        // What was prepared without a commit on the coordinator; Citus does it every minute.
        await expect
          .poll(async () => {
            await asked(each[0] as string, 'select recover_prepared_transactions()');
            const left = await Promise.all(each.map((url) => asked(url, unfinished)));
            return left.flat();
          }, patience)
          .toEqual([]);
        expect(await stored()).toEqual([{ accounts: 0, people: 0 }]);
      }
    }, 300_000);

    test('an import that is killed, or whose worker fails, leaves no row, and the next one brings the account once', async () => {
      const moments = [
        () => pause(randomInt(500, 3000)),
        (ended: Promise<unknown>) => place.at('insert into employees', ended),
        (ended: Promise<unknown>) => place.at('insert into versions', ended),
        () => pause(randomInt(1000, 5000)),
      ];
      const outcomes: unknown[] = [];
      for (const moment of moments) {
        const under = place.launched('accounts', 'import', archive);
        await Promise.race([moment(under.ended), under.ended]);
        if (under.child.exitCode === null) await endedBy(under, 'SIGKILL');
        outcomes.push(...(await stored()));
      }
      const under = place.muster('accounts', 'import', archive);
      await place.at('insert into', under);
      await crashWorker(place);
      await under;
      const next = await place.muster('accounts', 'import', archive);
      if (next.status !== 0) expect(next.stderr).toContain('This account is here already');
      outcomes.push(...(await stored()));
      expect(outcomes.at(-1)).toEqual({ accounts: 1, people });
      const whole = [
        { accounts: 0, people: 0 },
        { accounts: 1, people },
      ];
      for (const outcome of outcomes) expect(whole).toContainEqual(outcome);
      const after = await testService({ databaseUrl: place.url, masterKey });
      onTestFinished(() => after.stop());
      expect(await listOf(await after.renewed(client))).toBe(list);
    }, 300_000);

    test('requests while a worker fails are answered or refused for a moment, and go on afterwards', async () => {
      const service = await testService({ databaseUrl: place.url, masterKey });
      onTestFinished(() => service.stop());
      const answers = new Map<number, number>();
      let isOver = false;
      const asking = Array.from({ length: 8 }, async (_, index) => {
        // A new account each: they are on both workers.
        const { call } = await service.client(await service.openAccount(`busy-${index}`));
        while (!isOver) {
          const { status, text } = await call('POST', '/svc-api/departments', { body: { name: 'Any' } });
          expect([201, 503], text).toContain(status);
          answers.set(status, (answers.get(status) ?? 0) + 1);
        }
        return call('GET', '/svc-api/departments');
      });
      const ended = Promise.all(asking);
      for (let crash = 0; crash < 3; crash += 1) {
        const before = answers.get(201) ?? 0;
        await expect.poll(() => answers.get(201) ?? 0, patience).toBeGreaterThan(before + 16);
        await crashWorker(place, place.on(servers[1 + (crash % 2)] as string));
      }
      isOver = true;
      for (const { status } of await ended) expect(status).toBe(200);
      expect(answers.get(503)).toBeGreaterThan(0);
    }, 300_000);
  });
});
