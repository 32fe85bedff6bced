// The embedded PostgreSQL in normal operation and after failures, with real processes and folders.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memorySettings } from '../../../server/platform/database/embedded/memory.ts';
import {
  borrowEmbedded,
  type DatabaseServer,
  type EmbeddedOptions,
  startEmbedded,
} from '../../../server/platform/database/embedded.ts';
import { throwawaySettings } from '../../support/cluster.ts';
import { inFull, isFull, oneIn } from '../../support/form.ts';
import { compileCache, isAlive } from '../../support/started-service.ts';

const isRoot = process.getuid?.() === 0;
/** The one ordinary user that exists on every system. */
const nobodyId = 65534;

/** Processes are killed here, and never the machine: what is written has to leave the process, but not reach the disk. */
const settings = { ...throwawaySettings, synchronous_commit: 'on' };

/** A complete, stopped cluster; a copy takes a fraction of the time of a new one. */
let template: string;
let dataDir: string;
let servers: DatabaseServer[];
let children: ChildProcess[];

beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'muster-story-'));
  const server = await startEmbedded({ dataDir: template, log: () => undefined, settings });
  await server.stop();
});

afterAll(() => rm(template, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-story-'));
  servers = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const server of servers) await server.stop();
  if (existsSync(pidFile()) && isAlive(postmasterPid())) await kill(postmasterPid());
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
});

/** Most stories start with an existing database. */
function useTemplate(): void {
  execFileSync('cp', ['-a', `${template}/.`, dataDir]);
}

async function start(extra: Partial<EmbeddedOptions> = {}): Promise<DatabaseServer> {
  const server = await startEmbedded({ dataDir, log: () => undefined, settings, ...extra });
  servers.push(server);
  return server;
}

async function borrow(): Promise<DatabaseServer> {
  const server = await borrowEmbedded({ dataDir, log: () => undefined, settings });
  servers.push(server);
  return server;
}

