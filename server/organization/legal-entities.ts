/** Legal entities: rules for archiving and deleting. */
import { legalEntities } from '@muster/contract/resources/legal-entities.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { StoredRow } from '../platform/store/read.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { changesIn, isObject, type JsonObject } from '../platform/verbs/body.ts';
import { change, lock, remove } from '../platform/verbs/standard.ts';
import { addError, type FieldErrors, noErrors, throwIfAny } from '../problem.ts';

/** The lock prevents new establishments while the existing ones are checked. */
export async function updateLegalEntity(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  await lock(tx, legalEntities, access, id);
  return change(tx, legalEntities, access, id, write, async (current, body) => {
    const changes = changesIn(legalEntities, current, body, access.caller.baseUrl);
    const errors = noErrors();
    if (changes.isArchived === true) await checkUse(tx, id, 'isArchived', usedEstablishments, errors);
    if (isObject(changes.taxIdentificationNumber)) await checkSiren(tx, id, changes.taxIdentificationNumber, errors);
    throwIfAny(errors);
    return changes;
  });
}

export async function removeLegalEntity(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  write.check(await lock(tx, legalEntities, access, id));
  const errors = noErrors();
  await checkUse(tx, id, 'id', namingEstablishments, errors);
  await checkUse(tx, id, 'id', namingTemplates, errors);
  throwIfAny(errors);
  await remove(tx, legalEntities, access, id, write);
}

/** The number of a French establishment begins with that of its legal entity. */
async function checkSiren(tx: Tx, id: string, { format, value }: JsonObject, errors: FieldErrors): Promise<void> {
  if (format !== 'franceSIREN') return;
  const [establishment] = await tx.run<{ name: string }>(otherNumbers, [id, value]);
  if (!establishment) return;
  const sentence = `The franceSIRET of the establishment ${establishment.name} does not begin with this number.`;
  addError(errors, 'taxIdentificationNumber.value', sentence);
}

const siren = (number: string) => `left(regexp_replace(${number}, '\\s', '', 'g'), 9)`;

const otherNumbers = statement(`
select name from business_establishments
where account_id = $1 and legal_entity_id = $2 and tax_identification_number ->> 'format' = 'franceSIRET'
  and ${siren("tax_identification_number ->> 'value'")} <> ${siren('$3::text')}
order by id limit 1`);

const usedEstablishments = {
  found: statement(
    'select 1 from business_establishments where account_id = $1 and legal_entity_id = $2 and not is_archived limit 1',
  ),
  refusal: 'An establishment of this legal entity is not archived yet.',
};

const namingEstablishments = {
  found: statement('select 1 from business_establishments where account_id = $1 and legal_entity_id = $2 limit 1'),
  refusal: 'An establishment names this legal entity.',
};

const namingTemplates = {
  found: statement(
    'select 1 from employment_templates where account_id = $1 and legal_entities_id @> array[$2::bigint] limit 1',
  ),
  refusal: 'An employment template names this legal entity.',
};

async function checkUse(
  tx: Tx,
  id: string,
  member: string,
  { found, refusal }: typeof usedEstablishments,
  errors: FieldErrors,
): Promise<void> {
  if ((await tx.run(found, [id])).length > 0) addError(errors, member, refusal);
}
