/**
 * A data folder of an earlier major version of PostgreSQL is refused at start, and upgraded by one command. An upgrade that
 * is interrupted or killed loses nothing: the next run or the next start goes on or cleans up, and says so.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { diskStorage } from '../../../server/files/disk-storage.ts';
import { connectionUrl } from '../../../server/platform/database/embedded/cluster.ts';
import { startPostmaster, stopPostmaster } from '../../../server/platform/database/embedded/postmaster.ts';
import { startEmbedded } from '../../../server/platform/database/embedded.ts';
import { throwawaySettings } from '../../support/cluster.ts';
import { closing, connection, endedBy, launched, postgresIn } from '../../support/commands/interrupted-command.ts';
import type { postgresExamples } from '../../support/commands/story-examples.ts';
import { inFull } from '../../support/form.ts';
import { formerCluster, formerPrograms, formerVersion } from '../../support/former-postgres.ts';
import { runMuster } from '../../support/muster-line.ts';
import { company, hired } from '../../support/people/people.ts';
import { confidential, personalRecord } from '../../support/people/personal-records.ts';
import { type TestClient, testService } from '../../support/service.ts';
import { throwawayFolder } from '../../support/throwaway-folder.ts';

const patience = { timeout: 60_000 };
const masterKey = randomBytes(32);
const paths = ['employees', 'employments', 'employee-personal-records', 'departments'];
let root: string;
/** A stopped installation of the former version, which each test copies. */
let template: string;
let dataDir: string;
/** What a client reads in the template. */
let texts: string[];
let client: TestClient;

const storage = () => diskStorage(join(dataDir, 'files'));

beforeAll(async () => {
  root = await throwawayFolder('muster-upgrade-');
  // PostgreSQL runs as another user if this process is root.
  await chmod(root, 0o711);
  if (formerVersion === undefined) return;
  dataDir = template = join(root, 'template');
  await mkdir(template, 0o711);
  const cluster = await formerCluster(template);
  const postmaster = await startPostmaster(cluster, { log: () => undefined, settings: throwawaySettings });
  const databaseUrl = connectionUrl(cluster, 'application', postmaster.port);
  const service = await testService({ databaseUrl, masterKey, storage: storage() });
  client = await service.client(await service.openAccount('acme'));
  await personalRecord(client, await hired(client, await company(client)), confidential);
  texts = await Promise.all(paths.map((path) => listed(client, path)));
  await service.stop();
  await stopPostmaster(postmaster, cluster);
}, 120_000);
beforeEach(async () => {
  if (formerVersion === undefined) return;
  dataDir = join(root, randomBytes(4).toString('hex'));
  await cp(template, dataDir, { recursive: true });
});
afterAll(async () => {
  for (const close of closing.reverse()) await close().catch(() => undefined);
  await rm(root, { recursive: true, force: true, maxRetries: 20 });
});

const settings = () => ({
  MUSTER_DATA_DIR: dataDir,
  MUSTER_ENCRYPTION_KEY: masterKey.toString('hex'),
  MUSTER_DEMO: 'false',
});
const muster = (line: (typeof postgresExamples)[number]) =>
  runMuster(line.replace('/usr/lib/postgresql/15/bin', formerPrograms).split(' ').slice(1), settings());
const upgrade = () => muster('muster upgrade-postgres --programs /usr/lib/postgresql/15/bin');
const launchedUpgrade = () => launched(['upgrade-postgres', '--programs', formerPrograms], settings());

const listed = async (reader: TestClient, path: string): Promise<string> =>
  (await reader.call('GET', `/svc-api/${path}?limit=1000`)).text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '');

/** What is in the data folder of an upgrade: the old cluster under its new name, and nothing half-done. */
const clusters = () =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith('postgres') || name.startsWith('former-programs'))
    .map((name) => name.replace(/-\d{8}T\d{6}Z$/, '-time'))
    .filter((name) => !['postgres.lock', 'postgres-passwords.json'].includes(name));

/** The upgraded database has everything. */
async function expectUpgraded(): Promise<void> {
  expect(clusters()).toEqual(['postgres', `postgres.${formerVersion}-time`]);
  expect((await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).trim()).toBe('18');
  expect(await postgresIn(`${dataDir}/`)).toEqual([]);
  const server = await startEmbedded({ dataDir, log: () => undefined, settings: throwawaySettings });
  const after = await testService({ databaseUrl: server.url, masterKey, storage: storage() });
  try {
    const reader = await after.renewed(client);
    expect(await Promise.all(paths.map((path) => listed(reader, path)))).toEqual(texts);
  } finally {
    await after.stop();
    await server.stop();
  }
}

const isMissing = formerVersion === undefined;
const storyInFull = isMissing ? test.skip : inFull;

