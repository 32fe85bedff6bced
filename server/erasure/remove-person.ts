/**
 * Removes a person from one account, in the transaction of the caller: rows, versions, the contents of events, files.
 * From its commit on, nothing answers about the person. What is left is found by the returned traces.
 */
import { employees } from '@muster/contract/resources/employees.ts';
import { files } from '@muster/contract/resources/files.ts';
import { type RowName, reduceEvents } from '../events/erased.ts';
import { stillNamed } from '../files/file-verbs.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { Condition } from '../platform/store/condition.ts';
import { lockOne } from '../platform/store/read.ts';
import { remove } from '../platform/store/write.ts';
import { clearAttempts } from './attempts.ts';
import { filesOfPerson } from './files-of-person.ts';
import { textsOfPerson } from './identifying-texts.ts';
import { personColumn, personFamilies, rowsOfPerson } from './person-families.ts';
import { clearReferences } from './references.ts';

export interface Traces {
  readonly rows: readonly RowName[];
  readonly eventIds: readonly string[];
  /** Whose bytes have to be removed. */
  readonly fileIds: readonly string[];
  readonly texts: readonly string[];
}

const rowsNamed = statement(`select type, id from (${rowsOfPerson}) as own (type, id) order by 1, 2`);

/** Older events, of rows that were deleted before there were versions. */
const earlierRows = statement(`
select distinct data_type as type, data_id as id from events
where account_id = $1 and data_type = any($3::text[]) and position('"employee":{"id":"' || $2::text || '"' in representation) > 0`);

/** What older systems see of leaves. */
const legacyRows = [
  statement('delete from leave_half_days where account_id = $1 and employee_id = $2::bigint'),
  statement('delete from leave_periods where account_id = $1 and employee_id = $2::bigint'),
];

const versionsGone = statement(`
delete from versions where account_id = $1 and (owner_id = $2::bigint
  or (data_type = '${files.type}' and data_id = any($3::text[])))`);

/** Archives about the person: their rows go with the person, their bytes are removed afterwards. */
const archives = statement(`
select file_id as id from subject_exports where account_id = $1 and employee_id = $2::bigint and file_id is not null`);

/** Also where another erasure, or the same one before a crash, has removed the person already. */
export async function removePerson(tx: Tx, employeeId: string): Promise<Traces> {
  await lockOne(tx, employees, employeeId);
  const own = await tx.run<RowName>(rowsNamed, [employeeId]);
  const types = personFamilies.filter((family) => family !== employees).map(({ type }) => type);
  const earlier = await tx.run<RowName>(earlierRows, [employeeId, types]);
  const named = await filesOfPerson(tx, employeeId);
  const texts = await textsOfPerson(tx, employeeId);
  const archived = (await tx.run<{ id: string }>(archives, [employeeId])).map(({ id }) => id);
  await clearReferences(tx, employeeId);
  for (const deletion of legacyRows) await tx.run(deletion, [employeeId]);
  // Rows that refer to others of the person were declared after them.
  const others = personFamilies.filter((family) => family !== employees).reverse();
  for (const family of [...others, employees]) {
    await remove(tx, family, [(place) => `${personColumn(family)} = ${place(employeeId)}::bigint`]);
  }
  const fileIds = await removeFiles(tx, named);
  await tx.run(versionsGone, [employeeId, fileIds]);
  const rows = [
    ...own,
    ...earlier,
    { type: employees.type, id: employeeId },
    ...fileIds.map((id) => ({ type: files.type, id })),
  ];
  const eventIds = await reduceEvents(tx, rows);
  await clearAttempts(tx, eventIds);
  return { rows, eventIds, fileIds: [...fileIds, ...archived], texts };
}

/** A file that a row about somebody else names as well stays. Returns the others, also those whose row is gone. */
async function removeFiles(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const kept = await stillNamed(tx, ids);
  const removed = ids.filter((id) => !kept.has(id));
  const among: Condition = (place) => `id = any(${place(removed)}::uuid[])`;
  await remove(tx, files, [among]);
  return removed;
}
