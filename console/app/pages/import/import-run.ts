/** Sends a file to the service and follows the import to its end. */
import { addressOf, newKey, type Representation } from '@muster/client/collection.ts';
import { importMethods } from '@muster/client/imports.ts';
import { type ImportedCollection, importErrors, imports } from '@muster/contract/resources/imports.ts';
import { isSignedOut, mayBeRepeated } from '../../data/problems.ts';
import { methodsOf, send } from '../../data/service.ts';
import type { WrittenFile } from './cells.ts';

export type ImportRun = Representation<typeof imports>;

/** What is wrong with the rows of the file, by their place: messages by dotted path; `$` is the whole row. */
export type Faults = ReadonlyMap<number, Readonly<Record<string, readonly string[]>>>;

export interface Order {
  readonly collection: ImportedCollection;
  readonly file: WrittenFile;
  readonly fileName: string;
  readonly isDryRun: boolean;
  /** With one key a file is imported once, also if the answer to the first attempt was lost. */
  readonly key: string;
}

const pauseMs = 300;

const files = importMethods(send, addressOf(imports), newKey);

/**
 * An import goes on without the page: what cannot be read now is read later, so that nobody starts it a second time. When the
 * session has ended, the page is about to be left.
 */
export async function whenReachable<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (signal.aborted || !(mayBeRepeated(error) || isSignedOut(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

export function startImport(
  { collection, file, fileName, isDryRun, key }: Order,
  signal: AbortSignal,
): Promise<ImportRun> {
  const content = new Blob([file.text], { type: 'text/csv' });
  const name = `${fileName.replace(/\.\w+$/, '')}.csv`;
  return files.create(content, { collection, isDryRun, fileName: name, idempotencyKey: key, signal });
}

/** Returns its last state. `onProgress` is called with each state that is read. */
export async function followImport(
  id: string,
  signal: AbortSignal,
  onProgress: (run: ImportRun) => void,
): Promise<ImportRun> {
  for (;;) {
    const run = await whenReachable(() => methodsOf(imports).read(id, { signal }), signal);
    onProgress(run);
    if (run.endedAt !== null) return run;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

export const findFaults = async (run: ImportRun, file: WrittenFile, signal: AbortSignal): Promise<Faults> =>
  run.counts.failed > 0 ? whenReachable(() => faultsOf(run, file, signal), signal) : new Map();

async function faultsOf(run: ImportRun, { lines }: WrittenFile, signal: AbortSignal): Promise<Faults> {
  const places = new Map(lines.map((line, place) => [line, place]));
  const faults = new Map<number, Readonly<Record<string, readonly string[]>>>();
  for await (const { line, errors } of methodsOf(importErrors, run.id).list({ limit: 1000, signal })) {
    const place = places.get(line);
    if (place !== undefined) faults.set(place, errors);
  }
  return faults;
}

/** Rows that have gone in stay. */
export const cancelImport = (id: string): Promise<unknown> => methodsOf(imports).update(id, { status: 'cancelled' });