test.skipIf(isMissing)(
  'an earlier PostgreSQL is refused with the command, and upgraded by it',
  { timeout: 180_000 },
  async () => {
    const refused = startEmbedded({ dataDir, log: () => undefined });
    await expect(refused).rejects.toThrow(`is of PostgreSQL ${formerVersion}, and this release brings PostgreSQL 18`);
    await expect(startEmbedded({ dataDir, log: () => undefined })).rejects.toThrow('"muster upgrade-postgres"');

    const upgraded = await upgrade();
    expect([upgraded.status, upgraded.stderr]).toEqual([0, '']);
    expect(upgraded.stdout).toMatch(/^The database is of PostgreSQL 18 now/);
    await expectUpgraded();
    const again = await muster('muster upgrade-postgres');
    expect([again.status, again.stdout]).toEqual([0, expect.stringContaining('already')]);

    // As a run leaves it that is killed before its last step.
    for (const completed of ['run', 'start'] as const) {
      await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres.upgraded'));
      const said: string[] = [];
      if (completed === 'run') said.push((await muster('muster upgrade-postgres')).stdout);
      else {
        const restored = await runMuster(['restore', join(root, 'backups')], settings());
        expect(restored.status).toBe(1);
        const onInterruptedUpgrade = (what: string) => said.push(what);
        await (
          await startEmbedded({ dataDir, log: () => undefined, settings: throwawaySettings, onInterruptedUpgrade })
        ).stop();
      }
      expect(said).toEqual([
        completed === 'run'
          ? expect.stringContaining('interrupted before its last step, which is done now')
          : 'completed',
      ]);
      expect(clusters()).toEqual(['postgres', `postgres.${formerVersion}-time`]);
    }
  },
);

/** Waits in the middle of its copy, for a table that somebody else has locked. */
async function upgradeUnderWay() {
  const under = launchedUpgrade();
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  const lines = () => (existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []);
  await expect.poll(() => lines()[7]?.trim(), patience).toBe('ready');
  const { superuser } = JSON.parse(await readFile(join(dataDir, 'postgres-passwords.json'), 'utf8'));
  const other = await connection(`postgres://postgres:${superuser}@127.0.0.1:${lines()[3]}/muster`);
  await other.query('begin; lock table accounts in access exclusive mode');
  const isWaiting = async () =>
    (await other.query(`select from pg_locks where relation = 'accounts'::regclass and not granted`)).rows.length > 0;
  await expect.poll(isWaiting, patience).toBe(true);
  return under;
}

storyInFull(
  'what a killed upgrade leaves is removed by the next run, which says so',
  { timeout: 180_000 },
  async () => {
    await endedBy(await upgradeUnderWay(), 'SIGKILL');
    expect(await postgresIn(`${dataDir}/`)).not.toEqual([]);
    // As runs leave it that are killed after the first renaming, and while they fetch the former programs.
    await cp(join(dataDir, 'postgres.next'), join(dataDir, 'postgres.upgraded'), { recursive: true });
    await mkdir(join(dataDir, 'former-programs-abc'));
    const next = await upgrade();
    expect([next.status, next.stderr]).toEqual([0, '']);
    expect(next.stdout).toMatch(
      /^What an earlier run left, which did not come to its end, was removed. The database is of/,
    );
    await expectUpgraded();
  },
);

storyInFull('a start of this release removes it too, and refuses', { timeout: 180_000 }, async () => {
  await endedBy(await upgradeUnderWay(), 'SIGKILL');
  const said: string[] = [];
  const start = startEmbedded({ dataDir, log: () => undefined, onInterruptedUpgrade: (what) => said.push(what) });
  await expect(start).rejects.toThrow('"muster upgrade-postgres"');
  expect([said, clusters(), await postgresIn(`${dataDir}/`)]).toEqual([['removed'], ['postgres'], []]);
});

storyInFull('an upgrade that is interrupted leaves the former database alone', { timeout: 180_000 }, async () => {
  await endedBy(await upgradeUnderWay(), 'SIGINT');
  expect([clusters(), await postgresIn(`${dataDir}/`)]).toEqual([['postgres'], []]);
  expect((await upgrade()).stdout).toMatch(/^The database is of PostgreSQL 18 now/);
  await expectUpgraded();
});

for (const signal of ['SIGKILL', 'SIGINT'] as const) {
  storyInFull(`an upgrade that ${signal} ends creates its cluster again`, { timeout: 180_000 }, async () => {
    const under = launchedUpgrade();
    await expect.poll(() => readdirSync(dataDir).some((name) => name.startsWith('postgres.new-')), patience).toBe(true);
    await endedBy(under, signal);
    if (signal === 'SIGINT') expect(clusters()).toEqual(['postgres']);
    expect(await upgrade()).toMatchObject({ status: 0, stderr: '' });
    await expectUpgraded();
  });

  storyInFull(`an upgrade that ${signal} ends fetches its programs again`, { timeout: 180_000 }, async () => {
    const bin = join(root, `npm-${signal}`);
    await mkdir(bin);
    await writeFile(join(bin, 'npm'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
    const under = launched(['upgrade-postgres'], { ...settings(), PATH: `${bin}:${process.env.PATH}` });
    await expect.poll(() => clusters().some((name) => name.startsWith('former-programs-')), patience).toBe(true);
    await endedBy(under, signal);
    if (signal === 'SIGINT') expect(clusters()).toEqual(['postgres']);
    expect(await upgrade()).toMatchObject({ status: 0, stderr: '' });
    await expectUpgraded();
  });
}

test.skipIf(isMissing)('an upgrade that fails leaves the former database alone', async () => {
  const failed = await runMuster(['upgrade-postgres', '--programs', root], settings());
  expect(failed).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('There is no program') });
  expect(clusters()).toEqual(['postgres']);
});
