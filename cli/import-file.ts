/**
 * A file to import, read twice: once for its digest, by which an interrupted import is recognized, and once for its
 * lines. Neither pass holds more than a piece of it.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { importables } from '@muster/contract/importables.ts';
import type { ImportedCollection } from '@muster/contract/resources/imports.ts';
import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import type { Line } from '@muster/server/imports/line.ts';
import { linesOf, UnreadableFile } from '@muster/server/imports/lines.ts';

export interface ImportFile {
  readonly digest: Buffer;
  readonly bytes: number;
  readonly lines: AsyncIterable<Line>;
  /** How far the lines have been read. */
  bytesRead(): number;
}

const formats = { '.csv': 'csv', '.ndjson': 'ndjson', '.jsonl': 'ndjson' } as const;

export async function importFile(path: string, collection: ImportedCollection): Promise<ImportFile> {
  const format = formats[extname(path).toLowerCase() as keyof typeof formats];
  if (format === undefined) throw refused('Its name must end in .csv or .ndjson.');
  const { digest, bytes } = await inspected(path, collection);
  const stream = createReadStream(path);
  return {
    digest,
    bytes,
    lines: refusing(linesOf(importables[collection], format, stream)),
    bytesRead: () => stream.bytesRead,
  };
}

const refused = (message: string) => new RefusedError({ file: [message] });

async function* refusing(lines: AsyncIterable<Line>): AsyncGenerator<Line, void> {
  try {
    yield* lines;
  } catch (error) {
    throw error instanceof UnreadableFile ? refused(error.message) : error;
  }
}

async function inspected(path: string, collection: ImportedCollection): Promise<{ digest: Buffer; bytes: number }> {
  // One file may be imported into two collections. The digest of employees is that of earlier releases.
  const digest = createHash('sha256').update(collection === 'employees' ? '' : `${collection}\n`);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      digest.update(chunk);
      decoder.decode(chunk, { stream: true });
      bytes += chunk.length;
    }
    decoder.decode();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw refused('There is no such file.');
    throw code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? refused('It must be encoded in UTF-8.') : error;
  }
  return { digest: digest.digest(), bytes };
}