/** A service in a separate process; resolves with it and its connection string when the database is up. */
async function startService(ids: { uid?: number; gid?: number } = {}): Promise<{ child: ChildProcess; url: string }> {
  const script = `
    import { startEmbedded } from '${join(import.meta.dirname, '../../../server/platform/database/embedded.ts')}';
    const settings = JSON.parse(process.argv[2]);
    const server = await startEmbedded({ dataDir: process.argv[1], log: () => undefined, settings });
    process.on('SIGTERM', async () => { await server.stop(); process.exit(0); });
    process.on('SIGINT', () => undefined);
    console.log(server.url);
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, dataDir, JSON.stringify(settings)], {
    ...ids,
    env: ids.uid === undefined ? compileCache : {},
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const { value: url } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (url === undefined) throw new Error('The service did not start.');
  return { child, url };
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(sql);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}

const pidFile = () => join(dataDir, 'postgres', 'postmaster.pid');
const postmasterPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  while (isAlive(pid)) await pause(10);
}

describe('starting and stopping', () => {
  it('caches in an eighth of the memory, from 128 MB to 1 GB', async () => {
    const gigabyte = 1024 ** 3;
    const cached = [0.5, 1, 2, 4, 64].map((gigabytes) => memorySettings(gigabytes * gigabyte).shared_buffers);
    expect(cached).toEqual(['128MB', '128MB', '256MB', '512MB', '1024MB']);
    useTemplate();
    const { url } = await start();
    const inForce = await ask(
      url,
      `select setting::bigint * 8 / 1024 || 'MB' as answer from pg_settings where name = 'shared_buffers'`,
    );
    expect(inForce).toBe(memorySettings().shared_buffers);
  });

  it('creates the database once, keeps its data, and binds the application role', async () => {
    const first = await start();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const powers = 'rolsuper OR rolcreatedb OR rolcreaterole OR rolbypassrls';
    expect(await ask(first.url, `SELECT ${powers} AS answer FROM pg_roles WHERE rolname = current_user`)).toBe(false);
    expect(await ask(first.superuserUrl, `SELECT ${powers} AS answer FROM pg_roles WHERE rolname = current_user`)).toBe(
      true,
    );
    expect(await ask(first.url, "SELECT current_setting('data_checksums') AS answer")).toBe('on');
    expect(statSync(join(dataDir, 'postgres-passwords.json')).mode & 0o777).toBe(0o600);
    const pid = postmasterPid();
    await first.stop();
    expect(isAlive(pid)).toBe(false);

    const second = await start();
    expect(await ask(second.url, 'SELECT answer FROM kept')).toBe(42);
  });

  it('refuses a second service on the same folder and leaves the first alone', async () => {
    useTemplate();
    const first = await start();
    await expect(start()).rejects.toThrow(`${dataDir} is in use by a Muster service (process ${process.pid})`);
    expect(await ask(first.url, 'SELECT 1 AS answer')).toBe(1);
    await first.stop();
    await start();
  });

  inFull('lets only one of two services that start at the same time have a new folder', async () => {
    const outcomes = await Promise.allSettled([start(), start()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  inFull('survives a Ctrl-C, which reaches the whole process group, until the service stops it', async () => {
    useTemplate();
    const { child, url } = await startService();
    const pid = postmasterPid();
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await pause(200);
    expect(await ask(url, 'SELECT 1 AS answer')).toBe(1);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(isAlive(pid)).toBe(false);
  });

  it.runIf(isFull && isRoot)('runs under an ordinary user too (needs root to become one)', async () => {
    await chown(dataDir, nobodyId, nobodyId);
    const { child, url } = await startService({ uid: nobodyId, gid: nobodyId });
    expect(await ask(url, 'SELECT 1 AS answer')).toBe(1);
    expect(statSync(pidFile()).uid).toBe(nobodyId);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it.skipIf(!isRoot)('names a folder that PostgreSQL cannot enter (only root runs it as another user)', async () => {
    const closed = join(dataDir, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o700);
    const inside = startEmbedded({ dataDir: join(closed, 'data'), log: () => undefined });
    await expect(inside).rejects.toThrow(`run "chmod o+x ${closed.split('/closed')[0]}"`);
    await chmod(dataDir, 0o711);
    const deeper = startEmbedded({ dataDir: join(closed, 'data'), log: () => undefined });
    await expect(deeper).rejects.toThrow(`run "chmod o+x ${closed}"`);
  });
});

describe('accidents', () => {
  beforeEach(useTemplate);

  it('adopts the server of a service that was killed', async () => {
    const { child, url } = await startService();
    const pid = postmasterPid();
    await kill(child.pid ?? 0);
    // Nobody reads the messages of the server any more, which must not matter.
    await expect(ask(url, 'SELECT 1 / 0')).rejects.toThrow('division by zero');
    const lines: string[] = [];
    const adopted = await start({ log: (line) => lines.push(line) });
    expect(lines).toEqual([`Adopted the running PostgreSQL (process ${pid}).`]);
    expect(adopted.url).toBe(url);
    await adopted.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('restarts a killed server on the same port and says so', async () => {
    const restarted = Promise.withResolvers<void>();
    const { url } = await start({ onRestart: restarted.resolve });
    await ask(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const pid = postmasterPid();
    await kill(pid);
    await restarted.promise;
    expect(await ask(url, 'SELECT answer FROM kept')).toBe(42);
    expect(postmasterPid()).not.toBe(pid);
  });

  inFull('restarts an adopted server as well', async () => {
    const { child, url } = await startService();
    await kill(child.pid ?? 0);
    const restarted = Promise.withResolvers<void>();
    await start({ onRestart: restarted.resolve });
    await kill(postmasterPid());
    await restarted.promise;
    expect(await ask(url, 'SELECT 1 AS answer')).toBe(1);
  });

  inFull('waits for a backend that outlives its killed server', async () => {
    const { child, url } = await startService();
    const busy = ask(url, "DO $$ BEGIN WHILE clock_timestamp() < now() + interval '1.2 s' LOOP END LOOP; END $$");
    await pause(200);
    await kill(child.pid ?? 0);
    await kill(postmasterPid());
    const startedAtMs = performance.now();
    const server = await start();
    expect(performance.now() - startedAtMs).toBeGreaterThan(500);
    await busy.catch(() => undefined);
    expect(await ask(server.url, 'SELECT 1 AS answer')).toBe(1);
  });

  it.each(oneIn(2, ['a dead process', 'an unrelated program'], 1))(
    'starts over a postmaster.pid that names %s',
    async (what) => {
      const { child, url } = await startService();
      await ask(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
      const deadPid = postmasterPid();
      await kill(child.pid ?? 0);
      await kill(deadPid);
      if (what === 'an unrelated program') {
        // PostgreSQL only checks programs of its own user.
        const { uid, gid } = statSync(pidFile());
        const unrelated = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
        children.push(unrelated);
        const [, ...rest] = readFileSync(pidFile(), 'utf8').split('\n');
        await writeFile(pidFile(), [unrelated.pid, ...rest].join('\n'));
      }
      const server = await start();
      expect(await ask(server.url, 'SELECT answer FROM kept')).toBe(42);
    },
  );
});

describe('borrowing', () => {
  beforeEach(useTemplate);

  it('uses a running server and leaves it alone', async () => {
    const owner = await start();
    const borrowed = await borrow();
    expect(borrowed.url).toBe(owner.url);
    await borrowed.stop();
    expect(await ask(owner.url, 'SELECT 1 AS answer')).toBe(1);
  });

  it('starts a server when none runs and stops it after; another command waits for its turn', async () => {
    const first = await borrow();
    expect(await ask(first.url, 'SELECT 1 AS answer')).toBe(1);
    const pid = postmasterPid();
    const waiting = borrow();
    await pause(300);
    expect(isAlive(pid)).toBe(true);
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    expect(await ask((await waiting).url, 'SELECT 1 AS answer')).toBe(1);
  });

  inFull('leaves the server of a killed service running for the next one', async () => {
    const { child, url } = await startService();
    await kill(child.pid ?? 0);
    const borrowed = await borrow();
    const adopted = await start();
    await borrowed.stop();
    expect(adopted.url).toBe(url);
    expect(await ask(url, 'SELECT 1 AS answer')).toBe(1);
  });
});
