import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskStorage } from './disk-storage.ts';
import { BytesMissing, type FileStorage, storageKey } from './storage.ts';

const account = '6f0a9c44-5d0e-4c0e-9f5e-0f7f2b1f6a11';
const file = '0196c3f2-5a10-7c4e-9b1d-2f6a3e8d4c71';
const key = storageKey(account, file);

let root: string;
let storage: FileStorage;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'muster-files-'));
  storage = diskStorage(join(root, 'files'));
});
afterEach(() => rm(root, { recursive: true }));

async function* once(...pieces: Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}

const bytesOf = async (name: string) => buffer(await storage.read(name));

/** Every file below the root, with its path. */
async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function keysBefore(moment: Date): Promise<string[]> {
  const keys: string[] = [];
  for await (const one of storage.list(moment)) keys.push(one);
  return keys.sort();
}

describe('storage on disk', () => {
  it('gives back what was written', async () => {
    const bytes = randomBytes(300_000);
    await storage.write(key, once(bytes.subarray(0, 7), bytes.subarray(7)));
    expect((await bytesOf(key)).equals(bytes)).toBe(true);
  });

  it('keeps files in folders of few, readable by their owner alone', async () => {
    await storage.write(key, once(Buffer.from('x')));
    const [path = ''] = await filesOnDisk();
    expect(path).toBe(join(root, 'files', account, '71', file));
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect((await stat(join(root, 'files', account))).mode & 0o077).toBe(0);
  });

  it.each([0, 1, 200_000])('keeps nothing of a source that fails after %i bytes', async (length) => {
    async function* failing(): AsyncGenerator<Buffer> {
      if (length > 0) yield randomBytes(length);
      throw new Error('hung up');
    }
    await expect(storage.write(key, failing())).rejects.toThrow('hung up');
    expect(await filesOnDisk()).toEqual([]);
    await expect(storage.read(key)).rejects.toThrow(BytesMissing);
  });

  it('leaves what was there as it was when a later write fails', async () => {
    await storage.write(key, once(Buffer.from('first')));
    async function* failing(): AsyncGenerator<Buffer> {
      yield Buffer.from('second');
      throw new Error('hung up');
    }
    await expect(storage.write(key, failing())).rejects.toThrow('hung up');
    expect((await bytesOf(key)).toString()).toBe('first');
  });

  it('removes, and does not mind what is not there', async () => {
    await storage.write(key, once(Buffer.from('x')));
    await storage.remove(key);
    await storage.remove(key);
    await expect(storage.read(key)).rejects.toThrow(BytesMissing);
  });

  it('lists what is older than a moment, previews as well', async () => {
    const preview = storageKey(account, file, 'preview-512');
    const other = storageKey('b', '0196c3f2-5a10-7c4e-9b1d-2f6a3e8d4c72');
    for (const one of [key, preview, other]) await storage.write(one, once(Buffer.from('x')));
    const [young = ''] = (await filesOnDisk()).filter((path) => path.endsWith('72'));
    await utimes(young, new Date(), new Date(Date.now() + 3_600_000));
    expect(await keysBefore(new Date(Date.now() + 60_000))).toEqual([key, preview].sort());
    expect(await keysBefore(new Date(Date.now() - 60_000))).toEqual([]);
  });

  it('lists nothing where nothing was ever written', async () => {
    expect(await keysBefore(new Date())).toEqual([]);
  });

  it('clears what a crash left behind, and not what is being written', async () => {
    await storage.write(key, once(Buffer.from('x')));
    const drafts = join(root, 'files', '.drafts');
    await writeFile(join(drafts, 'dead'), 'half');
    await utimes(join(drafts, 'dead'), new Date(0), new Date(0));
    await writeFile(join(drafts, 'alive'), 'half');
    await keysBefore(new Date(Date.now() - 60_000));
    expect(await readdir(drafts)).toEqual(['alive']);
  });

  it.each(['../x/y', 'a/../b', 'a', 'a/b/c', '/a/bc', 'a/b.c.d', 'a/b\0c', ''])(
    'takes %j for no key at all',
    async (wrong) => {
      await expect(storage.write(wrong, once(Buffer.from('x')))).rejects.toThrow('is no key of a file');
      await expect(storage.read(wrong)).rejects.toThrow('is no key of a file');
      expect(await filesOnDisk()).toEqual([]);
    },
  );
});
