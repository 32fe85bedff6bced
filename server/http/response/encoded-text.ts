/** Encodes a long text whose parts are known, without joining them first and without blocking other requests. */
import { inPieces } from './in-pieces.ts';

export async function encodedText(parts: readonly string[]): Promise<Buffer> {
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
