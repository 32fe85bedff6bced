import { taxonomies } from '@muster/contract/resources/taxonomies.ts';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { lockOne } from '../platform/store/read.ts';
import { idIs, remove } from '../platform/store/write.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { invalid, noSuchResource } from '../problem.ts';
import { namedAmong } from './keys.ts';

/**
 * Deletes a taxonomy with its labels. The locks prevent new labels and new references to existing ones. A definition
 * that refers to the taxonomy, or a value that refers to one of its labels, prevents the deletion.
 */
export async function removeTaxonomy(tx: Tx, _access: AccessContext, id: string, write: Write): Promise<void> {
  const current = await lockOne(tx, taxonomies, id);
  if (!current) throw noSuchResource(taxonomies.type, id);
  write.check(current);
  const labels = await tx.run<{ id: string }>(lockLabels, [id]);
  const named = await namedAmong(
    tx,
    taxonomyLabels.type,
    labels.map((label) => label.id),
  );
  if (named.length > 0) {
    throw invalid({ id: [`Values name labels of this taxonomy, so it cannot be deleted: ${some(named)}.`] });
  }
  await remove(tx, taxonomyLabels, [(place) => `taxonomy_id = ${place(id)}`]);
  await remove(tx, taxonomies, [idIs(id)]);
}

const lockLabels = statement(
  'select id::text as id from taxonomy_labels where account_id = $1 and taxonomy_id = $2 order by id for update',
);

const examplesMax = 5;

const some = (ids: readonly string[]): string =>
  `${ids.slice(0, examplesMax).join(', ')}${ids.length > examplesMax ? ' and others' : ''}`;
