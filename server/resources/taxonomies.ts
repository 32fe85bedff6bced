import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import type { Tx } from '../database/database.ts';
import { noSuchResource } from '../problem.ts';
import { lockOne } from '../store/read.ts';
import { idIs, remove } from '../store/write.ts';
import type { Sight, Write } from '../verbs/standard.ts';

/** A taxonomy goes with its labels. The lock keeps new labels out; a definition that names it refuses the deletion. */
export async function removeTaxonomy(tx: Tx, _sight: Sight, id: string, write: Write): Promise<void> {
  const current = await lockOne(tx, taxonomies, id);
  if (!current) throw noSuchResource(taxonomies.type, id);
  write.check(current);
  await remove(tx, taxonomyLabels, [(place) => `taxonomy_id = ${place(id)}`]);
  await remove(tx, taxonomies, [idIs(id)]);
}
