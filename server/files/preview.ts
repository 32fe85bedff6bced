/**
 * Reduced images. The input is untrusted: its pixels, its bytes, the time and the number of concurrent conversions are
 * limited. An image that cannot be reduced within the limits has no preview.
 */
import { buffer } from 'node:stream/consumers';
import type { Sharp, SharpOptions } from 'sharp';
import { fairQueue } from './fair-queue.ts';

export interface Preview {
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly bytes: Buffer;
}

export interface Original {
  readonly contentType: string;
  readonly size: number;
  /** Called when the turn has come. Read errors are thrown unchanged. */
  readonly read: () => Promise<AsyncIterable<Buffer>>;
  /** Any name that distinguishes owners: they take turns. */
  readonly owner: string;
}

/** Pixels of the longer side. */
export const previewSide = { default: 512, max: 1024 } as const;

/** Other formats have no decoder here, or one that is not safe for untrusted input. */
const reducible: ReadonlySet<string> = new Set([
  'image/png',
  'image/x-png',
  'image/jpeg',
  'image/jpe',
  'image/jpg',
  'image/pjpeg',
  'image/gif',
  'image/webp',
  'image/tif',
  'image/tiff',
]);

const bytesMax = 30_000_000;

/** More pixels than cameras produce; such an image takes some 300 MB if it must be rotated. */
const pixelsMax = 100_000_000;
const secondsMax = 10;

const reducing = fairQueue({ atOnceMax: 2, waitingMax: 200, waitMs: 20_000 });

/** No larger than the original, upright, without metadata of place, time and camera; null: none. */
export async function previewOf(original: Original, side: number = previewSide.default): Promise<Preview | null> {
  if (!reducible.has(original.contentType) || original.size > bytesMax) return null;
  return reducing.pass(original.owner, async () => reduced(await buffer(await original.read()), side));
}

async function reduced(bytes: Buffer, side: number): Promise<Preview | null> {
  const open = await decoder();
  try {
    // Damaged but recognizable images are accepted.
    const image = open(bytes, { limitInputPixels: pixelsMax, failOn: 'truncated', sequentialRead: true });
    const { format, hasAlpha } = await image.metadata();
    const small = image
      .timeout({ seconds: secondsMax })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    return await encoded(small, hasAlpha ? format : 'jpeg');
  } catch {
    return null;
  }
}

async function encoded(image: Sharp, format: string): Promise<Preview> {
  if (format === 'png') return { contentType: 'image/png', bytes: await image.png().toBuffer() };
  if (format === 'webp') return { contentType: 'image/webp', bytes: await image.webp().toBuffer() };
  const opaque = image.flatten({ background: '#ffffff' });
  return { contentType: 'image/jpeg', bytes: await opaque.jpeg().toBuffer() };
}

type Decoder = (bytes: Buffer, options: SharpOptions) => Sharp;

let loading: Promise<Decoder> | undefined;

/** Loaded on demand, because it is large. */
function decoder(): Promise<Decoder> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    // The content selects the decoder, whatever the declared type.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff'].map((format) => `VipsForeignLoad${format}`),
    });
    return sharp;
  });
  return loading;
}
