import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import type { Tx } from '../platform/database/database.ts';
import { lockOne } from '../platform/store/read.ts';
import { idIs, remove } from '../platform/store/write.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { invalid, noSuchResource } from '../problem.ts';
import { namedAmong } from './keys.ts';

/** A label that a value refers to cannot be deleted. The lock prevents new references during the check. */
export async function removeLabel(tx: Tx, _access: AccessContext, id: string, write: Write): Promise<void> {
  const current = await lockOne(tx, taxonomyLabels, id);
  if (!current) throw noSuchResource(taxonomyLabels.type, id);
  write.check(current);
  if ((await namedAmong(tx, taxonomyLabels.type, [id])).length > 0) {
    throw invalid({ id: ['A value names this taxonomy-label, so it cannot be deleted. Archive it instead.'] });
  }
  await remove(tx, taxonomyLabels, [idIs(id)]);
}
