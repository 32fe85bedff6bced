/**
 * `npm test`: runs the suite, and the few files that failed again, alone. Many tests measure time or drive a browser on a
 * machine whose host may take its processors away for minutes; a fault fails every time. What failed once is named at the
 * end.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseCLI, startVitest, type Vitest } from 'vitest/node';
import { throwawayFolder } from './support/throwaway-folder.ts';

/** More files than this do not fail by chance. */
const repeatedFiles = 6;
const repeats = 2;

// Processes of tests run what users run, not the sources.
execFileSync(process.execPath, [join(import.meta.dirname, '../tools/build-program.ts')]);

const { filter, options: given } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);

/** Tests write many files, and data folders with databases in them. Some run processes as another user, as below /tmp. */
const temporary = await throwawayFolder('muster-run-');
chmodSync(temporary, 0o1777);
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 20 }));
const options = { ...given, env: { TMPDIR: temporary } };

const failedIn = ({ state }: Vitest): string[] =>
  state
    .getTestModules()
    .filter((module) => !module.ok())
    .map(({ moduleId }) => relative(process.cwd(), moduleId));

let run = await startVitest('test', filter, options);
const failedAtFirst = failedIn(run);
let failed = failedAtFirst;
const isRepeated = filter.length === 0 && run.state.getUnhandledErrors().length === 0 && failed.length <= repeatedFiles;
for (let repeat = 0; isRepeated && failed.length > 0 && repeat < repeats; repeat += 1) {
  await run.close();
  console.info(`\n Run once more, because they failed: ${failed.join(', ')}`);
  process.exitCode = 0;
  run = await startVitest('test', failed, options);
  failed = failedIn(run);
}
if (failedAtFirst.length > 0 && failed.length === 0 && process.exitCode === 0)
  console.info(`\n Failed at first, and passed when run once more: ${failedAtFirst.join(', ')}\n`);
await run.exit();
