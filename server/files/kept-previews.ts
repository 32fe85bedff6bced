/**
 * Reduced images, stored next to their file. There are few sizes, so that a file has few of them and they can be
 * removed by name.
 */
import { buffer } from 'node:stream/consumers';
import type { Vault } from '../platform/database/vault.ts';
import { type Original, previewOf } from './preview.ts';
import { BytesAltered, openedBytes, sealedBytes } from './sealed-bytes.ts';
import { BytesMissing, type FileStorage, storageKey } from './storage.ts';

export interface KeptPreview {
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The side of the square that it fits into, in pixels. */
  readonly side: number;
}

const sides = [16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024];

const variantOf = (side: number): string => `preview-${side}`;

/** All keys that may exist next to a file. */
export const previewKeys = (accountId: string, fileId: string): string[] =>
  sides.map((side) => storageKey(accountId, fileId, variantOf(side)));

/** No larger than requested; null if the image cannot be reduced. */
export async function keptPreview(
  storage: FileStorage,
  vault: Vault,
  place: { readonly accountId: string; readonly fileId: string },
  original: Original,
  askedSide: number,
): Promise<KeptPreview | null> {
  const side = sides.findLast((one) => one <= askedSide) ?? sides[0] ?? askedSide;
  const key = storageKey(place.accountId, place.fileId, variantOf(side));
  const kept = await readKept(storage, vault, key);
  if (kept) return { ...kept, side };
  const made = await previewOf(original, side);
  if (!made) return null;
  await storage.write(key, sealedBytes(written(made), vault, key));
  return { ...made, side };
}

type Made = Omit<KeptPreview, 'side'>;

/** The type on one line, then the bytes. */
async function* written({ contentType, bytes }: Made): AsyncGenerator<Buffer> {
  yield Buffer.from(`${contentType}\n`);
  yield bytes;
}

async function readKept(storage: FileStorage, vault: Vault, key: string): Promise<Made | null> {
  try {
    const kept = await buffer(openedBytes(await storage.read(key), vault, key));
    const end = kept.indexOf('\n');
    return { contentType: kept.toString('latin1', 0, end), bytes: kept.subarray(end + 1) };
  } catch (error) {
    // One that cannot be decrypted is created again.
    if (error instanceof BytesMissing || error instanceof BytesAltered) return null;
    throw error;
  }
}
