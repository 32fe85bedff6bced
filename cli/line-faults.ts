/**
 * Lines with errors: printed on standard error while there are few, and all of them written to a file next to the
 * input.
 */
import { open, rm } from 'node:fs/promises';
import type { LineFault } from '@muster/server/bulk/line.ts';

export interface LineFaults {
  readonly path: string;
  add(faults: readonly LineFault[]): Promise<void>;
  close(): Promise<void>;
}

/** Nobody reads thousands of lines on a screen. */
const shownMax = 100;

export async function lineFaults(file: string, isJson: boolean, print: (text: string) => void): Promise<LineFaults> {
  const path = `${file}.errors.ndjson`;
  // The file of an earlier run is obsolete: this run tries those lines again.
  await rm(path, { force: true });
  let handle: Awaited<ReturnType<typeof open>> | undefined;
  let count = 0;

  const tell = (fault: LineFault) => {
    count += 1;
    if (count === shownMax + 1) print(isJson ? JSON.stringify({ more: path }) : `More lines failed; see ${path}.`);
    if (count <= shownMax) print(isJson ? JSON.stringify(fault) : sentences(file, fault));
  };

  return {
    path,
    async add(faults) {
      if (faults.length === 0) return;
      handle ??= await open(path, 'w');
      await handle.appendFile(faults.map((fault) => `${JSON.stringify(fault)}\n`).join(''));
      for (const fault of faults) tell(fault);
    },
    async close() {
      await handle?.close();
    },
  };
}

const sentences = (file: string, { line, errors }: LineFault): string =>
  Object.entries(errors)
    .flatMap(([member, messages]) => messages.map((message) => `${file}:${line}: ${member}: ${message}`))
    .join('\n');
