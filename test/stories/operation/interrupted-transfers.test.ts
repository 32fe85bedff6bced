/**
 * Backups and moves that are interrupted, killed, or whose target fails: nothing half-done is taken for done, the next run
 * begins again or goes on and says so, and no PostgreSQL is left running.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DatabaseServer, startEmbedded } from '../../../server/platform/database/embedded.ts';
import { throwawaySettings } from '../../support/cluster.ts';
import {
  asked,
  closing,
  connection,
  endedBy,
  launched,
  postgresIn,
} from '../../support/commands/interrupted-command.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { inFull, isFull } from '../../support/form.ts';
import { runMuster } from '../../support/muster-line.ts';
import { putPreparedCluster } from '../../support/prepared-cluster.ts';
import { testService } from '../../support/service.ts';
import { isAlive } from '../../support/started-service.ts';
import { throwawayFolder } from '../../support/throwaway-folder.ts';

const signals = ['SIGINT', 'SIGKILL'] as const;
/** The short form kills: who is interrupted ends by itself, and leaves less. */
const isLeftOut = (signal: (typeof signals)[number]) => signal === 'SIGINT' && !isFull;
const patience = { timeout: 60_000 };
const masterKey = randomBytes(32);
/** Enough that a COPY of them is still under way when it is seen, and that a backup has more than one pack. */
const rowsOfSource = 200_000;

let folder: string;
/** A stopped installation, which each test copies. */
let template: string;
let dataDir: string;
let place: string;
let own: FreshDatabase;

