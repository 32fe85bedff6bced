/** The limits that owners give to administrators: they fit the role, and name rows that exist. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { limitOfRole, type Role } from '@muster/contract/roles.ts';
import type { Session } from '../../platform/database/database.ts';
import type { AccessContext } from '../../platform/verbs/access.ts';
import type { JsonObject } from '../../platform/verbs/body.ts';
import { checkReferences } from '../../platform/verbs/references.ts';
import { addError, noErrors, throwIfAny } from '../../problem.ts';

/** `values` has the role and its limits as they will be; what `current` has already was checked before. */
export async function checkLimits(
  session: Session,
  resource: Resource,
  access: AccessContext,
  values: JsonObject,
  current: JsonObject = {},
): Promise<void> {
  const { role, businessEstablishments = null, employeeRecord = null } = values;
  const limit = limitOfRole[role as Role];
  const errors = noErrors();
  if (limit !== 'establishments' && businessEstablishments !== null)
    addError(errors, 'businessEstablishments', 'Must be null: only the role hr is limited to establishments.');
  if (limit !== 'team' && employeeRecord !== null)
    addError(errors, 'employeeRecord', 'Must be null: only the role manager has an employee.');
  if (limit === 'team' && employeeRecord === null)
    addError(errors, 'employeeRecord', 'Is required for the role manager: whose team they see.');
  throwIfAny(errors);
  await checkReferences(session, resource, access, { businessEstablishments, employeeRecord }, current);
}
