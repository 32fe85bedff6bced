/** Encodes a long text whose parts are known, without joining them first and without blocking other requests. */
import { inPieces } from './in-pieces.ts';

/**
 * Usual pages are encoded here and copied out at once: their size need not be counted before, and memory that is used again
 * stays in the cache of the processor.
 */
const desk = Buffer.allocUnsafeSlow(524_288);

/** No character takes more. */
const characterBytesMax = 3;

export async function encodedText(parts: readonly string[]): Promise<Buffer> {
  const characters = parts.reduce((sum, part) => sum + part.length, 0);
  return characters * characterBytesMax > desk.length ? encodedInPieces(parts) : encodedAtOnce(parts);
}

function encodedAtOnce(parts: readonly string[]): Buffer {
  let end = 0;
  for (const part of parts) end += desk.write(part, end);
  return Buffer.from(desk.subarray(0, end));
}

async function encodedInPieces(parts: readonly string[]): Promise<Buffer> {
  let length = 0;
  await inPieces(parts, (part) => {
    length += Buffer.byteLength(part);
  });
  const bytes = Buffer.allocUnsafeSlow(length);
  let end = 0;
  await inPieces(parts, (part) => {
    end += bytes.write(part, end);
  });
  return bytes;
}
