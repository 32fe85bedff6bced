/**
 * Reads a long result in turns with other work. The event loop reads up to two megabytes of one connection before it
 * looks at the others, and all of it is parsed at once: short requests would wait meanwhile.
 */
import type { Readable } from 'node:stream';
import type pg from 'pg';
import { nextTurn } from '../../turns.ts';

/** Two reads of a socket. Nearly all results are shorter. */
const bytesPerTurn = 131_072;
/** More than the rest of a result that was read in one go, and less than a part of a long one, also through TLS. */
const partBytes = 8192;

export function readInTurns(client: pg.ClientBase): void {
  // The driver gives it to cursors and streams; for other queries it has no public name.
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Readable } }).connection;
  let bytes = 0;
  let isCounting = false;
  stream.on('data', ({ length }: Buffer) => {
    if (length < partBytes) return;
    bytes += length;
    if (!isCounting) {
      isCounting = true;
      setImmediate(() => {
        isCounting = false;
        bytes = 0;
      });
    }
    if (bytes < bytesPerTurn || stream.isPaused()) return;
    stream.pause();
    nextTurn().then(() => stream.resume());
  });
}
