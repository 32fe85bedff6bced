/** Locks the definition of a value against archiving, changes and deletion until the write is done. */
import { detail } from '@muster/contract/messages.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { LRUCache } from 'lru-cache';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { parsedColumn } from '../platform/store/address.ts';
import { tableOf } from '../platform/store/columns.ts';
import { binder } from '../platform/store/condition.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { unknownReference } from '../platform/verbs/body.ts';
import { addError, type FieldErrors, Problem } from '../problem.ts';
import { type ValueSchema, valueSchemaOf } from './value-schema.ts';

export interface HeldDefinition {
  readonly id: string;
  readonly revision: string;
  readonly isArchived: boolean;
  readonly isValueReadOnly: boolean;
  /** At most one value for an employee. */
  readonly isSingle: boolean;
}

const columns = `id, revision::text as revision, is_archived as "isArchived", is_value_read_only as "isValueReadOnly",
    multiple_value_handling is null as "isSingle"`;

const held = `select ${columns} from employee_attribute_definitions where account_id = $1 and id = $2 for key share`;

/** Of an existing value; null if the definition, and the value with it, has been deleted meanwhile. */
export async function holdDefinition(tx: Tx, id: string): Promise<HeldDefinition | null> {
  const [row] = await tx.run<HeldDefinition>(statement(held), [id]);
  return row ?? null;
}

/**
 * The definition and the employee of a new value, with one statement. If several values are allowed, additions for the
 * same employee wait for each other, so that they can be counted.
 */
export async function holdForCreation(
  tx: Tx,
  access: AccessContext,
  definitionId: string,
  employeeId: string,
  errors: FieldErrors,
): Promise<HeldDefinition | null> {
  const { values, place } = binder([definitionId, employeeId]);
  const visible = access.conditionsOn(employees).map((condition) => ` and ${condition(place)}`);
  const [row] = await tx.run<Partial<HeldDefinition> & { isEmployeeFound: boolean }>(
    statement(`
with definition as (
  ${held}
), employee as (
  select from ${tableOf(employees)} as shown_row
  where account_id = $1 and id = $3::text::bigint${visible.join('')} for key share of shown_row
)
select definition.*, exists (select from employee) as "isEmployeeFound",
  case when not "isSingle" then pg_advisory_xact_lock(hashtextextended($2 || '/' || $3, $1))::text end as waited
from (values (true)) as always left join definition on true`),
    values,
  );
  if (row?.isValueReadOnly) throw new Problem('forbidden', detail('valueReadOnly'));
  if (!row?.isEmployeeFound) addError(errors, 'employee.id', unknownReference(employees.type));
  if (row?.id) return row as HeldDefinition;
  addError(errors, 'definition.id', unknownReference('employee-attribute-definition'));
  return null;
}

export function addArchivalErrors({ isArchived }: HeldDefinition, errors: FieldErrors): void {
  if (!isArchived) return;
  addError(errors, 'definition.id', 'This definition is archived: its values can be read and deleted, nothing else.');
}

/**
 * A cache of schemas for all accounts of a database, which is recognized by its vault. A database never reuses a
 * revision, so entries stay valid; another database has the same numbers for other definitions.
 */
const caches = new WeakMap<Tx['vault'], LRUCache<string, ValueSchema>>();

export async function valueSchemaFor(tx: Tx, { id, revision }: HeldDefinition): Promise<ValueSchema> {
  const known = caches.get(tx.vault) ?? new LRUCache<string, ValueSchema>({ max: 2000 });
  caches.set(tx.vault, known);
  const key = `${tx.accountId}/${id}/${revision}`;
  const found = known.get(key);
  if (found) return found;
  const read = await readSchema(tx, id);
  known.set(key, read);
  return read;
}

async function readSchema(tx: Tx, id: string): Promise<ValueSchema> {
  const [row] = await tx.run<{ schema: string; descriptions: string | null; taxonomyId: string | null }>(
    statement(`
select schema::text as schema, property_descriptions as descriptions, taxonomy_id::text as "taxonomyId"
from employee_attribute_definitions where account_id = $1 and id = $2`),
    [id],
  );
  if (!row) throw new Error(`The definition ${id} is gone, though it was held.`);
  const descriptions = row.descriptions === null ? null : parsedColumn(row.descriptions);
  return valueSchemaOf(JSON.parse(row.schema), descriptions, row.taxonomyId);
}
