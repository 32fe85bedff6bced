/** Backups in a bucket of an independent S3 server: made, listed, verified, restored, and found to be damaged. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openBackupStore } from '@muster/server/backup/open-backup-store.ts';
import { diskStorage } from '@muster/server/files/disk-storage.ts';
import { startEmbedded } from '@muster/server/platform/database/embedded.ts';
import { markIn } from '@muster/server/worker/restores.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { throwawaySettings } from '../support/cluster.ts';
import { newPicture } from '../support/files/file-examples.ts';
import { download, linkOf } from '../support/files/files.ts';
import { inFull } from '../support/form.ts';
import { runMuster } from '../support/muster-line.ts';
import { company, hired } from '../support/people/people.ts';
import { type TestClient, testService } from '../support/service.ts';
import { throwawayFolder } from '../support/throwaway-folder.ts';
import { type S3Server, startS3 } from './s3-server.ts';

const masterKey = randomBytes(32);
const closing: (() => Promise<unknown>)[] = [];
let root: string;
let bucket: S3Server;

beforeAll(async () => {
  bucket = await startS3();
  root = await throwawayFolder('muster-bucket-');
  // PostgreSQL runs as another user if this process is root.
  await chmod(root, 0o711);
});
afterAll(async () => {
  for (const close of closing.reverse()) await close().catch(() => undefined);
  await bucket.close();
  await rm(root, { recursive: true, force: true, maxRetries: 20 });
});

const place = () => `s3://${bucket.settings('').bucket}/nightly`;

function muster(dataDir: string, ...args: string[]) {
  const { region, endpoint, credentials } = bucket.settings('');
  return runMuster(args, {
    MUSTER_DATA_DIR: dataDir,
    MUSTER_ENCRYPTION_KEY: masterKey.toString('hex'),
    MUSTER_DEMO: 'false',
    MUSTER_FILES_S3_REGION: region,
    MUSTER_FILES_S3_ENDPOINT: String(endpoint),
    MUSTER_FILES_S3_PATH_STYLE: 'true',
    MUSTER_FILES_S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    MUSTER_FILES_S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
  });
}

async function startOn(dataDir: string) {
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
  return { service, stop };
}

const departments = async (client: TestClient): Promise<string[]> =>
  (await client.call('GET', '/svc-api/departments?limit=1000')).body.items.map(({ name }: { name: string }) => name);

inFull(
  'a backup in a bucket is listed, verified and restored, and a damaged one is found',
  async () => {
    const dataDir = join(root, 'original');
    await mkdir(dataDir);
    const { service, stop } = await startOn(dataDir);
    const client = await service.client(await service.openAccount('acme'));
    const person = await hired(client, await company(client), { portrait: await newPicture(client) });
    const path = `/svc-api/employees/${person.id}`;
    const portrait = (await download(client, await linkOf(client, path, 'portrait'), { accept: 'image/*' })).bytes;
    expect(await muster(dataDir, 'backup', place())).toMatchObject({ status: 0, stderr: '' });
    await client.call('POST', '/svc-api/departments', { body: { name: 'After the first backup' } });
    const second = await muster(dataDir, 'backup', place(), '--keep', '5', '--json');
    expect(second).toMatchObject({ status: 0, stderr: '' });
    const names = await departments(client);
    await stop();

    const listed = JSON.parse((await muster(dataDir, 'backup', 'list', place(), '--json')).stdout);
    expect(listed.backups).toHaveLength(2);
    const verified = await muster(dataDir, 'backup', 'verify', place());
    expect([verified.status, verified.stderr]).toEqual([0, '']);
    expect(verified.stdout).toContain('is good');

    const restored = await muster(join(root, 'restored'), 'restore', place());
    expect([restored.status, restored.stderr]).toEqual([0, '']);
    const copy = await startOn(join(root, 'restored'));
    const reader = await copy.service.renewed(client);
    expect(await departments(reader)).toEqual(names);
    expect(
      (await download(reader, await linkOf(reader, path, 'portrait'), { accept: 'image/*' })).bytes.equals(portrait),
    ).toBe(true);
    await copy.stop();

    const { region, endpoint, isPathStyle, credentials } = bucket.settings('');
    const store = await openBackupStore(place(), { region, endpoint, isPathStyle, credentials });
    const [pack = ''] = await store.names('packs');
    await store.remove(pack);
    const damaged = await muster(dataDir, 'backup', 'verify', place());
    expect([damaged.status, damaged.stdout]).toEqual([1, '']);
    expect(damaged.stderr).not.toBe('');
  },
  180_000,
);

test('a bucket that is not there is said', async () => {
  const missing = await muster(join(root, 'restored'), 'backup', 'list', 's3://no-such-bucket/nightly');
  expect([missing.status, missing.stdout]).toEqual([1, '']);
  expect(missing.stderr).toContain('no-such-bucket');
}, 60_000);
