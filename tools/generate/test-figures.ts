/** The figures of the tests in README.md, from the last recorded run. */
import { readRecord } from '../../test/support/run/record.ts';

export function testFigures(): string {
  const { files, tests, minutes, cores } = readRecord();
  return `The last recorded run of \`npm test\` had ${tests.toLocaleString('en')} tests in ${files} files, and took ${minutes} minutes on ${cores} cores.\n`;
}
