/**
 * `npm run test:database`: the tests of the conventions, of people, events and webhooks on another database than that of `npm
 * test`, one file after the other, and a table of what passed. MUSTER_TEST_DATABASE_URL names a server, such as the coordinator
 * of Citus; TEST_SESSIONS puts PgBouncer before PostgreSQL, with so many sessions. Words are groups, or parts of names of files.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonTestResults } from 'vitest/node';

const groups: Readonly<Record<string, string>> = {
  conventions: 'test/conventions',
  people: 'test/stories/people',
  events: 'test/stories/events',
  webhooks: 'test/stories/webhooks',
};

/** A file that hangs must not hold up the others. */
const fileMsMax = 900_000;

interface Result {
  readonly group: string;
  readonly file: string;
  readonly passed: number;
  readonly skipped: number;
  /** Names of cases; the file itself if it did not come to its end. */
  readonly failed: readonly string[];
  readonly seconds: number;
}

type Outcome = Pick<Result, 'passed' | 'skipped' | 'failed'>;

const words = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'muster-test-results-'));
const results: Result[] = [];
for (const [group, path] of Object.entries(groups)) {
  const files = globSync(`${path}/**/*.test.ts`).sort();
  for (const file of files.filter((it) => isWanted(group, it))) {
    const startedAtMs = performance.now();
    const outcome = await outcomeOf(file);
    const result = { group, file, ...outcome, seconds: (performance.now() - startedAtMs) / 1000 };
    results.push(result);
    process.stdout.write(`${file}: ${inWords(result)}\n${result.failed.map((name) => `  failed: ${name}\n`).join('')}`);
  }
}
await rm(folder, { recursive: true });
for (const group of Object.keys(groups)) {
  const own = results.filter((result) => result.group === group);
  if (own.length > 0) process.stdout.write(`${group}, ${own.length} files: ${inWords(sumOf(own))}\n`);
}
if (results.length === 0) process.stdout.write('No file has such a name.\n');
process.exitCode = results.length === 0 || results.some(({ failed }) => failed.length > 0) ? 1 : 0;

function isWanted(group: string, file: string): boolean {
  return words.length === 0 || words.some((word) => word === group || (!(word in groups) && file.includes(word)));
}

async function outcomeOf(file: string): Promise<Outcome> {
  const output = join(folder, 'results.json');
  await rm(output, { force: true });
  const child = spawn('vitest', ['run', file, '--reporter=json', `--outputFile=${output}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: fileMsMax,
  });
  const [code] = await once(child, 'exit');
  const text = await readFile(output, 'utf8').catch(() => null);
  if (text === null) return { passed: 0, skipped: 0, failed: [file] };
  return outcomeIn(JSON.parse(text) as JsonTestResults, file, code === 0);
}

function outcomeIn({ testResults }: JsonTestResults, file: string, isEnded: boolean): Outcome {
  const cases = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = cases.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  const passed = cases.filter(({ status }) => status === 'passed').length;
  // An error outside of a case fails the file.
  const faults = failed.length === 0 && !isEnded ? [file] : failed;
  return { passed, skipped: cases.length - passed - failed.length, failed: faults };
}

function sumOf(own: readonly Result[]): Omit<Result, 'group' | 'file'> {
  const total = (of: (result: Result) => number) => own.reduce((sum, result) => sum + of(result), 0);
  return {
    passed: total(({ passed }) => passed),
    skipped: total(({ skipped }) => skipped),
    failed: own.flatMap(({ failed }) => failed),
    seconds: total(({ seconds }) => seconds),
  };
}

function inWords({ passed, skipped, failed, seconds }: Omit<Result, 'group' | 'file'>): string {
  return `${passed} passed, ${skipped} skipped, ${failed.length} failed, ${Math.round(seconds)} s`;
}
