// The master key is made once, its purposes are separate, and what it seals cannot be changed unnoticed.
import type { KeyObject } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { derivedKeys, installationKey, open, seal } from './installation-key.ts';

const given = Buffer.alloc(32, 7);
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'muster-key-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

describe('the master key', () => {
  it('is the given one, and then nothing is written', async () => {
    expect(await installationKey(given, dataDir)).toBe(given);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is created once, closed to others, also when several processes start at once', async () => {
    const folder = join(dataDir, 'new');
    const keys = await Promise.all(Array.from({ length: 8 }, () => installationKey(null, folder)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(await readdir(folder)).toEqual(['encryption-key']);
    expect((await stat(join(folder, 'encryption-key'))).mode & 0o777).toBe(0o600);
    const text = await readFile(join(folder, 'encryption-key'), 'utf8');
    expect(Buffer.from(text, 'base64url')).toEqual(keys[0]);
    expect(await installationKey(null, folder)).toEqual(keys[0]);
  });

  it('is refused when damaged, rather than replaced', async () => {
    await writeFile(join(dataDir, 'encryption-key'), 'c2hvcnQ\n');
    await expect(installationKey(null, dataDir)).rejects.toThrow('must hold 32 bytes, not 5');
    await expect(installationKey(Buffer.alloc(16), dataDir)).rejects.toThrow('must hold 32 bytes, not 16');
  });
});

describe('derived keys', () => {
  it('are the same every time, and different from each other and the master', () => {
    const textsOf = (keys: object) => Object.values(keys).map((key: KeyObject) => key.export().toString('hex'));
    const texts = textsOf(derivedKeys(given));
    expect(textsOf(derivedKeys(given))).toEqual(texts);
    expect(new Set([given.toString('hex'), ...texts]).size).toBe(7);
  });
});

describe('sealing', () => {
  const { envelope, cursor } = derivedKeys(given);
  const text = Buffer.from('confidential');

  it('gives back what was sealed, and never seals twice alike', () => {
    expect(open(envelope, seal(envelope, text))).toEqual(text);
    expect(open(envelope, seal(envelope, Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
    expect(seal(envelope, text)).not.toEqual(seal(envelope, text));
    expect(seal(envelope, text).includes(text)).toBe(false);
  });

  it('refuses another key, any changed byte, and what is too short', () => {
    const sealed = seal(envelope, text);
    expect(() => open(cursor, sealed)).toThrow();
    for (const [index, byte] of sealed.entries()) {
      const changed = Buffer.from(sealed);
      changed[index] = byte ^ 1;
      expect(() => open(envelope, changed)).toThrow();
    }
    expect(() => open(envelope, sealed.subarray(0, 20))).toThrow();
  });
});
