/**
 * A ZIP file that is written while its parts arrive (APPNOTE 6.3.10, section 4.4.4, bit 3): the size of a part follows its
 * bytes, so nothing is held back. A part has less than 4 GB, which is checked; the whole file may be longer (ZIP64). No
 * encryption.
 */
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';

interface Part {
  readonly name: Buffer;
  readonly offset: number;
  crc: number;
  size: number;
  packedSize: number;
}

export interface Zip {
  /** Ends the former part and begins another. */
  part(name: string): Promise<Buffer>;
  write(content: string | Buffer): Promise<Buffer>;
  end(): Promise<Buffer>;
}

const bytesMax = 0xffff_ffff;
const versionNeeded = 20;
/** The sizes follow the bytes, and names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** 1 January 1980, the beginning of this calendar: the same rows give the same file. */
const day = 0x21;

/** Quick: a sheet is repetitive, and a higher level would take most of the time of the stream. */
const level = 1;

export function zip(): Zip {
  const parts: Part[] = [];
  let written = 0;
  let packing: DeflateRaw | null = null;
  let packed: Buffer[] = [];
  const taken = (...more: Buffer[]): Buffer => {
    const bytes = Buffer.concat([...packed, ...more]);
    packed = [];
    return bytes;
  };
  const counted = (bytes: Buffer): Buffer => {
    written += bytes.length;
    return bytes;
  };
  const finishPart = async (): Promise<Buffer> => {
    const part = parts.at(-1);
    if (!packing || !part) return Buffer.alloc(0);
    const ending = packing;
    await new Promise<void>((resolve, reject) => ending.once('end', resolve).once('error', reject).end());
    packing = null;
    const rest = taken();
    part.packedSize += rest.length;
    if (part.size >= bytesMax || part.packedSize >= bytesMax)
      throw new Error('A part of a ZIP file has less than 4 GB.');
    return Buffer.concat([rest, words([0x0807_4b50, 4], [part.crc, 4], [part.packedSize, 4], [part.size, 4])]);
  };
  const begin = (name: string): Buffer => {
    const part = { name: Buffer.from(name), offset: written, crc: 0, size: 0, packedSize: 0 };
    parts.push(part);
    packing = createDeflateRaw({ level });
    packing.on('data', (bytes: Buffer) => packed.push(bytes));
    return Buffer.concat([words([0x0403_4b50, 4], ...common({ ...part })), part.name]);
  };
  return {
    async part(name) {
      const former = counted(await finishPart());
      return Buffer.concat([former, counted(begin(name))]);
    },
    async write(content) {
      const part = parts.at(-1) as Part;
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      part.crc = crc32(bytes, part.crc);
      part.size += bytes.length;
      await new Promise<void>((resolve, reject) =>
        (packing as DeflateRaw).write(bytes, (error) => (error ? reject(error) : resolve())),
      );
      const out = taken();
      part.packedSize += out.length;
      return counted(out);
    },
    async end() {
      const former = counted(await finishPart());
      const directory = Buffer.concat(parts.map(directoryEntry));
      return Buffer.concat([former, directory, directoryEnd(parts.length, directory.length, written)]);
    },
  };
}

/** This number of parts says that the number stands elsewhere (ZIP64), as an offset of `bytesMax` does. */
const partsElsewhere = 0xffff;

/** Where the directory is. A long file has it twice: readers find the wider numbers next to the narrow ones. */
export function directoryEnd(count: number, size: number, offset: number): Buffer {
  const isWide = count >= partsElsewhere || offset >= bytesMax;
  const shown = Math.min(count, partsElsewhere);
  const end = words(
    [0x0605_4b50, 4],
    [0, 2],
    [0, 2],
    [shown, 2],
    [shown, 2],
    [size, 4],
    [Math.min(offset, bytesMax), 4],
    [0, 2],
  );
  if (!isWide) return end;
  const wide = Buffer.concat([
    words([0x0606_4b50, 4]),
    longs(44),
    words([versionOfWide, 2], [versionOfWide, 2], [0, 4], [0, 4]),
    longs(count, count, size, offset),
  ]);
  const locator = Buffer.concat([words([0x0706_4b50, 4], [0, 4]), longs(offset + size), words([1, 4])]);
  return Buffer.concat([wide, locator, end]);
}

const versionOfWide = 45;

/** Numbers of eight bytes. */
function longs(...all: readonly number[]): Buffer {
  const buffer = Buffer.alloc(all.length * 8);
  all.forEach((value, index) => {
    buffer.writeBigUInt64LE(BigInt(value), index * 8);
  });
  return buffer;
}

type Word = readonly [value: number, bytes: 2 | 4];

function words(...all: readonly Word[]): Buffer {
  const buffer = Buffer.alloc(all.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of all) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

/** What the header of a part and its entry in the directory have in common; the former is written before the sizes are known. */
const common = ({ name, crc, size, packedSize }: Part, extraBytes = 0): Word[] => [
  [extraBytes > 0 ? versionOfWide : versionNeeded, 2],
  [flags, 2],
  [deflated, 2],
  [0, 2],
  [day, 2],
  [crc, 4],
  [packedSize, 4],
  [size, 4],
  [name.length, 2],
  [extraBytes, 2],
];

/** A part that begins beyond 4 GB has its place in a field of its own, which only newer readers know. */
export function directoryEntry(part: Part): Buffer {
  const extra = part.offset >= bytesMax ? Buffer.concat([words([1, 2], [8, 2]), longs(part.offset)]) : Buffer.alloc(0);
  const offset = Math.min(part.offset, bytesMax);
  return Buffer.concat([
    words(
      [0x0201_4b50, 4],
      [versionOfWide, 2],
      ...common(part, extra.length),
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ),
    part.name,
    extra,
  ]);
}
