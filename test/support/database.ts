// Gives each test file a database of its own, migrated and empty, owned by the role that the service runs under.
// The migrations run once per run; every database after that is a copy, which takes a fraction of the time.
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../../server/platform/database/database.ts';
import { registerVersions } from '../../server/platform/store/stored-text.ts';
import { readTables } from '../../server/reads/read-log.ts';
import { makeMonths, makePartitions } from '../../server/worker/partitions.ts';
import { connectedTo, makeTables, serversOf } from './distributed.ts';

export interface FreshDatabase {
  /** As the role of the service, which is not a superuser: row-level security applies. */
  readonly url: string;
  drop(): Promise<void>;
}

/** An arbitrary number that all test files share. */
const lock = 4_067_325_699;
/** On Citus; few, because each is a table on a worker. */
const shards = 4;

/** Copied file by file: block by block through the log, creation and removal cost PostgreSQL twice as much. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const template = await asSuperuser(ensureTemplate);
  return created(`template ${template} strategy file_copy`);
}

/** A copy of the current state, while nobody is connected: a backup. */
export async function copiedDatabase({ url }: FreshDatabase): Promise<FreshDatabase> {
  const name = new URL(url).pathname.slice(1);
  await onEachServer((server) => closeTo(server, name));
  const copy = await created(`template ${name}`);
  await onEachServer((server) => server.query(`alter database ${name} with allow_connections true`));
  return copy;
}

/** Citus keeps a connection to each database, and a database with connections cannot be copied. */
async function closeTo(server: pg.Client, name: string): Promise<void> {
  await server.query(`alter database ${name} with allow_connections false`);
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
}

/** Without tables, for tests that apply migrations step by step. */
export const emptyDatabase = (): Promise<FreshDatabase> => created('');

async function created(from: string): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onEachServer((connection) => connection.query(`create database ${name} ${from} owner ${owner()}`));
  return {
    url: applicationUrl(name),
    drop: () => onEachServer((connection) => connection.query(`drop database if exists ${name} with (force)`)),
  };
}

/** A database has the same name on all of them. */
async function onEachServer(work: (connection: pg.Client) => Promise<unknown>): Promise<void> {
  for (const url of await serversOf(inject('superuserUrl'))) await connectedTo(url, work);
}

/** As the first start does: otherwise each test would do it again, and making partitions is most of the work of a start. */
async function prepareAsStarted(url: string): Promise<void> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  const query = async (text: string, values: readonly unknown[] = []) =>
    // The rows of any statement: their type is that of the call.
    (await connection.query(text, [...values])).rows as never[];
  try {
    const database = { query, together: (work) => work(query) } satisfies Pick<Database, 'query' | 'together'>;
    await registerVersions(database);
    await makePartitions(database, new Date());
    await makeMonths(database, readTables, new Date());
  } finally {
    await connection.end();
  }
}

const asSuperuser = <T>(work: (connection: pg.Client) => Promise<T>): Promise<T> =>
  connectedTo(inject('superuserUrl'), work);

function applicationUrl(database: string): string {
  const url = new URL(inject('applicationUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

function owner(): string {
  return pg.escapeIdentifier(decodeURIComponent(new URL(inject('applicationUrl')).username));
}

/** Named after the migrations: after a change of them, the cluster of a watched run gets another template. */
async function ensureTemplate(connection: pg.Client): Promise<string> {
  const template = `template_${await migrationsDigest()}`;
  await connection.query('select pg_advisory_lock($1)', [lock]);
  try {
    const { rowCount } = await connection.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      // Under another name until it is complete: a failed migration must not leave a template.
      const draft = `${template}_draft`;
      await onEachServer(async (server) => {
        await server.query(`drop database if exists ${draft} with (force)`);
        await server.query(`create database ${draft} owner ${owner()}`);
      });
      await makeTables(await serversOf(inject('superuserUrl')), applicationUrl(draft), shards);
      await prepareAsStarted(applicationUrl(draft));
      await onEachServer(async (server) => {
        await closeTo(server, draft);
        await server.query(`alter database ${draft} rename to ${template}`);
      });
    }
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [lock]);
  }
  return template;
}

/** Of the files as they were when this process began: they do not change during a run. */
let digested: Promise<string> | undefined;

function migrationsDigest(): Promise<string> {
  digested ??= digestOfMigrations();
  return digested;
}

async function digestOfMigrations(): Promise<string> {
  const folder = new URL('../../server/platform/database/migrations/', import.meta.url);
  const digest = createHash('sha256');
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
    digest.update(name).update(await readFile(new URL(name, folder)));
  }
  return digest.digest('hex').slice(0, 16);
}
