/** Backups of the embedded PostgreSQL under load, restores to a moment, and moves between servers of PostgreSQL. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBackups } from '../../../server/backup/schedule.ts';
import { ledgerInFolder } from '../../../server/erasure/ledger.ts';
import { diskStorage } from '../../../server/files/disk-storage.ts';
import type { Account } from '../../../server/identity/accounts/accounts.ts';
import { type DatabaseServer, startEmbedded } from '../../../server/platform/database/embedded.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { markIn } from '../../../server/worker/restores.ts';
import { throwawaySettings } from '../../support/cluster.ts';
import { backupExamples } from '../../support/commands/story-examples.ts';
import { freshDatabase } from '../../support/database.ts';
import { uploaded } from '../../support/files/files.ts';
import { inFull } from '../../support/form.ts';
import { type Ended, runMuster } from '../../support/muster-line.ts';
import { putPreparedCluster } from '../../support/prepared-cluster.ts';
import { type TestClient, type TestService, testService } from '../../support/service.ts';
import { throwawayFolder } from '../../support/throwaway-folder.ts';

const masterKey = randomBytes(32);
/** Of an account that does not exist any more. */
const erased = { account: '999999', employee: '7', at: '2026-05-04T12:00:00Z' };
let root: string;
/** What the first story has written, for the others. */
let acknowledged: Change[];
let writing: TestClient;
/** The moment of the first restore. */
let atMs: number;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  root = await throwawayFolder('muster-backup-');
  // PostgreSQL runs as another user if this process is root.
  await chmod(root, 0o711);
});
afterAll(async () => {
  for (const close of closing.reverse()) await close().catch(() => undefined);
  await rm(root, { recursive: true, force: true, maxRetries: 20 });
});

const folder = (name: string): string => join(root, name);
const place = () => folder('backups');
const ran = new Set<string>();
/** Runs an example of a help text, with the folders and the moment of this run. */
function muster(dataDir: string, example: (typeof backupExamples)[number], at = 0, databaseUrl = '') {
  ran.add(example);
  const line = example
    .replace('DATABASE_URL=postgres://… ', '')
    .replace('/srv/backups', place())
    .replace('2026-05-04T12:00:00Z', new Date(at).toISOString());
  return runMuster(line.split(' ').slice(1), { ...environment(dataDir), DATABASE_URL: databaseUrl });
}

const environment = (dataDir: string) => ({
  MUSTER_DATA_DIR: dataDir,
  MUSTER_ENCRYPTION_KEY: masterKey.toString('hex'),
  MUSTER_DEMO: 'false',
});

interface Running {
  readonly server: DatabaseServer;
  readonly service: TestService;
  stop(): Promise<void>;
}

async function startOn(dataDir: string): Promise<Running> {
  const server = await startEmbedded({ dataDir, log: () => undefined, settings: throwawaySettings });
  closing.push(() => server.stop());
  const storage = diskStorage(join(dataDir, 'files'));
  const service = await testService({ databaseUrl: server.url, masterKey, storage, marks: markIn(storage) });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= service.stop().then(() => server.stop());
    return stopped;
  };
  closing.push(stop);
  return { server, service, stop };
}

/** A change that a client has sent; `acknowledgedAt` is when the response had come. */
interface Change {
  readonly id: string;
  readonly name: string;
  readonly sentAt: number;
  readonly acknowledgedAt: number;
}

/** Creates and renames until it is stopped. */
function startWriter(client: TestClient, label: string) {
  const changes: Change[] = [];
  let isStopping = false;
  const send = async (method: string, path: string, name: string) => {
    const sentAt = Date.now();
    const { status, body, text } = await client.call(method, path, { body: { name } });
    expect([200, 201], text).toContain(status);
    changes.push({ id: String(body.id), name, sentAt, acknowledgedAt: Date.now() });
    return String(body.id);
  };
  const running = (async () => {
    for (let index = 0; !isStopping; index += 1) {
      const id = await send('POST', '/svc-api/taxonomies', `${label} ${index}`);
      await send('PATCH', `/svc-api/taxonomies/${id}`, `${label} ${index} renamed`);
      await pause(50);
    }
  })();
  return {
    changes,
    stop: async () => {
      isStopping = true;
      await running;
    },
  };
}

