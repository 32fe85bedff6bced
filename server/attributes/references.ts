/** Checks what values refer to: labels must not be archived, and the caller must see files and employees. */

import type { Session } from '../platform/database/database.ts';
import { findReferenced } from '../platform/store/read.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { unknownReference } from '../platform/verbs/body.ts';
import { addError, type FieldErrors } from '../problem.ts';
import { pathOf, type ValueReference } from './value-schema.ts';

/** Looks everything up with one statement and protects it from deletion until the transaction ends. */
export async function addNamedErrors(
  session: Session,
  access: AccessContext,
  named: readonly ValueReference[],
  errors: FieldErrors,
): Promise<void> {
  if (named.length === 0) return;
  const found = await findReferenced(
    session,
    named.map(({ target, id }) => ({
      resource: target,
      id,
      conditions: access.conditionsOn(target),
      ...('taxonomy' in target.fields && { along: 'taxonomy.id' }),
    })),
  );
  for (const { part, target, id, taxonomyId } of named) {
    const at = `${pathOf(part)}.id`;
    const row = found.get(target)?.get(id);
    if (!row) addError(errors, at, unknownReference(target.type));
    else if (taxonomyId !== null && row.along !== taxonomyId) {
      addError(errors, at, `This ${target.type} does not belong to taxonomy ${taxonomyId}.`);
    } else if (row.isArchived) addError(errors, at, `This ${target.type} is archived and cannot be named again.`);
  }
}
