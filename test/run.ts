/**
 * `npm test`: runs the suite, and the few files that failed once more, alone. Many tests measure time or drive a browser
 * on a machine that may stand still for seconds; a fault fails twice. What failed once is named at the end.
 */
import { relative } from 'node:path';
import { parseCLI, startVitest } from 'vitest/node';

/** More files than this do not fail by chance. */
const repeatedFiles = 3;

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const first = await startVitest('test', filter, options);
const failed = first.state
  .getTestModules()
  .filter((module) => !module.ok())
  .map(({ moduleId }) => relative(process.cwd(), moduleId));
const isWhole = filter.length === 0 && first.state.getUnhandledErrors().length === 0;
if (isWhole && failed.length > 0 && failed.length <= repeatedFiles) {
  await first.close();
  console.info(`\n Run once more, because they failed: ${failed.join(', ')}`);
  process.exitCode = 0;
  const second = await startVitest('test', failed, options);
  if (process.exitCode === 0) console.info(`\n Failed at first, and passed when run once more: ${failed.join(', ')}\n`);
  await second.exit();
} else await first.exit();
