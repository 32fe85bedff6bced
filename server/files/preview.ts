/**
 * Reduced images. What comes is anybody's upload: its pixels, its bytes, the time it takes and how many are worked on
 * at once are bounded, and whatever cannot be reduced within them has no preview.
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
  /** Asked for when the turn has come. What goes wrong with reading is thrown as it is. */
  readonly read: () => Promise<AsyncIterable<Buffer>>;
  /** Any name that tells owners apart: they take turns. */
  readonly whose: string;
}

/** Pixels of the longer side. */
export const previewSide = { default: 512, max: 1024 } as const;

/** Others have no decoder here, or one that is not meant for the uploads of strangers. */
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

/** A picture of 100 million points is beyond what cameras make, and takes some 300 MB where it must be turned. */
const pixelsMax = 100_000_000;
const secondsMax = 10;

const reducing = fairQueue({ atOnceMax: 2, waitingMax: 200, waitMs: 20_000 });

/** No larger than the original, upright, without what its file tells of place, time and camera; null: there is none. */
export async function previewOf(original: Original, side: number = previewSide.default): Promise<Preview | null> {
  if (!reducible.has(original.contentType) || original.size > bytesMax) return null;
  return reducing.pass(original.whose, async () => reduced(await buffer(await original.read()), side));
}

async function reduced(bytes: Buffer, side: number): Promise<Preview | null> {
  const open = await decoder();
  try {
    // Damage that leaves something to be seen is tolerated.
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

/** Loaded when it is first wanted: it is large. */
function decoder(): Promise<Decoder> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    // A file decides by itself which decoder reads it, whatever it was called.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff'].map((format) => `VipsForeignLoad${format}`),
    });
    return sharp;
  });
  return loading;
}
