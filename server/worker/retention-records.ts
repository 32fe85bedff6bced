/** Removes old versions, entries of the log of reads, and audit entries, in batches. */
import { statement } from '../platform/database/statement.ts';
import type { Night } from '../retention/apply.ts';
import { isRemovedVersion, oldEntries, oldReads, oldVersions, valuesOf } from '../retention/due.ts';
import type { Rule } from '../retention/rules.ts';

/** Small enough to stay far below the time limit of a statement. */
const batchRows = 5000;

/** The oldest versions of a resource come first, so that a removal that stops half-way leaves the newer ones. */
const removedVersions = statement(`
with old as (${oldVersions}), gone as (
  select * from old where ${isRemovedVersion} order by place desc limit ${batchRows}
)
delete from versions using gone
where versions.account_id = $1 and versions.data_type = gone.data_type and versions.data_id = gone.data_id
  and versions.id = gone.id and versions.written_at = gone.written_at
returning 1`);

/** The last version before the boundary holds the text of the one before it, which is removed. */
const forgottenTexts = statement(`
with old as (${oldVersions}), kept as (
  select * from old where place = 1 and has_former limit ${batchRows}
)
update versions set former = null, former_revision = null from kept
where versions.account_id = $1 and versions.data_type = kept.data_type and versions.data_id = kept.data_id
  and versions.id = kept.id and versions.written_at = kept.written_at
returning 1`);

const removedReads = statement(`
with gone as (${oldReads} order by entry.id limit ${batchRows}), entries_gone as (
  delete from read_log using gone
  where read_log.account_id = $1 and read_log.id = gone.id and read_log.occurred_at = gone.occurred_at
), people_gone as (
  delete from read_people using gone cross join lateral unnest(gone.employee_ids) as named
  where read_people.account_id = $1 and read_people.employee_id = named and read_people.entry_id = gone.id
    and read_people.occurred_at = gone.occurred_at
)
select 1 from gone`);

const removedEntries = statement(`
delete from audit_entries where account_id = $1 and id = any(array(
  select id from (${oldEntries} order by entry.created_at limit ${batchRows}) as old
)) returning 1`);

const statements: Readonly<Record<string, readonly ReturnType<typeof statement>[]>> = {
  versions: [removedVersions, forgottenTexts],
  'read-entries': [removedReads],
  'audit-entries': [removedEntries],
};

export async function removeOldRecords(night: Night, rule: Rule): Promise<void> {
  const { database, accountId, today, onStep } = night;
  const session = database.session(accountId);
  const values = valuesOf(rule, today);
  if (rule.family === 'versions') {
    // Before anything goes: who asks for states before it is refused instead of misled.
    await database.query(
      `update accounts set versions_kept_since = greatest(versions_kept_since, $2::date - make_interval(months => $3::integer))
       where id = $1`,
      [accountId, today, rule.months],
    );
  }
  for (const removal of statements[rule.family] ?? []) {
    for (let removed = batchRows; removed === batchRows; ) {
      await onStep();
      removed = (await session.run(removal, values)).length;
    }
  }
}
