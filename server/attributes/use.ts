/**
 * What definitions and labels need to know about existing values. The caller has locked the definition or the label.
 */
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { tableOf } from '../platform/store/columns.ts';
import { binder, type Condition } from '../platform/store/condition.ts';
import { releaseFiles } from '../platform/store/released-files.ts';
import { remove, setHiddenColumns } from '../platform/store/write.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { filesOfDefinition } from './keys.ts';

const ofDefinition =
  (id: string): Condition =>
  (place) =>
    `definition_id = ${place(id)}`;

/** Removing a value for each of a hundred thousand people takes longer than one statement may. */
const removedAtOnce = 5000;

const firstOfDefinition =
  (id: string): Condition =>
  (place) =>
    `id = any(array(
  select id from ${tableOf(employeeAttributes)} where account_id = $1 and definition_id = ${place(id)}
  order by id limit ${removedAtOnce}))`;

/** Each with its event, oldest first. */
export async function removeValuesOf(tx: Tx, definitionId: string): Promise<void> {
  const released = await filesOfDefinition(tx, definitionId);
  let count = removedAtOnce;
  while (count === removedAtOnce) count = await remove(tx, employeeAttributes, [firstOfDefinition(definitionId)]);
  await releaseFiles(tx, released);
}

const examplesMax = 5;

/** How many employees have more than one value, and some of those that the caller may see. */
export async function holdersOfSeveral(
  tx: Tx,
  access: AccessContext,
  definitionId: string,
): Promise<{ readonly count: number; readonly examples: readonly string[] }> {
  const { values, place } = binder([definitionId]);
  const visible = access.conditionsOn(employees).map((condition) => ` and ${condition(place)}`);
  const [row] = await tx.run<{ count: string; examples: string[] }>(
    statement(`
with holder as materialized (
  select employee_id from ${tableOf(employeeAttributes)} where account_id = $1 and definition_id = $2
  group by employee_id having count(*) > 1
)
select (select count(*) from holder) as count, array(
  select shown_row.id::text from ${tableOf(employees)} as shown_row
  where shown_row.account_id = $1 and shown_row.id in (select employee_id from holder)${visible.join('')}
  order by shown_row.id limit ${examplesMax}
) as examples`),
    values,
  );
  return { count: Number(row?.count), examples: row?.examples ?? [] };
}

/** Marks whether each value must be the only one; the unique index reads the mark. */
export const noteSingle = (tx: Tx, definitionId: string, isSingle: boolean): Promise<void> =>
  setHiddenColumns(tx, employeeAttributes, [ofDefinition(definitionId)], { isSingle });
