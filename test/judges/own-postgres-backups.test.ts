/**
 * The recipes of docs/backups.md for a company's own PostgreSQL, run as they stand there, with other paths, ports and
 * moments: pg_dump and pg_restore, and pgBackRest from the first backup to a restored moment. Skipped where Debian's
 * PostgreSQL or pgBackRest is not installed.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { findFreePort } from '../../server/platform/database/embedded/free-port.ts';
import { chooseUser } from '../../server/platform/database/embedded/system-user.ts';
import { fencedBlocks } from '../support/fenced-blocks.ts';
import { inFull } from '../support/form.ts';
import { runMuster } from '../support/muster-line.ts';
import { hired, newCompany } from '../support/people/people.ts';
import { type TestClient, type TestService, testService } from '../support/service.ts';
import { throwawayFolder } from '../support/throwaway-folder.ts';

const installed = '/usr/lib/postgresql';
const versions = (existsSync(installed) ? readdirSync(installed) : [])
  .filter((name) => Number(name) >= 15 && existsSync(`${installed}/${name}/bin/initdb`))
  .toSorted((one, other) => Number(other) - Number(one));
const bin = `${installed}/${versions[0]}/bin`;
const hasPgBackRest = spawnSync('pgbackrest', ['version']).error === undefined;
const masterKey = randomBytes(32);

let root: string;
let port: number;
let postgres: ChildProcess | undefined;
let user: ReturnType<typeof chooseUser>;
let blocks: string[];

const folder = (name: string): string => join(root, name);
const urlOf = (role: string, database: string): string =>
  `postgres://${role}:change%20me@127.0.0.1:${port}/${database}`;

beforeAll(async () => {
  if (versions.length === 0) return;
  blocks = fencedBlocks(await readFile(join(import.meta.dirname, '../../docs/backups.md'), 'utf8')).map(
    ({ text }) => text,
  );
  root = await throwawayFolder('muster-own-');
  await chmod(root, 0o711);
  port = await findFreePort();
  user = chooseUser(folder('nothing'));
  for (const name of ['main', 'repository', 'of-pgbackrest', 'data']) {
    await mkdir(folder(name), 0o700);
    if (user) await chown(folder(name), user.uid, user.gid);
  }
  const encoding = ['--encoding=UTF8', '--locale=C', '--username=postgres', '--auth=trust'];
  execFileSync(join(bin, 'initdb'), [`--pgdata=${folder('main')}`, ...encoding], { ...user, cwd: '/' });
  await startPostgres();
  const made = await readFile(join(import.meta.dirname, '../../deploy/database.sql'), 'utf8');
  await asSuperuser(async (connection) => {
    for (const one of made.split(';').filter((text) => text.includes('CREATE'))) await connection.query(one);
  });
}, 120_000);
afterAll(async () => {
  await stopPostgres();
  if (root) await rm(root, { recursive: true, force: true, maxRetries: 20 });
});

const environment = () => ({
  PATH: `${bin}:${process.env.PATH}`,
  PGBACKREST_CONFIG: folder('of-pgbackrest/pgbackrest.conf'),
  PGBACKREST_LOCK_PATH: folder('of-pgbackrest'),
  PGBACKREST_LOG_PATH: folder('of-pgbackrest'),
  PGBACKREST_PG1_PORT: String(port),
  PGBACKREST_PG1_SOCKET_PATH: folder('of-pgbackrest'),
  PGBACKREST_PG1_USER: 'postgres',
});

async function startPostgres(): Promise<void> {
  const place = [`-D${folder('main')}`, `-p${port}`, `-k${folder('of-pgbackrest')}`, '-cfsync=off'];
  postgres = spawn(join(bin, 'postgres'), place, { ...user, cwd: '/', env: environment(), stdio: 'ignore' });
  const takesChanges = () =>
    asSuperuser(
      async (connection) => (await connection.query('select pg_is_in_recovery() as is')).rows[0].is === false,
    );
  while (!(await takesChanges().catch(() => false))) {
    if (postgres.exitCode !== null) throw new Error(`PostgreSQL ended with ${postgres.exitCode}.`);
    await pause(100);
  }
}

async function stopPostgres(): Promise<void> {
  if (!postgres || postgres.exitCode !== null) return;
  const ended = once(postgres, 'exit');
  postgres.kill('SIGINT');
  await ended;
}

async function asSuperuser<T>(work: (connection: pg.Client) => Promise<T>): Promise<T> {
  const connection = new pg.Client({ connectionString: urlOf('postgres', 'postgres') });
  await connection.connect();
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

/** Runs each line of a block of the document, as the user of PostgreSQL. */
function run(block: string | undefined, replaced: Readonly<Record<string, string>> = {}): void {
  const text = Object.entries(replaced).reduce((all, [from, to]) => all.replaceAll(from, to), block ?? '');
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const ran = spawnSync('/bin/sh', ['-c', line], { ...user, cwd: root, env: environment(), encoding: 'utf8' });
    expect([line, ran.status, ran.status === 0 ? '' : ran.stdout + ran.stderr]).toEqual([line, 0, '']);
  }
}

