/**
 * The format of an archive: lines of JSON, compressed and encrypted as a whole with a key of its own. It is read from its
 * beginning to its end, in constant memory, and any change, cut or addition is detected.
 */
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { openedBytes, sealedBytes } from '../files/sealed-bytes.ts';
import { derivedKeys } from '../identity/auth/installation-key.ts';
import { vaultOf } from '../identity/auth/vault.ts';
import type { Numbers } from './numbers.ts';
import type { RowTexts } from './row-pages.ts';

export const archiveFormat = 1;

export interface ArchiveHead {
  readonly format: number;
  readonly exportedAt: string;
  /** The names of the migrations of its schema. */
  readonly migrations: readonly string[];
  readonly account: ArchivedAccount;
  /** Identifies the key that digests of secrets were made with. */
  readonly secretsCheck: string;
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[]; readonly rows: number }[];
  readonly files: number;
  /** The last numbers that its installation has used. */
  readonly numbers: Numbers;
}

export interface ArchivedAccount {
  readonly id: string;
  readonly name: string;
  readonly environment: string;
  readonly createdAt: string;
  readonly requestsPerMinute: number | null;
  readonly eventDays: number | null;
  readonly systemDefinitions: number;
  readonly versionsSince: string;
  readonly versionsKeptSince: string | null;
}

/** A line; a file is followed by its bytes, and `end` is the last one. */
export type ArchiveLine =
  | { readonly head: ArchiveHead }
  | { readonly table: string; readonly rows: readonly RowTexts[] }
  | { readonly file: string }
  | { readonly bytes: string }
  | { readonly end: true };

const about = 'account-archive';

export interface ArchiveWriter {
  write(line: ArchiveLine): Promise<void>;
  /** Resolves when everything is written. */
  end(): Promise<void>;
}

export function archiveWriter(key: Buffer, output: (chunk: Buffer) => Promise<void>): ArchiveWriter {
  const gzip = createGzip();
  const writing = (async () => {
    for await (const chunk of sealedBytes(gzip, vaultOf(derivedKeys(key)), about)) await output(chunk);
  })();
  // Both ways of writing below report it.
  writing.catch(() => undefined);
  const unlessFailed = (work: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      new Promise<void>((resolve, reject) => work((error) => (error ? reject(error) : resolve()))),
      // Ends early only by failing.
      writing,
    ]);
  return {
    write: (line) => unlessFailed((done) => gzip.write(`${JSON.stringify(line)}\n`, done)),
    async end() {
      gzip.end();
      await writing;
    },
  };
}

/** Throws `BytesAltered` for another key or a damaged file. */
export async function* openedArchive(source: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<ArchiveLine> {
  const plain = Readable.from(openedBytes(source, vaultOf(derivedKeys(key)), about), { objectMode: false });
  const gunzip = createGunzip();
  plain.on('error', (error) => gunzip.destroy(error));
  let isEnded = false;
  for await (const line of linesOf(plain.pipe(gunzip))) {
    const parsed = JSON.parse(line) as ArchiveLine;
    isEnded = 'end' in parsed;
    yield parsed;
  }
  if (!isEnded) throw new Error('The archive is not complete.');
}

/** Only at line feeds: other ends of lines may be in texts. */
async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  for await (const chunk of source) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, at)]).toString();
      pieces = [];
      from = at + 1;
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
  }
  if (pieces.length > 0) throw new Error('The archive ends within a line.');
}
