/** Sends a file to the service and follows the import to its end. */
import { addressOf, newKey, type Representation } from '@muster/client/collection.ts';
import { importMethods } from '@muster/client/imports.ts';
import { type ImportedCollection, importErrors, imports } from '@muster/contract/resources/imports.ts';
import { mayBeRepeated } from '../../data/problems.ts';
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

export interface Outcome {
  readonly run: ImportRun;
  readonly faults: Faults;
}

const pauseMs = 300;

const files = importMethods(send, addressOf(imports), newKey);

/** An import goes on without the page: what cannot be read now is read later, so that nobody starts it a second time. */
export async function whenReachable<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (signal.aborted || !mayBeRepeated(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** `onProgress` is called with each state that is read. */
export async function runImport(
  { collection, file, fileName, isDryRun, key }: Order,
  signal: AbortSignal,
  onProgress: (run: ImportRun) => void,
): Promise<Outcome> {
  const content = new Blob([file.text], { type: 'text/csv' });
  const name = `${fileName.replace(/\.\w+$/, '')}.csv`;
  let run: ImportRun = await files.create(content, {
    collection,
    isDryRun,
    fileName: name,
    idempotencyKey: key,
    signal,
  });
  onProgress(run);
  while (run.endedAt === null) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const { id } = run;
    run = await whenReachable(() => methodsOf(imports).read(id, { signal }), signal);
    onProgress(run);
  }
  const ended = run;
  const faults = ended.counts.failed > 0 ? await whenReachable(() => faultsOf(ended, file, signal), signal) : new Map();
  return { run, faults };
}

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
