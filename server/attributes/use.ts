/** What definitions and labels must know of the values that exist. Whoever asks holds the definition or the label. */
import { employeeAttributes } from '@muster/contract/resources/employee-attributes.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import type { Tx } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { tableOf } from '../store/columns.ts';
import { binder, type Condition } from '../store/condition.ts';
import { releaseFiles } from '../store/release.ts';
import { remove, tend } from '../store/write.ts';
import type { Sight } from '../verbs/access.ts';
import { filesOfDefinition } from './keys.ts';

const ofDefinition =
  (id: string): Condition =>
  (place) =>
    `definition_id = ${place(id)}`;

/** A value for each of a hundred thousand people takes longer to remove than one statement may. */
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

/** How many employees hold more than one value, and some of those that the caller may see. */
export async function holdersOfSeveral(
  tx: Tx,
  sight: Sight,
  definitionId: string,
): Promise<{ readonly count: number; readonly examples: readonly string[] }> {
  const { values, place } = binder([definitionId]);
  const visible = sight.conditionsOn(employees).map((condition) => ` and ${condition(place)}`);
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

/** Notes beside each value whether it must stay alone; the index that sees to it reads the note. */
export const noteSingle = (tx: Tx, definitionId: string, isSingle: boolean): Promise<void> =>
  tend(tx, employeeAttributes, [ofDefinition(definitionId)], { isSingle });
