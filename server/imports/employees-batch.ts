/** The lines of one batch about employees, in groups that do not depend on each other. */

import { importables } from '@muster/contract/importables.ts';
import type { Tx } from '../platform/database/database.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import type { DryRunMemory } from './dry-run.ts';
import { type ImportBatchOptions, runImportBatch } from './import-batch.ts';
import { type LineOutcome, type ReadLine, remoteIdOf } from './line.ts';
import { runLineByLine } from './line-by-line.ts';
import { managerIn } from './names.ts';

export async function runEmployees(
  tx: Tx,
  access: AccessContext,
  lines: readonly ReadLine[],
  isDryRun: boolean,
  memory: DryRunMemory,
): Promise<LineOutcome[]> {
  const options: ImportBatchOptions = { isDryRun, isHiredBefore: (body) => memory.has(remoteIdOf(body)) };
  const outcomes: LineOutcome[] = [];
  for (let pending = lines; pending.length > 0; ) {
    const { now, later } = independent(pending);
    const [first] = now;
    if (first && Object.hasOwn(first.body, 'id')) {
      outcomes.push(...(await runLineByLine(tx, access, importables.employees, now)));
    } else {
      const fates = await runImportBatch(tx, access, isDryRun ? now.map(memory.withoutNew) : now, options);
      outcomes.push(...fates);
      if (isDryRun) memory.remember(now, fates);
    }
    pending = later;
  }
  return outcomes;
}

/**
 * Lines about, or managed by, a person of an earlier line in the batch must wait for that line. A line that names a
 * person by id goes alone: another line may name the same person by remoteId.
 */
function independent(lines: readonly ReadLine[]): { now: readonly ReadLine[]; later: readonly ReadLine[] } {
  const alone = lines.findIndex(({ body }) => Object.hasOwn(body, 'id'));
  if (alone === 0) return { now: lines.slice(0, 1), later: lines.slice(1) };
  const about = new Set<string>();
  const now: ReadLine[] = [];
  const later: ReadLine[] = [];
  for (const line of alone === -1 ? lines : lines.slice(0, alone)) {
    const own = remoteIdOf(line.body);
    const manager = managerIn(line.body);
    const waits = (own !== null && about.has(own)) || (manager !== null && about.has(manager));
    (waits ? later : now).push(line);
    if (own !== null) about.add(own);
  }
  return { now, later: alone === -1 ? later : [...later, ...lines.slice(alone)] };
}
