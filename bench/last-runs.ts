/**
 * The last recorded run of each part: docs/performance.md, README.md and the capacities in docs/scaling.md come from it.
 * `BENCH_RECORD=1` before the command records a run.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { type Part, parts } from './options.ts';
import { withStolenShare } from './stolen-time.ts';

export interface BenchRun {
  readonly command: string;
  readonly date: string;
  readonly commit: string;
  readonly cores: number;
  /** What the host took of the processors meanwhile; null if it was not recorded. */
  readonly stolenPercent: number | null;
  /** The tables, as the bench printed them. */
  readonly text: string;
}

const placeOf = (part: Part): URL => new URL(`./last-runs/${part}.json`, import.meta.url);

/** Null if it was never recorded. */
export const readRun = (part: Part): BenchRun | null =>
  existsSync(placeOf(part)) ? JSON.parse(readFileSync(placeOf(part), 'utf8')) : null;

export const recordedRuns = (): [Part, BenchRun][] =>
  parts.flatMap((part): [Part, BenchRun][] => {
    const run = readRun(part);
    return run ? [[part, run]] : [];
  });

/** Records what the bench of a part prints, if it is wanted. */
export async function recorded<Result>(part: Part, bench: () => Promise<Result>): Promise<Result> {
  if (!process.env.BENCH_RECORD) return bench();
  const printed: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((text: string) => {
    printed.push(text);
    return write(text);
  }) as typeof process.stdout.write;
  const { result, stolenShare } = await withStolenShare(bench).finally(() => {
    process.stdout.write = write;
  });
  const run: BenchRun = {
    command: ['npm run bench --', ...process.argv.slice(2).map(withoutPlace)].join(' '),
    date: new Date().toISOString().slice(0, 10),
    commit: commitIn('.'),
    cores: cpus().length,
    stolenPercent: Math.round(stolenShare * 100),
    text: printed.join(''),
  };
  mkdirSync(new URL('.', placeOf(part)), { recursive: true });
  writeFileSync(placeOf(part), `${JSON.stringify(run, null, 2)}\n`);
  return result;
}

const commitIn = (folder: string): string =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();

/** A folder to compare with is on this machine only; its commit is known everywhere. */
const withoutPlace = (argument: string, index: number, all: readonly string[]): string =>
  all[index - 1] === '--against' ? `<checkout of ${commitIn(argument)}>` : argument;
