/** The order of files for Vitest: the slowest of the recorded run first, so that no worker starts one at the end. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readRecord } from './record.ts';

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seconds } = readRecord();
    const secondsOf = ({ moduleId }: TestSpecification) => seconds[relative(process.cwd(), moduleId)] ?? 0;
    return files.toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}
