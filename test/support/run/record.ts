/** The last recorded run of all tests: the order of files and the figures in README.md come from it. */
import { readFileSync } from 'node:fs';

export const recordPath = new URL('../../last-run.json', import.meta.url);

export interface RunRecord {
  readonly files: number;
  readonly tests: number;
  readonly minutes: number;
  readonly cores: number;
  /** Of files with a relevant duration, by path. */
  readonly seconds: Readonly<Record<string, number>>;
}

export const readRecord = (): RunRecord => JSON.parse(readFileSync(recordPath, 'utf8'));
