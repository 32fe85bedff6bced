/** References to a person from rows about others: each becomes null, with its event. */

import type { Resource } from '@muster/contract/kit/resource.ts';
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { columnAt, ownerColumn, tableOf } from '../platform/store/columns.ts';
import type { Condition } from '../platform/store/condition.ts';
import { lockOne } from '../platform/store/read.ts';
import { idIs, remove, setHiddenColumns, update, updateWithoutTimestamp } from '../platform/store/write.ts';
import { isObject, type JsonObject } from '../platform/verbs/body.ts';
import { parsed } from '../platform/verbs/standard.ts';
import { hiddenReferences, personReferences } from './person-families.ts';

interface Row {
  readonly id: string;
  readonly revision: string;
}

const isAboutOthers = ({ ownedThrough }: Resource): string =>
  ownedThrough === undefined ? '' : ` and ${ownerColumn(ownedThrough)} <> $2::bigint`;

export async function clearReferences(tx: Tx, employeeId: string): Promise<void> {
  for (const { resource, member, column } of personReferences) {
    const found = statement(`
select id::text as id, revision::text as revision from ${tableOf(resource)}
where account_id = $1 and ${column} = $2::bigint${isAboutOthers(resource)} order by id for update`);
    for (const row of await tx.run<Row>(found, [employeeId])) await clearMember(tx, resource, row, member);
  }
  await clearValues(tx, employeeId);
  for (const { resource, path } of hiddenReferences) {
    const names: Condition = (place) => `${columnAt(path)} = ${place(employeeId)}::bigint`;
    await setHiddenColumns(tx, resource, [names], { [path]: null });
  }
  await tx.run(cancellations, [employeeId]);
}

/** What older systems see: who cancelled a leave. */
const cancellations = statement(
  'update leave_periods set cancelled_by_id = null where account_id = $1 and cancelled_by_id = $2::bigint',
);

/** A resource whose changes are no events gets a version only. */
async function clearMember(tx: Tx, resource: Resource, row: Row, member: string): Promise<void> {
  if (resource.events.includes('updated')) await update(tx, resource, row, { [member]: null });
  else await updateWithoutTimestamp(tx, resource, [idIs(row.id)], { [member]: null });
}

const naming = statement(`
select distinct attribute_id::text as id from attribute_keys
where account_id = $1 and target_type = '${employees.type}' and text_key = $2 and employee_id <> $2::bigint`);

const keysGone = statement(`
delete from attribute_keys where account_id = $1 and attribute_id = $2::bigint and target_type = '${employees.type}'
  and text_key = $3`);

/** Values of others that refer to the person. A value that is nothing but the reference is removed. */
async function clearValues(tx: Tx, employeeId: string): Promise<void> {
  for (const { id } of await tx.run<{ id: string }>(naming, [employeeId])) {
    const row = await lockOne(tx, employeeAttributes, id);
    if (!row) continue;
    const { value } = parsed(row, '');
    await tx.run(keysGone, [id, employeeId]);
    const left = isObject(value) ? withoutPerson(value, employeeId) : null;
    if (left === null) await remove(tx, employeeAttributes, [idIs(id)]);
    else await update(tx, employeeAttributes, row, { value: left });
  }
}

const isPerson = (value: unknown, employeeId: string): boolean =>
  isObject(value) && value.type === employees.type && value.id === employeeId;

/** Null: nothing is left. */
function withoutPerson(value: JsonObject, employeeId: string): JsonObject | null {
  if (isPerson(value, employeeId)) return null;
  const left = Object.entries(value).map(([name, part]) => [name, isPerson(part, employeeId) ? null : part] as const);
  return left.some(([, part]) => part !== null) ? Object.fromEntries(left) : null;
}
