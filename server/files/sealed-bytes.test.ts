import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { derivedKeys } from '../identity/auth/installation-key.ts';
import { vaultOf } from '../identity/auth/vault.ts';
import { BytesAltered, chunkBytes, openedBytes, sealedBytes } from './sealed-bytes.ts';

const vault = vaultOf(derivedKeys(randomBytes(32)));
const about = 'a/1';

/** In pieces that fit no chunk. */
async function* piecesOf(bytes: Buffer, pieceBytes = 10_007): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

async function gathered(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

const sealed = (bytes: Buffer, name = about) => gathered(sealedBytes(piecesOf(bytes), vault, name));
const opened = (bytes: Buffer, name = about) => gathered(openedBytes(piecesOf(bytes), vault, name));

const sealedChunkBytes = chunkBytes + 16;
const threeChunks = randomBytes(2 * chunkBytes + 100);
/** Where the first chunk begins. */
const beginningOf = (whole: Buffer) => whole.length - (2 * sealedChunkBytes + 116);

describe('sealed bytes', () => {
  it.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, 3_000_000])(
    'of %i bytes open to what they were',
    async (length) => {
      const bytes = randomBytes(length);
      const kept = await sealed(bytes);
      expect((await opened(kept)).equals(bytes)).toBe(true);
      expect(kept.length).toBeLessThan(length + 200 + 16 * Math.ceil(length / chunkBytes));
    },
  );

  it('show nothing of the content, and are never twice alike', async () => {
    const bytes = Buffer.alloc(1000, 'secret');
    const [one, other] = [await sealed(bytes), await sealed(bytes)];
    expect(one.includes('secret')).toBe(false);
    expect(one.subarray(-1000).equals(other.subarray(-1000))).toBe(false);
  });

  it.each([0, 1, 2, 50, 200, 70_000, 131_250, -1, -17])('are refused with a flipped bit at %i', async (position) => {
    const kept = await sealed(threeChunks);
    const at = position < 0 ? kept.length + position : position;
    kept[at] = (kept[at] ?? 0) ^ 1;
    await expect(opened(kept)).rejects.toThrow(BytesAltered);
  });

  it('are refused when cut anywhere, at the end of a chunk too', async () => {
    const kept = await sealed(threeChunks);
    const start = beginningOf(kept);
    const cuts = [
      0,
      2,
      3,
      50,
      start,
      start + 5,
      start + sealedChunkBytes,
      start + 2 * sealedChunkBytes,
      kept.length - 1,
    ];
    for (const length of cuts) {
      await expect(opened(kept.subarray(0, length)), `cut to ${length} bytes`).rejects.toThrow(BytesAltered);
    }
  });

  it('are refused with chunks swapped, repeated, left out or added', async () => {
    const kept = await sealed(threeChunks);
    const start = beginningOf(kept);
    const [head, one, two, three] = [
      kept.subarray(0, start),
      kept.subarray(start, start + sealedChunkBytes),
      kept.subarray(start + sealedChunkBytes, start + 2 * sealedChunkBytes),
      kept.subarray(start + 2 * sealedChunkBytes),
    ];
    expect((await opened(Buffer.concat([head, one, two, three]))).equals(threeChunks)).toBe(true);
    const orders = [[two, one, three], [one, one, two, three], [one, three], [one, two, three, three], [three]];
    for (const order of orders) {
      await expect(opened(Buffer.concat([head, ...order]))).rejects.toThrow(BytesAltered);
    }
  });

  it('are refused under the name of another file, and with its key', async () => {
    const kept = await sealed(threeChunks);
    const other = await sealed(threeChunks, 'a/2');
    await expect(opened(kept, 'a/2')).rejects.toThrow(BytesAltered);
    const start = beginningOf(kept);
    const mixed = Buffer.concat([other.subarray(0, start), kept.subarray(start)]);
    await expect(opened(mixed, 'a/2')).rejects.toThrow(BytesAltered);
  });

  it('pass on no chunk that was altered, but those before it', async () => {
    const kept = await sealed(threeChunks);
    const at = beginningOf(kept) + sealedChunkBytes + 7;
    kept[at] = (kept[at] ?? 0) ^ 1;
    const seen: Buffer[] = [];
    const reading = (async () => {
      for await (const bytes of openedBytes(piecesOf(kept), vault, about)) seen.push(bytes);
    })();
    await expect(reading).rejects.toThrow(BytesAltered);
    expect(Buffer.concat(seen).equals(threeChunks.subarray(0, chunkBytes))).toBe(true);
  });

  it('are read no faster than they are taken, and let go of their source when nobody wants more', async () => {
    let given = 0;
    let isLeft = false;
    async function* endless(): AsyncGenerator<Buffer> {
      try {
        for (;;) {
          given += chunkBytes;
          yield Buffer.alloc(chunkBytes);
        }
      } finally {
        isLeft = true;
      }
    }
    let taken = 0;
    for await (const bytes of sealedBytes(endless(), vault, about)) {
      taken += bytes.length;
      if (taken > 1_000_000) break;
      expect(given).toBeLessThan(taken + 3 * chunkBytes);
    }
    expect(isLeft).toBe(true);
  });

  it('pass on the failure of their source', async () => {
    async function* failing(): AsyncGenerator<Buffer> {
      yield Buffer.from('x');
      throw new Error('hung up');
    }
    await expect(gathered(sealedBytes(failing(), vault, about))).rejects.toThrow('hung up');
  });
});