/** What must be there at a moment, and what may be: a change under way at that moment is either. */
function expected(changes: readonly Change[], atMs: number): Map<string, Set<string | null>> {
  const states = new Map<string, Set<string | null>>();
  for (const { id, name, sentAt, acknowledgedAt } of changes) {
    const known = states.get(id) ?? new Set([null]);
    if (acknowledgedAt < atMs) states.set(id, new Set([name]));
    else if (sentAt <= atMs) states.set(id, known.add(name));
    else states.set(id, known);
  }
  return states;
}

async function namesOf(client: TestClient): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  let path: string | null = '/svc-api/taxonomies?limit=1000&include=links';
  while (path !== null) {
    const { body } = await client.call('GET', path);
    for (const { id, name } of body.items) names.set(String(id), name);
    const next: string | undefined = body.links.next?.href;
    path = next === undefined ? null : next.slice(next.indexOf('/svc-api'));
  }
  return names;
}

function expectLedger(names: ReadonlyMap<string, string>, changes: readonly Change[], atMs: number): void {
  const states = expected(changes, atMs);
  const wrong = [...states].filter(([id, allowed]) => !allowed.has(names.get(id) ?? null));
  expect(wrong.map(([id, allowed]) => ({ id, found: names.get(id), allowed: [...allowed] }))).toEqual([]);
}

test('a backup under load is verified, and restored to a second', async () => {
  const dataDir = folder('original');
  await mkdir(dataDir);
  await putPreparedCluster(dataDir);
  const { service, stop } = await startOn(dataDir);
  const account: Account = await service.openAccount('acme');
  const client = await service.client(account);
  const writers = [1, 2].map((number) => startWriter(client, `Writer ${number}`));
  const changes = () => writers.flatMap((writer) => writer.changes);
  const first = await muster(dataDir, 'muster backup /srv/backups');
  expect(first).toMatchObject({ status: 0, stderr: '' });
  const { id: fileId } = await uploaded(client);
  const fileOf = (data: string) => readFile(join(data, 'files', account.id, String(fileId).slice(-2), String(fileId)));
  await ledgerInFolder(dataDir).append(erased);
  const enough = changes().length + 20;
  await expect.poll(() => changes().length, { timeout: 30_000 }).toBeGreaterThan(enough);
  const at = Date.now();
  await expect.poll(() => changes().length, { timeout: 30_000 }).toBeGreaterThan(enough + 20);
  const second = await muster(dataDir, 'muster backup /srv/backups --keep 30');
  expect(second).toMatchObject({ status: 0, stderr: '' });
  expect(newMegabytes(second)).toBeLessThan(newMegabytes(first) / 2);
  await Promise.all(writers.map((writer) => writer.stop()));
  await service.publisher.publishAll();
  const { body: newest } = await client.call('GET', '/svc-api/events?limit=1&sort=-occurredAt');
  await stop();
  [acknowledged, writing] = [changes(), client];

  const verified = await muster(dataDir, 'muster backup verify /srv/backups');
  expect(verified).toMatchObject({ status: 0, stderr: '' });
  expect(verified.stdout).toContain('is good');
  const { stdout: listed } = await muster(dataDir, 'muster backup list /srv/backups');
  const [, ...lines] = listed.trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toMatch(/^Every moment from 2\S+Z to 2\S+Z can be restored\.$/);

  const restored = await muster(folder('restored'), 'muster restore /srv/backups --at 2026-05-04T12:00:00Z', at);
  expect(restored).toMatchObject({ status: 0, stderr: '' });
  const copy = await startOn(folder('restored'));
  const reader = await copy.service.renewed(client);
  expectLedger(await namesOf(reader), changes(), at);
  expect(await fileOf(folder('restored'))).toEqual(await fileOf(dataDir));
  expect(await ledgerInFolder(folder('restored')).read()).toEqual([erased]);
  await reader.call('POST', '/svc-api/taxonomies', { body: { name: 'After the restore' } });
  await copy.service.publisher.publishAll();
  const { body: later } = await reader.call('GET', '/svc-api/events?limit=1&sort=-occurredAt');
  expect(Number(later.items[0].id)).toBeGreaterThan(Number(newest.items[0].id) + 1000);
  await copy.stop();
  atMs = at;
}, 120_000);

