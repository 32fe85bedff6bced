/**
 * The last recorded runs of the long proofs: docs/reliability.md shows them. `TEST_RECORD=1` records a run, as it does for
 * the tests.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

export const proofs = ['faults', 'feed', 'fuzz', 'soak'] as const;
export type Proof = (typeof proofs)[number];

export interface ProofRun {
  readonly command: string;
  readonly date: string;
  readonly commit: string;
  readonly cores: number;
  readonly isPassed: boolean;
  readonly figures: Readonly<Record<string, string | number>>;
  /** Some lines of its ledger, where it has one. */
  readonly extract?: readonly string[];
}

const placeOf = (proof: Proof): URL => new URL(`../../last-runs/${proof}.json`, import.meta.url);

/** Null if it was never recorded. */
export const readProof = (proof: Proof): ProofRun | null =>
  existsSync(placeOf(proof)) ? JSON.parse(readFileSync(placeOf(proof), 'utf8')) : null;

/** Without TEST_RECORD, nothing is written. */
export function recordProof(
  proof: Proof,
  isPassed: boolean,
  figures: ProofRun['figures'],
  extract: readonly string[] = [],
): void {
  if (!process.env.TEST_RECORD) return;
  const run: ProofRun = {
    // Without the folder for its ledger, which is that of one machine.
    command: ['npm run', proof, '--', ...process.argv.slice(2, 4)].join(' '),
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    cores: cpus().length,
    isPassed,
    figures,
    ...(extract.length > 0 && { extract }),
  };
  mkdirSync(new URL('.', placeOf(proof)), { recursive: true });
  writeFileSync(placeOf(proof), `${JSON.stringify(run, null, 2)}\n`);
}

/** Prints what a proof found; the process fails if there is a violation. */
export function reportProof(
  proof: Proof,
  violations: readonly string[],
  figures: ProofRun['figures'],
  done: string,
  extract: readonly string[] = [],
): void {
  const width = Math.max(...Object.keys(figures).map((name) => name.length));
  for (const [name, value] of Object.entries(figures)) process.stdout.write(`${name.padEnd(width)}  ${value}\n`);
  process.stdout.write(violations.length === 0 ? `${done}\n` : `${violations.length} violations:\n`);
  for (const violation of violations.slice(0, 100)) process.stdout.write(`- ${violation}\n`);
  recordProof(proof, violations.length === 0, figures, extract);
  if (violations.length > 0) process.exitCode = 1;
}
