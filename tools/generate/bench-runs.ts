/** The last recorded runs of the bench: all of them in docs/performance.md, one in README.md. */
import { type BenchRun, readRun, recordedRuns } from '../../bench/last-runs.ts';

export const benchRuns = (): string =>
  recordedRuns()
    .map(([part, run]) => `## ${part}\n\n${runText(run)}`)
    .join('\n');

export function labelsRun(): string {
  const run = readRun('labels');
  return run ? `${runText(run)}\nAll parts: [docs/performance.md](docs/performance.md).\n` : '';
}

function runText({ command, date, commit, cores, stolenPercent, text }: BenchRun): string {
  const taken = stolenPercent === null ? '' : `, of which the host took ${stolenPercent} % meanwhile`;
  return `\`${command}\`, ${date}, commit \`${commit}\`, ${cores} cores${taken}:\n\n${text.trim()}\n`;
}
