/** Files in a bucket, tested with an independent S3 server. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openBackupStore } from '@muster/server/backup/open-backup-store.ts';
import { openStorage } from '@muster/server/files/open-storage.ts';
import { BytesMissing, type FileStorage, storageKey } from '@muster/server/files/storage.ts';
import type { S3Settings } from '@muster/server/settings/files.ts';
import S3rver from 's3rver';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inForm } from '../support/form.ts';

const file = '0196c3f2-5a10-7c4e-9b1d-2f6a3e8d4c71';
const key = storageKey('7', file);
/** What is longer is sent in parts. */
const partBytes = 5 * 1024 * 1024;

let directory: string;
let server: InstanceType<typeof S3rver>;
let storage: FileStorage;
let settings: S3Settings;
/** Method and query of each request. */
let requests: string[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'muster-s3-'));
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'acme-files' }],
  });
  server.middleware.unshift(({ method, url }, next) => {
    requests.push(`${method} ${url.replace(/^[^?]*/, '')}`);
    return next();
  });
  const { port } = await server.run();
  settings = {
    bucket: 'acme-files',
    region: 'eu-west-3',
    endpoint: `http://127.0.0.1:${port}`,
    isPathStyle: true,
    prefix: 'muster/',
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  };
  storage = await openStorage({ dir: directory, s3: settings });
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  requests = [];
  for (const one of await keysBefore(new Date(Date.now() + 60_000))) await storage.remove(one);
});

async function keysBefore(moment: Date): Promise<string[]> {
  const keys: string[] = [];
  for await (const one of storage.list(moment)) keys.push(one);
  return keys.sort();
}

async function* piecesOf(bytes: Buffer, pieceBytes = 65_552): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

test.each(inForm({ short: [1, partBytes + 1], full: [1, 65_536, partBytes, partBytes + 1, 12_000_000] }))(
  'a file of %i bytes is read as it was written',
  async (length) => {
    const bytes = randomBytes(length);
    await storage.write(key, piecesOf(bytes));
    const digest = createHash('sha256');
    for await (const chunk of await storage.read(key)) digest.update(chunk);
    expect(digest.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  },
);

test.each(inForm({ short: [100_000], full: [100_000, 11_000_000] }))(
  'a source that fails after %i bytes leaves nothing',
  async (length) => {
    async function* failing(): AsyncGenerator<Buffer> {
      yield* piecesOf(randomBytes(length));
      throw new Error('hung up');
    }
    await expect(storage.write(key, failing())).rejects.toThrow('hung up');
    await expect(storage.read(key)).rejects.toThrow(BytesMissing);
    expect(await keysBefore(new Date(Date.now() + 60_000))).toEqual([]);
  },
);

test('the parts of a large file that fails are given up', async () => {
  async function* failing(): AsyncGenerator<Buffer> {
    yield* piecesOf(randomBytes(11_000_000));
    throw new Error('hung up');
  }
  await expect(storage.write(key, failing())).rejects.toThrow('hung up');
  expect(requests.filter((request) => /^PUT .*partNumber=/.test(request))).toHaveLength(2);
  expect(requests.at(-1)).toMatch(/^DELETE \?.*uploadId=/);
});

test('a file is written no faster than the bucket takes it', async () => {
  let given = 0;
  let most = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of piecesOf(randomBytes(20_000_000), 1_000_000)) {
      given += piece.length;
      most = Math.max(most, given - (await bytesInBucket()));
      yield piece;
    }
  }
  await storage.write(key, counted());
  expect(most).toBeLessThan(3 * partBytes);
});

/** Parts of running uploads count too. */
async function bytesInBucket(): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const sizes = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => stat(join(parentPath, name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

test('files are listed by age, without foreign objects', async () => {
  const preview = storageKey('7', file, 'preview-512');
  for (const one of [key, preview]) await storage.write(one, piecesOf(Buffer.from('x')));
  expect(await keysBefore(new Date(Date.now() + 60_000))).toEqual([key, preview].sort());
  expect(await keysBefore(new Date(Date.now() - 60_000))).toEqual([]);
});

test('a file is removed, and a missing file is not an error', async () => {
  await storage.write(key, piecesOf(Buffer.from('x')));
  expect((await buffer(await storage.read(key))).toString()).toBe('x');
  await storage.remove(key);
  await storage.remove(key);
  await expect(storage.read(key)).rejects.toThrow(BytesMissing);
});

test('only keys of files are taken', async () => {
  await expect(storage.write('../x', piecesOf(Buffer.from('x')))).rejects.toThrow('is no key of a file');
  await expect(storage.read('7/../x')).rejects.toThrow('is no key of a file');
});

test('backups are kept in a bucket as they are in a folder', async () => {
  const backups = await openBackupStore('s3://acme-files/backups', settings);
  await backups.write('wal/chain/0001', Readable.from([Buffer.from('log')]));
  await backups.write('packs/one', Readable.from([randomBytes(6_000_000)]));
  expect(await backups.names('wal')).toEqual(['wal/chain/0001']);
  expect(String(await buffer(await backups.read('wal/chain/0001')))).toBe('log');
  expect(await buffer(await backups.read('packs/one'))).toHaveLength(6_000_000);
  await backups.remove('wal/chain/0001');
  await backups.remove('packs/one');
  expect(await backups.names('wal')).toEqual([]);
  await expect(backups.read('packs/one')).rejects.toThrow('The backup is damaged');
});
