/**
 * The data for counting and checking a leave: its account, the employments of the employee, working time and public
 * holidays.
 */
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { firstApprover } from './approvers.ts';
import type { Counting, Unit } from './counting.ts';
import { type ArrangedTime, hoursOn, type WorkingTime } from './working-hours.ts';

/** First and last day; null if open-ended. */
type Days = readonly [first: string, last: string | null];

export interface LeaveContext {
  readonly counting: Counting;
  readonly approvalLevels: number;
  /** Whether a confirmed leave that is moved needs an approval again. */
  readonly needsApprovalToMove: boolean;
  readonly employments: readonly Days[];
  /** Of a leave that is created. */
  readonly leaveId: string;
  /** For the request that may be created: its id, and the first expected approver. */
  readonly requestId: string;
  readonly approver: { readonly id: string } | null;
}

/** A job position with what its arrangement says; all null without one. */
type Position = readonly [
  ...Days,
  arrangementId: string | null,
  calendarId: string | null,
  workingWeek: ArrangedTime['workingWeek'],
  cycle: ArrangedTime['cycle'],
  minutesPerDay: ArrangedTime['minutesPerDay'],
];

/** What counting depends on, next to the period: see `countingColumns`. */
export interface CountingRow {
  readonly unit: Unit;
  readonly weekdays: number[] | null;
  readonly minutesPerDay: number | null;
  readonly defaultCalendarId: string | null;
  readonly positions: readonly Position[] | null;
  readonly holidays: readonly (readonly [calendarId: string, day: string])[] | null;
}

/**
 * SQL: what counting depends on, for an employee and the days of a period. Needs `account`, the leave account, and
 * `setting`, the settings of the account.
 */
export const countingColumns = (employee: string, first: string, last: string): string => `
  account.unit, setting.working_weekdays as weekdays, setting.working_minutes_per_day as "minutesPerDay",
  setting.public_holidays_calendar_id::text as "defaultCalendarId",
  (select json_agg(json_build_array(position.starts_on, position.ends_on, arrangement.id::text,
     arrangement.public_holidays_calendar_id::text, arrangement.working_week, arrangement.cycle, arrangement.minutes_per_day))
   from job_positions as position left join working_time_arrangements as arrangement
     on arrangement.account_id = $1 and arrangement.id = position.working_time_arrangement_id
   where position.account_id = $1 and position.employee_id = ${employee}) as positions,
  (select json_agg(json_build_array(calendar_id::text, day))
   from public_holidays where account_id = $1 and day between ${first} and ${last}) as holidays`;

interface Row extends CountingRow {
  readonly approvalLevels: number;
  readonly needsApprovalToMove: boolean;
  readonly employments: readonly Days[] | null;
  readonly leaveId: string;
  readonly requestId: string;
  readonly approverId: string | null;
}

/**
 * Leaves of one employee are written one after the other: with only the exclusion constraint, two overlapping inserts
 * would deadlock. Settings and new ids are a step of their own: of one that also reads rows of the account, Citus would
 * draw the ids on a worker, which has other numbers.
 */
const lookedUp = statement(`
with held as (
  select id from employees where account_id = $1 and id = $2 for no key update
), setting as materialized (
  select account_settings.*, nextval('leaves_id_seq')::text as leave_id, nextval('leave_requests_id_seq')::text as request_id
  from (select 1) as one left join account_settings on account_id = $1
)
select account.approval_levels as "approvalLevels",
  coalesce(setting.moved_leaves_need_approval, false) as "needsApprovalToMove", ${countingColumns('$2', '$4', '$5')},
  setting.leave_id as "leaveId", setting.request_id as "requestId", ${firstApprover('$2')} as "approverId",
  (select json_agg(json_build_array(start_date, end_date))
   from employments where account_id = $1 and employee_id = $2) as employments
from held join leave_accounts as account on account.account_id = $1 and account.id = $3 cross join setting`);

const mondayToFriday = [1, 2, 3, 4, 5];
const sevenHours = 420;

export const workingTimeOf = ({
  weekdays,
  minutesPerDay,
}: Pick<CountingRow, 'weekdays' | 'minutesPerDay'>): WorkingTime => ({
  weekdays: weekdays ?? mondayToFriday,
  minutesPerDay: minutesPerDay ?? sevenHours,
});

/** Null if the employee or the leave account does not exist. */
export async function leaveContextOf(
  tx: Tx,
  employeeId: string,
  leaveAccountId: string,
  period: { readonly startsOn: string; readonly endsOn: string },
): Promise<LeaveContext | null> {
  const [row] = await tx.run<Row>(lookedUp, [employeeId, leaveAccountId, period.startsOn, period.endsOn]);
  if (!row) return null;
  const { approvalLevels, needsApprovalToMove, leaveId, requestId, approverId } = row;
  return {
    counting: countingOf(row),
    approvalLevels,
    needsApprovalToMove,
    employments: row.employments ?? [],
    leaveId,
    requestId,
    approver: approverId === null ? null : { id: approverId },
  };
}

/** By the position in force on each day; without an arrangement, as the account does it. */
export function countingOf(row: CountingRow): Counting {
  const holidays = new Set((row.holidays ?? []).map(([calendarId, day]) => `${calendarId} ${day}`));
  const account = workingTimeOf(row);
  const positionOn = (date: string) => (row.positions ?? []).find((position) => isWithin(date, position));
  return {
    unit: row.unit,
    isHoliday: (date) => holidays.has(`${positionOn(date)?.[3] ?? row.defaultCalendarId} ${date}`),
    hoursOn: (date) => {
      const [, , , , workingWeek = null, cycle = null, minutesPerDay = null] = positionOn(date) ?? [];
      return hoursOn(date, { workingWeek, cycle, minutesPerDay }, account);
    },
  };
}

export const isWithin = (date: string, [first, last]: readonly [string, string | null, ...unknown[]]): boolean =>
  date >= first && (last === null || date <= last);
