import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { previewOf } from './preview.ts';

const picture = (width: number, height: number, alpha = 1): Sharp =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 60, alpha } } });

const opaque = (width: number, height: number): Sharp => picture(width, height).removeAlpha();

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
}

const preview = (bytes: Buffer, contentType: string, side?: number) =>
  previewOf({ contentType, size: bytes.length, read: async () => piecesOf(bytes), owner: 'a' }, side);

async function shown(bytes: Buffer, contentType: string, side?: number) {
  const made = await preview(bytes, contentType, side);
  if (made === null) return null;
  const { width, height, format } = await sharp(made.bytes).metadata();
  expect(made.contentType).toBe(`image/${format}`);
  return { width, height, format };
}

describe('a preview', () => {
  it.each<[string, () => Promise<Buffer>, string]>([
    ['image/png', () => opaque(800, 400).png().toBuffer(), 'jpeg'],
    ['image/png', () => picture(800, 400, 0.5).png().toBuffer(), 'png'],
    ['image/x-png', () => picture(800, 400, 0.5).png({ palette: true }).toBuffer(), 'png'],
    ['image/jpeg', () => opaque(800, 400).jpeg().toBuffer(), 'jpeg'],
    ['image/pjpeg', () => opaque(800, 400).jpeg({ progressive: true }).toBuffer(), 'jpeg'],
    ['image/jpg', () => opaque(800, 400).toColourspace('cmyk').jpeg().toBuffer(), 'jpeg'],
    ['image/gif', () => picture(800, 400, 0).gif().toBuffer(), 'jpeg'],
    ['image/webp', () => opaque(800, 400).webp().toBuffer(), 'jpeg'],
    ['image/webp', () => picture(800, 400, 0.5).webp().toBuffer(), 'webp'],
    ['image/tiff', () => opaque(800, 400).tiff().toBuffer(), 'jpeg'],
  ])('of %s fits into a square', async (type, make, format) => {
    expect(await shown(await make(), type)).toEqual({ width: 512, height: 256, format });
  });

  it('is as large as asked for, and never larger than the picture', async () => {
    const bytes = await opaque(300, 600).jpeg().toBuffer();
    expect(await shown(bytes, 'image/jpeg', 100)).toMatchObject({ width: 50, height: 100 });
    expect(await shown(bytes, 'image/jpeg', 1024)).toMatchObject({ width: 300, height: 600 });
  });

  it('stands upright, and tells nothing of place and camera', async () => {
    const bytes = await opaque(400, 200)
      .jpeg()
      .withExif({ IFD0: { Make: 'Camera', Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const made = await preview(bytes, 'image/jpeg');
    const { width, height, exif, orientation } = await sharp(made?.bytes).metadata();
    expect({ width, height, exif, orientation }).toEqual({ width: 200, height: 400 });
  });

  it('of a moving picture is its first frame', async () => {
    const frames = [opaque(600, 400), picture(600, 400, 0.2)].map((frame) => frame.png().toBuffer());
    const bytes = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(2);
    expect(await shown(bytes, 'image/gif')).toEqual({ width: 512, height: 341, format: 'jpeg' });
  });

  it('goes by the content, not by the name', async () => {
    expect(await shown(await opaque(600, 600).jpeg().toBuffer(), 'image/png')).toMatchObject({ format: 'jpeg' });
  });

  it('of what was cut off or is no picture at all does not exist', async () => {
    const noise = sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } });
    const bytes = await noise.png().toBuffer();
    expect(await shown(bytes, 'image/png')).not.toBeNull();
    for (const broken of [bytes.subarray(0, 40_000), bytes.subarray(0, 20), randomBytes(1000), Buffer.alloc(0)]) {
      expect(await preview(broken, 'image/png')).toBeNull();
    }
  });

  it('is not made of kinds that are not meant to be', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    );
    expect(await preview(svg, 'image/svg+xml')).toBeNull();
    expect(await preview(svg, 'image/png')).toBeNull();
    expect(await preview(await opaque(9, 9).avif().toBuffer(), 'image/png')).toBeNull();
    expect(await preview(Buffer.from('%PDF-1.7'), 'application/pdf')).toBeNull();
    expect(await preview(randomBytes(100), 'image/x-dcraw')).toBeNull();
  });

  it('is not made of a picture that is small as a file and huge as a picture', async () => {
    const startedAt = performance.now();
    for (const [width, height] of [
      [30_000, 30_000],
      [0x7fffffff, 0x7fffffff],
      [1_000_000, 200],
    ] as const) {
      expect(await preview(hugePng(width, height), 'image/png')).toBeNull();
    }
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  it('passes on that the picture could not be read', async () => {
    const read = () => Promise.reject(new Error('The disk is gone.'));
    await expect(previewOf({ contentType: 'image/png', size: 5, read, owner: 'a' })).rejects.toThrow(
      'The disk is gone.',
    );
  });
});

/** A picture of nothing but zeros, a few rows of which are there. */
function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const around = Buffer.alloc(8);
    around.writeUInt32BE(data.length, 0);
    around.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
  };
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const rows = deflateSync(Buffer.alloc(10_000_000));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
