/** Establishments: tax numbers, and what prevents a deletion. */
import { businessEstablishments } from '@muster/contract/resources/business-establishments.ts';
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import { markStale } from '../people/day-rollover.ts';
import { hiringDefaultError } from '../people/hiring-defaults.ts';
import type { Tx } from '../platform/database/database.ts';
import { type Statement, statement } from '../platform/database/statement.ts';
import { findOne, findReferenced, type StoredRow } from '../platform/store/read.ts';
import { insert } from '../platform/store/write.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { changesIn, givenText, isObject, type JsonObject, valuesIn } from '../platform/verbs/body.ts';
import { addReferenceErrors } from '../platform/verbs/references.ts';
import * as standard from '../platform/verbs/standard.ts';
import { addError, type FieldErrors, noErrors, throwIfAny } from '../problem.ts';

export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const values = valuesIn(businessEstablishments, body, access.caller.baseUrl);
  const errors = noErrors();
  await addReferenceErrors(tx, access, [{ resource: businessEstablishments, values }], errors);
  await checkTaxNumber(tx, access, values, errors);
  throwIfAny(errors);
  return insert(tx, businessEstablishments, standard.withArchival(businessEstablishments, values, tx.now));
}

export async function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  await standard.lock(tx, businessEstablishments, access, id);
  return standard.change(tx, businessEstablishments, access, id, write, async (current, body) => {
    const changes = changesIn(businessEstablishments, current, body, access.caller.baseUrl);
    const errors = noErrors();
    const next = { ...current, ...changes };
    await addReferenceErrors(tx, access, [{ resource: businessEstablishments, values: changes }], errors);
    if (changes.taxIdentificationNumber || changes.legalEntity) await checkTaxNumber(tx, access, next, errors);
    if (changes.isArchived === false) await checkOwner(tx, next, errors);
    if (changes.isArchived === true) await checkUse(tx, id, errors);
    if (changes.legalEntity && (await isFound(tx, id, named))) {
      addError(errors, 'legalEntity', 'Cannot change once a job position names the establishment.');
    }
    throwIfAny(errors);
    if (changes.timezoneId !== undefined) await markStale(tx, id);
    return changes;
  });
}

const attached = statement(
  `select 1 from job_positions where account_id = $1 and business_establishment_id = $2 and status <> 'deactivated' limit 1`,
);

const named = statement('select 1 from job_positions where account_id = $1 and business_establishment_id = $2 limit 1');

/** The lock prevents new positions while the existing ones are checked. */
const isFound = async (tx: Tx, id: string, found: Statement): Promise<boolean> =>
  (await tx.run(found, [id])).length > 0;

/** What prevents an archiving. */
async function checkUse(tx: Tx, id: string, errors: FieldErrors): Promise<void> {
  if (await isFound(tx, id, attached)) {
    addError(errors, 'isArchived', 'An active or upcoming job position is in this establishment.');
  }
  const error = await hiringDefaultError(tx, 'businessEstablishment', id);
  if (error) addError(errors, 'isArchived', error);
}

/** An archived legal entity cannot get an establishment, not even a restored one. */
async function checkOwner(tx: Tx, { legalEntity }: JsonObject, errors: FieldErrors): Promise<void> {
  const { id } = legalEntity as { id: string };
  const found = await findReferenced(tx, [{ resource: legalEntities, id, conditions: [] }]);
  const owner = found.get(legalEntities)?.get(id);
  if (owner?.isArchived) addError(errors, 'isArchived', 'The legal entity of this establishment is archived.');
}

export async function remove(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  write.check(await standard.lock(tx, businessEstablishments, access, id));
  const errors = noErrors();
  const error = await hiringDefaultError(tx, 'businessEstablishment', id);
  if (error) addError(errors, 'id', error);
  for (const { who } of await tx.run<{ who: string }>(namingIt, [id])) {
    addError(errors, 'id', `This business-establishment is named by ${who}, so it cannot be deleted.`);
  }
  throwIfAny(errors);
  await standard.remove(tx, businessEstablishments, access, id, write);
}

const namingIt = statement(`
select distinct who from (
select 'a job position' as who from job_positions where account_id = $1 and business_establishment_id = $2
union all
select 'an occupation category' from occupation_categories
where account_id = $1 and business_establishments_id @> array[$2::bigint]
union all
select 'a webhook endpoint' from webhook_endpoints
where account_id = $1 and business_establishments_id @> array[$2::bigint]
union all
select 'a client application' from client_applications
where account_id = $1 and $2::bigint = any(business_establishments_id)
union all
select 'an administrator' from administrators
where account_id = $1 and $2::bigint = any(business_establishments_id)
union all
select 'an invitation of an administrator' from administrator_invitations
where account_id = $1 and $2::bigint = any(business_establishments_id)
) as naming order by who`);

/** The number of a French establishment begins with that of its legal entity, if that has one. */
async function checkTaxNumber(tx: Tx, access: AccessContext, values: JsonObject, errors: FieldErrors): Promise<void> {
  const { taxIdentificationNumber: number, legalEntity } = values;
  if (!isObject(number) || number.format !== 'franceSIRET') return;
  const owner = await findOne(tx, legalEntities, (legalEntity as { id: string }).id);
  const siren = owner && standard.parsed(owner, access.caller.baseUrl).taxIdentificationNumber;
  if (!isObject(siren) || siren.format !== 'franceSIREN') return;
  const digits = (text: unknown) => givenText(text).replaceAll(/\s/g, '').slice(0, 9);
  if (digits(number.value) !== digits(siren.value)) {
    addError(errors, 'taxIdentificationNumber.value', 'Must begin with the franceSIREN of the legal entity.');
  }
}
