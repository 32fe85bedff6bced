/**
 * Leaves for older systems: each as a period with its history, and each of its half-days that count. Owns both tables.
 * They are written in the transaction of the leave and stay when the leave is deleted.
 */
import type { Tx } from '../platform/database/database.ts';
import { sentTogether } from '../platform/database/sent-together.ts';
import { statement } from '../platform/database/statement.ts';
import type { CountedHalf, Period } from './counting.ts';

/** 0 not validated, 1 partly, 2 validated, 3 rejected, 4 cancelled. */
export type PeriodStatus = 0 | 1 | 2 | 3 | 4;

export interface NewPeriod extends Period {
  readonly id: string;
  readonly employeeId: string;
  readonly leaveAccountId: string;
  readonly isConfirmed: boolean;
  readonly halves: readonly CountedHalf[];
}

const halfColumns = `account_id, leave_period_id, day, is_afternoon, employee_id, leave_account_id, minutes, thousandths,
  created_at, cancelled_at, confirmed_at`;
const halfValues = `$1, period.id, half.date, not half."isMorning", period.employee_id, period.leave_account_id, half.minutes,
  half.thousandths, period.created_at, period.cancelled_at, period.confirmed_at`;
const halfShape = 'date date, "isMorning" boolean, minutes integer, thousandths integer';

/** SQL: writes the halves of a list into the rows of a period. */
const halvesPut = (list: string) => `
insert into leave_half_days (${halfColumns})
select ${halfValues}
from period, json_to_recordset(${list}::json) as half (${halfShape}) returning 1`;

const returned = 'returning id, employee_id, leave_account_id, created_at, cancelled_at, confirmed_at';

const kept = statement(`
with period as (
  insert into leave_periods (account_id, id, employee_id, leave_account_id, starts_on, is_start_morning, ends_on,
    is_end_morning, status, is_active, created_at, confirmed_at, changed_at, logs)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, true, $10, $11, $10,
    json_build_array(json_build_object('date', $10::timestamptz, 'comment', null, 'status', $9::integer))
  ${returned}
)${halvesPut('$12')}`);

export async function keepPeriod(tx: Tx, period: NewPeriod): Promise<void> {
  const { id, employeeId, leaveAccountId, isConfirmed, halves } = period;
  await tx.run(kept, [
    id,
    employeeId,
    leaveAccountId,
    ...daysOf(period),
    isConfirmed ? 2 : 0,
    tx.now,
    isConfirmed ? tx.now : null,
    JSON.stringify(halves),
  ]);
}

const daysOf = ({ startsOn, startPosition, endsOn, endPosition }: Period) => [
  startsOn,
  startPosition === 'firstHalfDay',
  endsOn,
  endPosition === 'firstHalfDay',
];

const halvesRemoved = statement('delete from leave_half_days where account_id = $1 and leave_period_id = $2');

const moved = statement(`
with period as (
  update leave_periods set starts_on = $3, is_start_morning = $4, ends_on = $5, is_end_morning = $6
  where account_id = $1 and id = $2
  ${returned}
)${halvesPut('$7')}`);

export async function movePeriod(tx: Tx, id: string, period: Period, halves: readonly CountedHalf[]): Promise<void> {
  await sentTogether([tx.run(halvesRemoved, [id]), tx.run(moved, [id, ...daysOf(period), JSON.stringify(halves)])]);
}

const halvesOfManyRemoved = statement(
  'delete from leave_half_days where account_id = $1 and leave_period_id = any($2::bigint[])',
);

const halvesOfManyPut = statement(`
with period as (
  select * from leave_periods where account_id = $1 and id = any($2::bigint[])
)
insert into leave_half_days (${halfColumns})
select ${halfValues}
from json_to_recordset($3::json) as half (id bigint, ${halfShape}) join period on period.id = half.id returning 1`);

/** The half-days of leaves that were counted again. */
export async function replaceHalves(
  tx: Tx,
  counted: readonly { readonly id: string; readonly halves: readonly CountedHalf[] }[],
): Promise<void> {
  if (counted.length === 0) return;
  const ids = counted.map(({ id }) => id);
  await tx.run(halvesOfManyRemoved, [ids]);
  const rows = counted.flatMap(({ id, halves }) => halves.map((half) => ({ id, ...half })));
  await tx.run(halvesOfManyPut, [ids, JSON.stringify(rows)]);
}

/** A step in the life of a leave. A status of 0 in the history: an approval that is not the last, or a new request. */
export interface Step {
  readonly status: PeriodStatus;
  readonly comment?: string | null;
  readonly cancelledById?: string | null;
}

const stepped = statement(`
with period as (
  update leave_periods
  set status = $3, is_active = $3 < 3, changed_at = $4,
    confirmed_at = case when $3 = 2 then $4 else confirmed_at end,
    cancelled_at = case when $3 > 2 then $4 else cancelled_at end,
    cancelled_by_id = case when $3 > 2 then $5 else cancelled_by_id end,
    comment = case when $3 > 2 then $6 else comment end,
    logs = (logs::jsonb || jsonb_build_object(
      'date', $4::timestamptz, 'comment', $6::text, 'status', case when $3 = 1 then 0 else $3 end))::json
  where account_id = $1 and id = $2
  returning id, confirmed_at, cancelled_at
)
update leave_half_days as half set confirmed_at = period.confirmed_at, cancelled_at = period.cancelled_at
from period where half.account_id = $1 and half.leave_period_id = period.id`);

export async function recordStep(
  tx: Tx,
  id: string,
  { status, comment = null, cancelledById = null }: Step,
): Promise<void> {
  await tx.run(stepped, [id, status, tx.now, cancelledById, comment]);
}

const deleted = statement(`
with period as (
  update leave_periods
  set is_active = false, deleted_at = $3, changed_at = $3,
    cancelled_at = case when cancelled_at is null then $3 else cancelled_at end
  where account_id = $1 and id = $2
  returning id, cancelled_at
)
update leave_half_days as half set cancelled_at = period.cancelled_at
from period where half.account_id = $1 and half.leave_period_id = period.id`);

/** The leave is deleted; older systems can still read its period. */
export async function recordDeletion(tx: Tx, id: string): Promise<void> {
  await tx.run(deleted, [id, tx.now]);
}
