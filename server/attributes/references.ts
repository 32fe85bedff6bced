/** What values name: labels that may still be chosen, files and employees that the caller may see. */

import type { Session } from '../database/database.ts';
import { complain, type FieldErrors } from '../problem.ts';
import { findReferenced } from '../store/read.ts';
import type { Sight } from '../verbs/access.ts';
import { unknownReference } from '../verbs/body.ts';
import { type Named, pathOf } from './value-schema.ts';

/** Looks everything up by one statement, and keeps it from being deleted until the transaction ends. */
export async function complainOfNamed(
  session: Session,
  sight: Sight,
  named: readonly Named[],
  errors: FieldErrors,
): Promise<void> {
  if (named.length === 0) return;
  const found = await findReferenced(
    session,
    named.map(({ target, id }) => ({
      resource: target,
      id,
      conditions: sight.conditionsOn(target),
      ...('taxonomy' in target.fields && { along: 'taxonomy.id' }),
    })),
  );
  for (const { part, target, id, taxonomyId } of named) {
    const at = `${pathOf(part)}.id`;
    const row = found.get(target)?.get(id);
    if (!row) complain(errors, at, unknownReference(target.type));
    else if (taxonomyId !== null && row.along !== taxonomyId) {
      complain(errors, at, `This ${target.type} does not belong to taxonomy ${taxonomyId}.`);
    } else if (row.isArchived) complain(errors, at, `This ${target.type} is archived and cannot be named anew.`);
  }
}
