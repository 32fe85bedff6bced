/**
 * `npm run fuzz -- [count] [seed]`: requests from the OpenAPI documents and the legacy declarations with many kinds of
 * mutations, sent to a separate service. Prints a summary; exits with 1 on any finding, and writes each to
 * `fuzz-findings/` when it is found. `npm run fuzz -- --only <index> [seed]` sends one of them again.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { recordProof } from '../support/run/proofs.ts';
import { type Finding, fuzz, isFlat, type Report } from './fuzz.ts';
import type { FuzzRequest } from './requests.ts';
import { type Memory, withStage } from './stage.ts';

const defaultSeed = 20_241_101;
/** Fewer do not fill the caches of the service, so its memory still grows. */
const tellingCount = 100_000;
const given = process.argv.slice(2);
const onlyAt = given.indexOf('--only');
const only = onlyAt === -1 ? null : Number(given.splice(onlyAt, 2)[1]);
const [first, second] = given.map(Number);
const [count = 200_000, seed = defaultSeed] = only === null ? [first, second] : [1, first];
if (!Number.isSafeInteger(seed) || !(count > 0) || (only !== null && !(only >= 0))) {
  process.stderr.write('npm run fuzz -- [count] [seed], or npm run fuzz -- --only <index> [seed]\n');
  process.exit(2);
}

const write = (line = ''): void => void process.stdout.write(`${line}\n`);
const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
const counts = (row: ReadonlyMap<string, number>): string =>
  [...row]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([status, number]) => `${status}:${number}`)
    .join(' ');

function table(title: string, rows: ReadonlyMap<string, ReadonlyMap<string, number>>): void {
  write(`\n${title}`);
  const width = Math.max(...[...rows.keys()].map((name) => name.length));
  for (const [name, row] of [...rows].sort(([one], [other]) => one.localeCompare(other))) {
    write(`  ${name.padEnd(width)}  ${counts(row)}`);
  }
}

function shown(request: FuzzRequest): string {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}`),
  );
  const body = request.body?.toString() ?? '';
  return [`${request.method} ${request.target}`, ...headers, '', body].join('\n');
}

async function keep({ index, violation, request, answer, log }: Finding): Promise<void> {
  await mkdir('fuzz-findings', { recursive: true });
  const name = `fuzz-findings/${seed}-${index}.txt`;
  const again = `npm run fuzz -- --only ${index} ${seed}`;
  const parts = [
    violation,
    again,
    `${request.operation.name}: ${request.mutations.join(', ')} (${request.caller})`,
    shown(request),
    answer,
    log ?? '',
  ];
  await writeFile(name, parts.join('\n\n----\n\n'));
  write(`- ${violation} ${request.operation.name}: ${request.mutations.join(', ')}; ${again}; ${name}`);
}

const inEachFifth = ({ memory }: Report, part: keyof Memory): string =>
  memory.map((one) => megabytes(one[part])).join(', ');

function print(report: Report): void {
  table('By operation', report.byOperation);
  table('By mutation', report.byMutation);
  write(`\nBy status   ${counts(report.byStatus)}`);
  write(
    `Requests    ${report.sent} in ${Math.round(report.seconds)} s, ${Math.round(report.sent / report.seconds)} per second; seed ${seed}`,
  );
  for (const { ms, request } of report.slowest) {
    write(
      `Slowest     ${Math.round(ms)} ms, ${request.index}: ${request.operation.name} (${request.mutations.join(', ')})`,
    );
  }
  write(`Slow        ${report.slow} took more than 2 s while others ran`);
  write(`Memory      in use after each fifth: ${inEachFifth(report, 'inUse')}`);
  write(`            of the process: ${inEachFifth(report, 'process')}`);
}

const figuresOf = (report: Report) => ({
  seed,
  requests: report.sent,
  operations: report.byOperation.size,
  mutations: report.byMutation.size,
  findings: report.findings.length,
  'memory in use after each fifth': inEachFifth(report, 'inUse'),
  'memory of the process after each fifth': inEachFifth(report, 'process'),
});

await withStage(async (stage) => {
  const report = await fuzz(stage, {
    seed,
    from: only ?? 0,
    count: only === null ? count : 1,
    onProgress: (done, findings) => process.stderr.write(`\r${done}/${count}, ${findings} findings `),
    // At once: a run that is ended has not found them in vain.
    onFinding: keep,
  });
  process.stderr.write('\n');
  print(report);
  const isLong = report.sent >= tellingCount;
  const isLeaking = isLong && !isFlat(report.memory);
  if (isLeaking) write('The memory of the service grows.');
  if (!isLong) write(`Too few requests to tell whether the memory of the service grows: ${tellingCount} do.`);
  write(report.findings.length === 0 ? 'No findings.' : `\n${report.findings.length} findings.`);
  const isPassed = report.findings.length === 0 && !isLeaking;
  if (only === null) recordProof('fuzz', isPassed, figuresOf(report));
  if (!isPassed) process.exitCode = 1;
});
