import { expect, test } from 'vitest';
import { directoryEnd, directoryEntry } from './zip.ts';

const wideEnd = 0x0606_4b50;
const narrowEnd = 0x0605_4b50;
const extraOfWide = 1;

// The largest number of a narrow field is no number: it says that the number stands in a wide one.
test.each([
  [65_534, 100, narrowEnd],
  [65_535, 100, wideEnd],
  [65_536, 100, wideEnd],
  [2, 0xffff_fffe, narrowEnd],
  [2, 0xffff_ffff, wideEnd],
  [2, 0x1_0000_0000, wideEnd],
])('a directory of %d parts at byte %d begins its end with the right record', (count, offset, signature) => {
  const end = directoryEnd(count, 50, offset);
  expect(end.readUInt32LE(0)).toBe(signature);
  if (signature === narrowEnd) {
    expect([end.readUInt16LE(8), end.readUInt16LE(10), end.readUInt32LE(16)]).toEqual([count, count, offset]);
    return;
  }
  const counts = [24, 32].map((at) => Number(end.readBigUInt64LE(at)));
  expect([...counts, Number(end.readBigUInt64LE(48))]).toEqual([count, count, offset]);
});

test.each([
  [0xffff_fffe, 20],
  [0xffff_ffff, 45],
  [0x1_0000_0000, 45],
])('a part at byte %d needs a reader of version %d', (offset, version) => {
  const entry = directoryEntry({ name: Buffer.from('a'), offset, crc: 0, size: 0, packedSize: 0 });
  expect(entry.readUInt16LE(6)).toBe(version);
  const isWide = version === 45;
  expect(entry.readUInt32LE(42)).toBe(isWide ? 0xffff_ffff : offset);
  if (!isWide) return;
  const extra = entry.subarray(47);
  expect([extra.readUInt16LE(0), Number(extra.readBigUInt64LE(4))]).toEqual([extraOfWide, offset]);
});
