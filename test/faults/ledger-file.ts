/**
 * The ledger of a run as a file of lines of JSON, compressed: what clients were answered and when, and every fault. It is
 * written before anything is compared, so that it does not depend on what the service shows then.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Fault } from './duplicates.ts';
import type { Ledger } from './ledger.ts';

/** Lines of every kind, in the order of time as far as they have one. */
export function ledgerLines({ changes, uploads, imports, erasures }: Ledger, faults: readonly Fault[]): string[] {
  const moment = (ms: number) => new Date(ms).toISOString();
  const timed = [
    ...faults.map(({ target, atMs }) => ({ ms: performance.timeOrigin + atMs, line: { fault: target } })),
    ...changes.map(({ lastSentAtMs: ms, verb, type, id, marker, state, attempts, etag }) => ({
      ms,
      line: { change: verb, type, id, marker, state, attempts, etag },
    })),
  ].toSorted((one, other) => one.ms - other.ms);
  return [
    ...timed.map(({ ms, line }) => ({ at: moment(ms), ...line })),
    ...uploads.map((upload) => ({ upload: upload.fileName, ...upload })),
    ...imports.map(({ familyNames, ...rest }) => ({ import: familyNames, ...rest })),
    ...erasures.map(({ canary, ...rest }) => ({ erasure: canary, ...rest })),
  ].map((line) => JSON.stringify(line));
}

const kinds = ['fault', 'change', 'upload', 'import', 'erasure'];

/** The first line of each kind, for a document. */
export const extractOf = (lines: readonly string[]): string[] =>
  kinds.flatMap((kind) => lines.find((line) => Object.hasOwn(JSON.parse(line), kind)) ?? []);

/** Returns its path. */
export async function writeLedger(folder: string, seed: number, lines: readonly string[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `ledger-${seed}.ndjson.gz`);
  await writeFile(path, gzipSync(lines.map((line) => `${line}\n`).join('')));
  return path;
}
