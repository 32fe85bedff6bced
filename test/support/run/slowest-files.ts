/**
 * A reporter for Vitest: prints the form and the ten slowest files after a run of many. With `TEST_RECORD=1` it records
 * a successful run of the short form, see `record.ts`.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { isFull } from './is-full.ts';
import { type RunRecord, recordPath } from './record.ts';

const shownFiles = 10;
/** Shorter files do not affect the order. */
const recordedSeconds = 3;

interface Timed {
  readonly path: string;
  readonly project: string;
  readonly seconds: number;
}

export function slowestFiles(): Reporter {
  const startedAtMs = performance.now();
  return {
    onTestRunEnd(modules, _, reason) {
      if (modules.length <= shownFiles) return;
      const timed = modules.map(timedOf).sort((one, other) => other.seconds - one.seconds);
      console.info(formOf(modules));
      console.info(summaryOf(timed));
      if (process.env.TEST_RECORD !== '1' || isFull || reason !== 'passed') return;
      const record = recordOf(modules, timed, performance.now() - startedAtMs);
      writeFileSync(recordPath, `${JSON.stringify(record, null, 2)}\n`);
    },
  };
}

const testsOf = (modules: readonly TestModule[]) => modules.flatMap(({ children }) => [...children.allTests()]);

function formOf(modules: readonly TestModule[]): string {
  const tests = testsOf(modules);
  const skipped = tests.filter((test) => test.result().state === 'skipped').length;
  const form = isFull ? 'The full form of the suite' : 'The short form of the suite (all cases: npm run test:full)';
  return `\n ${form}: ${tests.length - skipped} tests ran, and ${skipped} were left out`;
}

const timedOf = (module: TestModule): Timed => ({
  path: relative(process.cwd(), module.moduleId),
  project: module.project.name,
  seconds: module.diagnostic().duration / 1000,
});

function summaryOf(timed: readonly Timed[]): string {
  const sums = [...Map.groupBy(timed, ({ project }) => project)].map(
    ([project, own]) => `${project} ${own.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(0)} s`,
  );
  const lines = timed
    .slice(0, shownFiles)
    .map(({ path, project, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${project.padEnd(8)}  ${path}`);
  return `\n The slowest files (sums over all files: ${sums.join(', ')})\n${lines.join('\n')}\n`;
}

const recordOf = (modules: readonly TestModule[], timed: readonly Timed[], tookMs: number): RunRecord => ({
  files: modules.length,
  tests: testsOf(modules).filter((test) => test.result().state === 'passed').length,
  minutes: Math.ceil(tookMs / 60_000),
  cores: availableParallelism(),
  seconds: Object.fromEntries(
    timed.filter(({ seconds }) => seconds >= recordedSeconds).map(({ path, seconds }) => [path, Math.round(seconds)]),
  ),
});