beforeAll(async () => {
  folder = await throwawayFolder('muster-interrupted-');
  // PostgreSQL runs as another user if this process is root.
  await chmod(folder, 0o711);
  template = join(folder, 'template');
  await mkdir(template);
  await putPreparedCluster(template);
  const server = await startEmbedded({ dataDir: template, log: () => undefined, settings: throwawaySettings });
  const service = await testService({ databaseUrl: server.url, masterKey });
  await service.openAccount('acme');
  await service.stop();
  await asked(
    server.url,
    `insert into encryption_progress (place) select 'place ' || n from generate_series(1, ${rowsOfSource}) as n`,
  );
  await server.stop();
}, 120_000);
beforeEach(async () => {
  dataDir = join(folder, randomBytes(4).toString('hex'));
  place = `${dataDir}-backups`;
  await cp(template, dataDir, { recursive: true });
  own = await freshDatabase();
  closing.push(() => own.drop());
});
afterAll(async () => {
  for (const close of closing.reverse()) await close().catch(() => undefined);
  await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

const settings = () => ({
  MUSTER_DATA_DIR: dataDir,
  MUSTER_ENCRYPTION_KEY: masterKey.toString('hex'),
  MUSTER_DEMO: 'false',
});
const muster = (...args: string[]) => runMuster(args, settings());
const move = () => runMuster(['move-database', '--to', 'own'], { ...settings(), DATABASE_URL: own.url });

const launchedMove = () => launched(['move-database', '--to', 'own'], { ...settings(), DATABASE_URL: own.url });

const pidFile = () => join(dataDir, 'postgres/postmaster.pid');
const pidLines = () => (existsSync(pidFile()) ? readFileSync(pidFile(), 'utf8').split('\n') : []);
const isPostgresRunning = () => isAlive(Number(pidLines()[0] ?? 0));

/** A superuser of the PostgreSQL that a command has started. */
async function besideCommand(): Promise<pg.Client> {
  await expect.poll(() => pidLines()[7]?.trim(), patience).toBe('ready');
  const { superuser } = JSON.parse(await readFile(join(dataDir, 'postgres-passwords.json'), 'utf8'));
  return connection(`postgres://postgres:${superuser}@127.0.0.1:${pidLines()[3]}/muster`);
}

const filesIn = async (name: string): Promise<string[]> =>
  (await readdir(join(place, name), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

/** A backup that waits for a moment without writers, when it has written its first pack. */
async function backupUnderWay() {
  const backup = launched(['backup', place], settings());
  const writer = await besideCommand();
  await writer.query('begin; lock table accounts in row exclusive mode');
  await expect.poll(() => filesIn('packs'), patience).not.toEqual([]);
  return { ...backup, writer };
}

async function expectCleanBackup(): Promise<void> {
  const next = await muster('backup', place);
  expect(next).toMatchObject({ status: 0, stderr: '' });
  expect(next.stdout).toContain('did not come to its end, was removed. Backup');
  const [manifest = ''] = await filesIn('manifests');
  const { packs } = JSON.parse(await readFile(join(place, 'manifests', manifest), 'utf8')).manifest;
  expect(await filesIn('packs')).toHaveLength(packs.length);
  expect([await filesIn('.drafts'), await filesIn('unfinished')]).toEqual([[], []]);
  expect((await readdir(join(place, 'wal'))).length).toBe(1);
  expect(isPostgresRunning()).toBe(false);
  const again = await muster('backup', place);
  expect(again.stdout).toMatch(/^Backup \S+ is complete/);
}

for (const signal of signals) {
  test.skipIf(isLeftOut(signal))(
    `a backup that ${signal} ends is none, and the next one removes what it left`,
    {
      timeout: 180_000,
    },
    async () => {
      const under = await backupUnderWay();
      await endedBy(under, signal);
      await under.writer.end().catch(() => undefined);
      if (signal === 'SIGINT') expect(isPostgresRunning()).toBe(false);
      expect([await filesIn('manifests'), existsSync(join(dataDir, 'last-backup'))]).toEqual([[], false]);
      expect((await muster('backup', 'list', place)).stderr).toContain('There is no backup in');
      await expectCleanBackup();
    },
  );
}

inFull(
  'a backup whose place fails leaves no PostgreSQL, and the next one begins again',
  {
    timeout: 120_000,
  },
  async () => {
    await mkdir(place);
    await writeFile(join(place, 'packs'), '');
    const failed = await muster('backup', place);
    expect(failed).toMatchObject({ status: 1, stdout: '' });
    expect(failed.stderr).toContain(join(place, 'packs'));
    expect([isPostgresRunning(), await filesIn('manifests')]).toEqual([false, []]);
    await rm(join(place, 'packs'));
    await expectCleanBackup();
  },
);

inFull('a restore or a verification that is killed leaves nothing that lasts', { timeout: 180_000 }, async () => {
  expect(await muster('backup', place)).toMatchObject({ status: 0 });
  const draftsOf = async () => (await readdir(dataDir)).filter((name) => /^(restoring|verifying)-/.test(name));
  for (const [words, more] of [
    [['backup', 'verify', place], 'verifying-'],
    [['restore', place], 'restoring-'],
  ] as const) {
    if (words[0] === 'restore') await rm(join(dataDir, 'postgres'), { recursive: true });
    const under = launched(words, settings());
    await expect.poll(() => postgresIn(join(dataDir, more)), patience).not.toEqual([]);
    await endedBy(under, 'SIGKILL');
    expect(await draftsOf()).toHaveLength(1);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(words[0] !== 'restore');
    expect(await muster(...words)).toMatchObject({ status: 0, stderr: '' });
    expect([await draftsOf(), await postgresIn(`${dataDir}/`)]).toEqual([[], []]);
  }
});

/** What the move waits for. */
const waiting = async (statement: string): Promise<boolean> =>
  (
    await asked(
      own.url,
      `select from pg_stat_activity where datname = current_database() and application_name like 'muster move%'
and wait_event_type = 'Lock' and query ilike '${statement}%'`,
    )
  ).length > 0;

async function rowsInTarget(): Promise<number> {
  const [row] = await asked<{ count: number }>(own.url, 'select count(*)::integer as count from encryption_progress');
  return row?.count ?? -1;
}

async function expectMoved(before: string): Promise<void> {
  const next = await move();
  expect(next).toMatchObject({ status: 0, stderr: '' });
  expect(next.stdout).toContain(before);
  expect(await rowsInTarget()).toBe(rowsOfSource);
  expect([existsSync(join(dataDir, 'postgres')), await postgresIn(`${dataDir}/`)]).toEqual([false, []]);
}

for (const signal of signals) {
  test.skipIf(isLeftOut(signal))(
    `a move that ${signal} ends leaves no row, and the next one fills the tables`,
    {
      timeout: 180_000,
    },
    async () => {
      const holder = await connection(own.url);
      await holder.query('begin; lock table accounts in access share mode');
      const under = launchedMove();
      await expect.poll(() => waiting('alter table'), patience).toBe(true);
      await endedBy(under, signal);
      await holder.query('commit');
      if (signal === 'SIGINT') expect(isPostgresRunning()).toBe(false);
      expect([await rowsInTarget(), existsSync(join(dataDir, 'postgres'))]).toEqual([0, true]);
      await expectMoved('The tables were there already, without rows, and were filled from the beginning.');
    },
  );
}

inFull(
  'a move that is killed after its commit is found to be complete, unless one side was used since',
  async () => {
    const [first, second] = [await connection(own.url), await connection(own.url)];
    await first.query('begin; lock table accounts in access share mode');
    const under = launchedMove();
    await expect.poll(() => waiting('alter table'), patience).toBe(true);
    // Granted as soon as the move has committed.
    const locked = second.query('begin; lock table accounts in share update exclusive mode');
    await expect
      .poll(() => asked(own.url, `select from pg_locks where not granted and mode = 'ShareUpdateExclusiveLock'`))
      .toHaveLength(1);
    await first.query('commit');
    await locked;
    await expect.poll(() => waiting('analyze'), patience).toBe(true);
    await endedBy(under, 'SIGKILL');
    await second.query('commit');
    expect(existsSync(join(dataDir, 'postgres'))).toBe(true);

    await asked(own.url, `update encryption_progress set is_done = true`);
    const refused = await move();
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('one of the two was used since: encryption_progress differ');
    expect([existsSync(join(dataDir, 'postgres')), isPostgresRunning()]).toEqual([true, false]);
    await asked(own.url, `update encryption_progress set is_done = false`);
    await expectMoved('An earlier run had moved everything already.');
  },
  180_000,
);

inFull(
  'a move whose target fails in the middle of a table ends, and its source can be used',
  async () => {
    const failing = await connection(own.url);
    const under = move();
    await failing.query(`
do $$
begin
  loop
    perform pg_stat_clear_snapshot();
    perform pg_terminate_backend(pid) from pg_stat_progress_copy where tuples_processed > 1000;
    exit when found;
  end loop;
end
$$`);
    const { status, stdout, stderr } = await under;
    expect([status, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1]);
    expect([isPostgresRunning(), await rowsInTarget()]).toEqual([false, 0]);
    const server: DatabaseServer = await startEmbedded({ dataDir, log: () => undefined, settings: throwawaySettings });
    const rows = await asked(server.url, 'select count(*)::integer as count from encryption_progress');
    await server.stop();
    expect(rows).toEqual([{ count: rowsOfSource }]);
    await expectMoved('The tables were there already');
  },
  180_000,
);