inFull(
  'a backup is restored as a whole, into a new folder alone, and not to a moment before it',
  async () => {
    const early = await muster(
      folder('early'),
      'muster restore /srv/backups --at 2026-05-04T12:00:00Z',
      atMs - 86_400_000,
    );
    expect(early).toMatchObject({ status: 1, stdout: '' });
    expect(early.stderr).toContain('do not reach');
    const whole = await muster(folder('whole'), 'muster restore /srv/backups');
    expect(whole).toMatchObject({ status: 0, stderr: '' });
    expect(await muster(folder('whole'), 'muster restore /srv/backups')).toMatchObject({ status: 1 });
  },
  120_000,
);

inFull(
  'a backup that was damaged is found to be',
  async () => {
    const dataDir = folder('original');
    await damage();
    const damaged = await muster(dataDir, 'muster backup verify /srv/backups');
    expect(damaged).toMatchObject({ status: 1, stdout: '' });
    expect(damaged.stderr).toContain('The backup is damaged');
    expect((await readdir(dataDir)).filter((name) => name.startsWith('verifying-'))).toEqual([]);
  },
  120_000,
);

inFull(
  'a move to another server and back keeps every acknowledged change',
  async () => {
    const dataDir = folder('original');
    const own = await freshDatabase();
    closing.push(() => own.drop());
    const there = await muster(dataDir, 'DATABASE_URL=postgres://… muster move-database --to own', 0, own.url);
    expect(there).toMatchObject({ status: 0, stderr: '' });
    const again = await muster(dataDir, 'DATABASE_URL=postgres://… muster move-database --to own', 0, own.url);
    expect(again).toMatchObject({ status: 1, stdout: '' });
    const storage = diskStorage(join(dataDir, 'files'));
    const service = await testService({ databaseUrl: own.url, masterKey, storage, marks: markIn(storage) });
    closing.push(() => service.stop());
    const moved = await service.renewed(writing);
    expectLedger(await namesOf(moved), acknowledged, Date.now());
    const refused = await muster(dataDir, 'DATABASE_URL=postgres://… muster move-database --to embedded', 0, own.url);
    expect(refused.stderr).toContain('stop every node first');
    const { status } = await moved.call('POST', '/svc-api/taxonomies', { body: { name: 'After the move' } });
    expect(status).toBe(201);
    const names = await namesOf(moved);
    await service.stop();

    const back = await muster(dataDir, 'DATABASE_URL=postgres://… muster move-database --to embedded', 0, own.url);
    expect(back).toMatchObject({ status: 0, stderr: '' });
    const home = await startOn(dataDir);
    expect(await namesOf(await home.service.renewed(writing))).toEqual(names);
    await backUpBySchedule(dataDir);
    await home.stop();
  },
  120_000,
);

inFull('every example of a help text about backups was run', () => {
  expect([...ran].sort()).toEqual([...backupExamples].sort());
});

/** Once, because the next one is not due; the older ones are removed with what only they need. */
async function backUpBySchedule(dataDir: string): Promise<void> {
  const before = await readdir(join(place(), 'wal'));
  const config = readConfig({ ...environment(dataDir), MUSTER_BACKUP_TO: place(), MUSTER_BACKUP_KEEP: '1' });
  const lines: unknown[] = [];
  const note = (details: object, sentence: string) => lines.push({ sentence, ...details });
  await rm(join(dataDir, 'last-backup'));
  const backups = startBackups(config, () => new Date(), { info: note, error: note });
  await backups?.run();
  await backups?.run();
  await backups?.stop();
  expect(lines).toMatchObject([{ sentence: 'a backup was made', removed: 2 }]);
  expect(await readdir(join(place(), 'manifests'))).toHaveLength(1);
  const chains = await readdir(join(place(), 'wal'), { recursive: true });
  expect(chains.filter((name) => name.startsWith(`${before[0]}/`))).toEqual([]);
}

const newMegabytes = ({ stdout }: Ended): number => Number(/ ([\d.]+) MB were new/.exec(stdout)?.[1]);

/** Changes one bit in the middle of a pack. */
async function damage(): Promise<void> {
  const [pack = ''] = (await readdir(join(place(), 'packs'))).sort();
  const path = join(place(), 'packs', pack);
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  await writeFile(path, bytes);
}
