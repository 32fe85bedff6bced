/** How long entries of the log of reads are kept, by the clock of the machine: nobody of an account can move it. */
import type { AccountTime, Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { binder, type Condition, type Place } from '../platform/store/condition.ts';

/** Two years, unless the account sets a time. */
export const standardReadLogDays = 730;

/** SQL: the time before which entries have expired. */
export const readsKeptFrom = (time: AccountTime, place: Place): string =>
  `${place(time.machineNow)}::timestamptz - make_interval(days => ${daysOf(time, place)})`;

export const keptReads = (time: AccountTime): Condition[] => [
  (place) => `(shown_row.occurred_at >= ${readsKeptFrom(time, place)} or ${isHeld('shown_row')})`,
];

const daysOf = ({ bounds }: Pick<AccountTime, 'bounds'>, place: Place): string =>
  `greatest(${place(bounds.readLogDays?.min ?? null)}::integer,
    coalesce(${ruleDays}, (select read_log_days from account_settings where account_id = $1), ${standardReadLogDays}))`;

/**
 * SQL: an active retention rule counts instead of the setting. It removes entries when its months are over; here they are
 * at most as many days, so that the rule comes first.
 */
const ruleDays = `(select months * 31 from retention_rules as rule
    where rule.account_id = $1 and rule.family = 'read-entries' and rule.is_active)`;

/** SQL: a legal hold protects one of the people of the entry. */
const isHeld = (entry: string): string => `exists (
  select from legal_holds as hold join read_people as reading
    on reading.account_id = $1 and reading.employee_id = hold.employee_id and reading.entry_id = ${entry}.id
  where hold.account_id = $1 and hold.status = 'active')`;

/** For how many days this account keeps entries. */
export async function readLogDaysOf(session: Session): Promise<number> {
  const { values, place } = binder();
  const text = `select ${daysOf(session, place)} as days where $1::bigint is not null`;
  const [row] = await session.run<{ days: number }>(statement(text), values);
  return row?.days ?? standardReadLogDays;
}

/** Small enough to stay far below the time limit of a statement. */
const batchRows = 5000;

/** Entries with the people they name; true if there may be more. */
export async function removeExpiredReads(session: Session): Promise<boolean> {
  const { values, place } = binder();
  const text = `
with expired as (
  select id, occurred_at, employee_ids from read_log where account_id = $1 and occurred_at < ${readsKeptFrom(session, place)}
    and not ${isHeld('read_log')}
  order by id limit ${batchRows}
), gone as (
  delete from read_log using expired
  where read_log.account_id = $1 and read_log.id = expired.id and read_log.occurred_at = expired.occurred_at
), people_gone as (
  delete from read_people using expired cross join lateral unnest(expired.employee_ids) as named
  where read_people.account_id = $1 and read_people.employee_id = named and read_people.entry_id = expired.id
    and read_people.occurred_at = expired.occurred_at
)
select count(*)::int as count from expired`;
  const [row] = await session.run<{ count: number }>(statement(text), values);
  return row?.count === batchRows;
}