const serviceOn = (database: string): Promise<TestService> =>
  testService({ databaseUrl: urlOf('muster', database), masterKey });

const restoreFinished = (database: string) =>
  runMuster(['restore-finished'], {
    DATABASE_URL: urlOf('muster', database),
    MUSTER_DATA_DIR: folder('commands'),
    MUSTER_ENCRYPTION_KEY: masterKey.toString('hex'),
  });

const names = async (client: TestClient): Promise<string[]> =>
  (await client.call('GET', '/svc-api/taxonomies?limit=1000&sort=id')).body.items.map(
    ({ name }: { name: string }) => name,
  );
const make = async (client: TestClient, name: string): Promise<number> =>
  Number((await client.call('POST', '/svc-api/taxonomies', { body: { name } })).body.id);

const skipWithout = (context: TestContext, isThere: boolean, program: string): void => {
  if (!isThere) context.skip(`${program} is not installed`);
};

test('a dump by its own role is restored into another database', async (context) => {
  skipWithout(context, versions.length > 0, 'PostgreSQL of Debian');
  const [role, dump] = [blocks[2], blocks[3]];
  await asSuperuser((connection) => connection.query(role ?? ''));
  const service = await serviceOn('muster');
  const place = await newCompany(service);
  const { id } = await hired(place.client, place);
  await make(place.client, 'In the dump');
  await service.stop();
  run(dump, {
    '@db/': `@127.0.0.1:${port}/`,
    'muster.dump': folder('data/muster.dump'),
    'data/last': folder('data/last'),
  });
  expect((await restoreFinished('muster_restored')).status).toBe(0);
  const restored = await serviceOn('muster_restored');
  try {
    const client = await restored.renewed(place.client);
    expect(await names(client)).toEqual(['In the dump']);
    expect((await client.call('GET', `/svc-api/employees/${id}`)).status).toBe(200);
  } finally {
    await restored.stop();
  }
}, 120_000);

inFull(
  'pgBackRest restores a moment',
  async (context) => {
    skipWithout(context, versions.length > 0, 'PostgreSQL of Debian');
    skipWithout(context, hasPgBackRest, 'pgbackrest');
    const [settings = '', ofPostgres = '', backup, restore] = blocks.slice(4, 8);
    const own = settings
      .replace('/srv/pgbackrest', folder('repository'))
      .replace(/pg1-path=.*/, `pg1-path=${folder('main')}`);
    await writeFile(folder('of-pgbackrest/pgbackrest.conf'), own, { mode: 0o644 });
    await appendFile(folder('main/postgresql.conf'), ofPostgres);
    await stopPostgres();
    await startPostgres();
    const service = await serviceOn('muster');
    const before = await service.client(await service.openAccount('pgbackrest'));
    run(backup);
    await make(before, 'Before the moment');
    await pause(1100);
    const moment = new Date().toISOString().replace('T', ' ').replace('Z', '+00');
    await pause(1100);
    const lost = await make(before, 'After the moment');
    await service.stop();
    await stopPostgres();

    run(restore, { '2026-05-04 12:00:00+00': moment });
    await startPostgres();
    const finished = await restoreFinished('muster');
    expect([finished.status, finished.stderr]).toEqual([0, '']);
    const again = await serviceOn('muster');
    try {
      const client = await again.renewed(before);
      expect(await names(client)).toEqual(['Before the moment']);
      expect(await make(client, 'After the restore')).toBeGreaterThan(lost);
    } finally {
      await again.stop();
    }
    run(backup?.split('\n').at(-2));
  },
  240_000,
);
