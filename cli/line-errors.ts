/**
 * Lines with errors: printed on standard error while there are few, and all of them written to a file next to the
 * input.
 */
import { open, rm } from 'node:fs/promises';
import type { LineError } from '@muster/server/imports/line.ts';

export interface LineErrors {
  readonly path: string;
  add(errors: readonly LineError[]): Promise<void>;
  close(): Promise<void>;
}

/** Nobody reads thousands of lines on a screen. */
const shownMax = 100;

export async function lineErrors(file: string, isJson: boolean, print: (text: string) => void): Promise<LineErrors> {
  const path = `${file}.errors.ndjson`;
  // The file of an earlier run is obsolete: this run tries those lines again.
  await rm(path, { force: true });
  let handle: Awaited<ReturnType<typeof open>> | undefined;
  let count = 0;

  const tell = (error: LineError) => {
    count += 1;
    if (count === shownMax + 1) print(isJson ? JSON.stringify({ more: path }) : `More lines failed; see ${path}.`);
    if (count <= shownMax) print(isJson ? JSON.stringify(error) : sentences(file, error));
  };

  return {
    path,
    async add(errors) {
      if (errors.length === 0) return;
      handle ??= await open(path, 'w');
      await handle.appendFile(errors.map((error) => `${JSON.stringify(error)}\n`).join(''));
      for (const error of errors) tell(error);
    },
    async close() {
      await handle?.close();
    },
  };
}

const sentences = (file: string, { line, errors }: LineError): string =>
  Object.entries(errors)
    .flatMap(([member, messages]) => messages.map((message) => `${file}:${line}: ${member}: ${message}`))
    .join('\n');
