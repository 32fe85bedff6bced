/**
 * Deletes every row of an account from all tables: referring rows first, some at a time, so that no statement takes long and
 * an interrupted removal goes on where it ended. Nobody may use the account meanwhile.
 */
import type { Database, Session } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { inOrder, type Table, tablesOfAccounts } from '../../platform/store/account-tables.ts';

/** A person refers to the employment and the position that apply, which refer to the person: their rows go together. */
const careers = ['job_positions', 'employments', 'employees'];
/** References to people that would stand in the way of removing some of them; they are emptied first. */
const managed = ['departments', 'job_positions'];

const batchRows = 2000;
const batchPeople = 500;

/** `onProgress` gets a percentage, and may end the work by throwing. */
export async function removeAllRows(
  database: Database,
  accountId: string,
  onProgress: (percent: number) => Promise<void>,
): Promise<void> {
  const tables = inOrder((await tablesOfAccounts(database)).flatMap(careersAsOne));
  const session = database.session(accountId);
  for (const [index, name] of tables.entries()) {
    const onBatch = () => onProgress(Math.floor((index / tables.length) * 99));
    if (name === 'employees') await removeCareers(session, onBatch);
    else await removeFrom(database, session, name, onBatch);
    await onBatch();
  }
}

function careersAsOne({ name, names }: Table, _: number, all: readonly Table[]): Table[] {
  if (name !== 'employees' && careers.includes(name)) return [];
  if (name === 'departments') return [{ name, names: names.filter((one) => one !== 'employees') }];
  if (name !== 'employees') return [{ name, names: names.map((one) => (careers.includes(one) ? 'employees' : one)) }];
  const others = all.filter((one) => careers.includes(one.name)).flatMap((one) => one.names);
  return [{ name, names: others.filter((one) => !careers.includes(one)) }];
}

async function removeCareers(session: Session, onBatch: () => Promise<void>): Promise<void> {
  for (const name of managed) {
    await batches(
      session,
      onBatch,
      `
update ${name} set manager_id = null where account_id = $1 and ctid = any(array(
  select ctid from ${name} where account_id = $1 and manager_id is not null limit ${batchRows})) returning 1`,
    );
  }
  const of = (column: string) => `account_id = $1 and ${column} in (select id from people)`;
  await batches(
    session,
    onBatch,
    `
with people as materialized (select id from employees where account_id = $1 order by id limit ${batchPeople}),
  positions as (delete from job_positions where ${of('employee_id')}),
  contracts as (delete from employments where ${of('employee_id')})
delete from employees where ${of('id')} returning 1`,
  );
}

async function removeFrom(
  database: Database,
  session: Session,
  name: string,
  onBatch: () => Promise<void>,
): Promise<void> {
  // Rows are found by their place, which is unique within a partition only. Names come from the catalogue.
  const partitions = await database.query<{ leaf: string }>(
    'select relid::regclass::text as leaf from pg_partition_tree($1::regclass) where isleaf',
    [name],
  );
  const leaves = partitions.length === 0 ? [name] : partitions.map(({ leaf }) => leaf);
  // Children before their parents.
  const order = name === 'departments' ? 'order by level desc' : '';
  for (const leaf of leaves) {
    await batches(
      session,
      onBatch,
      `
delete from ${leaf} where account_id = $1
  and ctid = any(array(select ctid from ${leaf} where account_id = $1 ${order} limit ${batchRows})) returning 1`,
    );
  }
}

/** Repeats a statement until it finds nothing. */
async function batches(session: Session, onBatch: () => Promise<void>, text: string): Promise<void> {
  while ((await session.run(statement(text))).length > 0) await onBatch();
}
