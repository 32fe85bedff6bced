/**
 * Counts leaves again after a change of a calendar, an arrangement or the working time of the account: open leaves, and
 * confirmed ones that are still to come where the employee works. The change only requests it; workers do it in batches,
 * so that no request grows with the number of leaves. A batch is a transaction, and counting twice changes nothing: work
 * that was cut off goes on where it ended.
 */
import { isDeepStrictEqual } from 'node:util';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { todayIn } from '../people/calendar.ts';
import { zoneOf } from '../people/settings.ts';
import type { Session, Tx } from '../platform/database/database.ts';
import { type Statement, statement } from '../platform/database/statement.ts';
import { updateMany } from '../platform/store/write-many.ts';
import { type CountedHalf, halvesOf, type Period } from './counting.ts';
import { type CountingRow, countingColumns, countingOf } from './leave-context.ts';
import { countedAgain, shownCount } from './leave-days.ts';
import { replaceHalves } from './periods.ts';

/** What has changed: a calendar, an arrangement, or, with neither, the working time of the account. */
export interface Reason {
  readonly calendarId?: string | null;
  readonly arrangementId?: string | null;
}

const requested = statement(`
insert into leave_recounts (account_id, calendar_id, arrangement_id, due_at) values ($1, $2, $3, now())
on conflict (account_id, coalesce(calendar_id, 0), coalesce(arrangement_id, 0))
do update set due_at = now(), last_leave_id = 0, is_second_pass = false`);

const marked = statement('update accounts set leave_recount_at = now() where id = $1');

/** In the transaction of the change. */
export async function requestRecount(tx: Tx, reason: Reason): Promise<void> {
  await tx.run(requested, [reason.calendarId ?? null, reason.arrangementId ?? null]);
  await tx.run(marked);
}

/** A leave with what it is counted by, and its half-days. */
export interface CountedLeave extends Period, CountingRow {
  readonly id: string;
  readonly status: string;
  /** The timezone in which it begins: that of the establishment of the employee. */
  readonly zone: string;
  readonly days: unknown;
  readonly statedMs: string | null;
  readonly halves:
    | readonly (readonly [date: string, isMorning: boolean, minutes: number, thousandths: number])[]
    | null;
}

/** Small enough that a request waits for a leave for some hundred milliseconds at most. */
const batchLeaves = 200;

const ofArrangements = (arrangements: string) => `exists (
  select from job_positions where account_id = $1 and employee_id = leave.employee_id
    and working_time_arrangement_id ${arrangements}
    and starts_on <= leave.ends_on and coalesce(ends_on, 'infinity') >= leave.starts_on)`;

/**
 * SQL: the next leaves that a change concerns. Parameters: the last leave, the day that is today where it begins last,
 * and the id of what has changed, if any.
 */
const concerned = (condition: string, lock: string): Statement =>
  statement(`
select leave.id::text as id, leave.status, ${zoneOf('place')} as zone,
  leave.starts_on::text as "startsOn", leave.start_position as "startPosition",
  leave.ends_on::text as "endsOn", leave.end_position as "endPosition", leave.days, leave.stated_ms::text as "statedMs",
  (select json_agg(json_build_array(day, not is_afternoon, minutes, thousandths) order by day, is_afternoon)
   from leave_half_days where account_id = $1 and leave_period_id = leave.id) as halves,
  ${countingColumns('leave.employee_id', 'leave.starts_on', 'leave.ends_on')}
from leaves as leave
  join leave_accounts as account on account.account_id = $1 and account.id = leave.leave_account_id
  cross join (select settings.* from (select 1) as one left join account_settings as settings on account_id = $1) as setting
  join employees as person on person.account_id = $1 and person.id = leave.employee_id
  left join business_establishments as place
    on place.account_id = $1 and place.id = person.applicable_job_position_business_establishment_id
where leave.account_id = $1 and leave.id > $2
  and (leave.status = 'tentative' or (leave.status = 'confirmed' and leave.starts_on > $3)) and (${condition})
order by leave.id limit ${batchLeaves}${lock}`);

const byCalendar = `setting.public_holidays_calendar_id = $4 or ${ofArrangements(
  'in (select id from working_time_arrangements where account_id = $1 and public_holidays_calendar_id = $4)',
)}`;
const byArrangement = ofArrangements('= $4');

const statements = {
  counted: {
    calendar: concerned(byCalendar, ''),
    arrangement: concerned(byArrangement, ''),
    account: concerned('true', ''),
  },
  locked: {
    calendar: concerned(byCalendar, ' for update of leave'),
    arrangement: concerned(byArrangement, ' for update of leave'),
    account: concerned('true', ' for update of leave'),
  },
};

interface Batch {
  readonly leaves: CountedLeave[];
  /** Where the next batch begins; null: this was the last one. */
  readonly lastId: string | null;
}

/**
 * The statement compares with today in the last timezone, so it also finds leaves that have begun already in their own: these
 * are left out.
 */
async function nextLeaves(
  session: Session,
  how: keyof typeof statements,
  reason: Reason,
  lastId: string,
): Promise<Batch> {
  const { calendarId, arrangementId } = reason;
  const { calendar, arrangement, account } = statements[how];
  const earliest = todayIn(lastZone, session.now);
  const run = (asked: Statement, ...ids: string[]) => session.run<CountedLeave>(asked, [lastId, earliest, ...ids]);
  const rows = calendarId
    ? await run(calendar, calendarId)
    : arrangementId
      ? await run(arrangement, arrangementId)
      : await run(account);
  return {
    leaves: rows.filter(
      ({ status, startsOn, zone }) => status === 'tentative' || startsOn > todayIn(zone, session.now),
    ),
    lastId: rows.length === batchLeaves ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** Days begin here last. The sign of these names is the other way round. */
const lastZone = 'Etc/GMT+12';

interface Recount extends Reason {
  readonly id: string;
  readonly lastLeaveId: string;
  readonly isSecondPass: boolean;
}

const due = statement(`
select id::text as id, calendar_id::text as "calendarId", arrangement_id::text as "arrangementId",
  last_leave_id::text as "lastLeaveId", is_second_pass as "isSecondPass"
from leave_recounts where account_id = $1 and due_at <= now() order by due_at, id limit 1 for update skip locked`);

const advanced = statement('update leave_recounts set last_leave_id = $3 where account_id = $1 and id = $2');

/** A request that has counted by the former values may take as long as this until its leave is there. */
const secondPass = statement(`
update leave_recounts set last_leave_id = 0, is_second_pass = true, due_at = now() + interval '1 minute'
where account_id = $1 and id = $2`);

const finished = statement('delete from leave_recounts where account_id = $1 and id = $2');

/** Counts a batch of leaves of an account. Returns whether there may be more to do now. */
export async function recountBatch(tx: Tx): Promise<boolean> {
  const [recount] = await tx.run<Recount>(due);
  if (!recount) {
    await markNext(tx);
    return false;
  }
  const { id, lastLeaveId, isSecondPass } = recount;
  const batch = await nextLeaves(tx, 'locked', recount, lastLeaveId);
  await writeCounts(tx, batch.leaves);
  if (batch.lastId !== null) await tx.run(advanced, [id, batch.lastId]);
  else await tx.run(isSecondPass ? finished : secondPass, [id]);
  return true;
}

const heldAccount = statement('select id from accounts where id = $1 for no key update');

/** Rows that another worker holds are due now, and stay so. */
const markedNext = statement(`
update accounts set leave_recount_at = (select min(due_at) from leave_recounts where account_id = $1) where id = $1`);

/** In two statements: the second sees requests that the first has waited for. */
async function markNext(tx: Tx): Promise<void> {
  await tx.run(heldAccount);
  await tx.run(markedNext);
}

async function writeCounts(tx: Tx, batch: readonly CountedLeave[]): Promise<void> {
  const counts = batch.map((leave) => ({ leave, days: countedAgain(leave, countingOf(leave), leave.statedMs) }));
  const changed = counts.flatMap(({ leave, days }) => {
    const values = days && shownCount(days, leave.unit);
    return values && !isDeepStrictEqual(values.days, leave.days) ? [{ id: leave.id, values }] : [];
  });
  await updateMany(tx, leaves, tx.now, ['days', 'totalDuration'], changed);
  // Half-days also change with the length of a day, which leaves in days do not show.
  const halves = counts.flatMap(({ leave, days }) => {
    const counted = days && halvesOf(days, countingOf(leave));
    return counted && !isDeepStrictEqual(counted, halvesIn(leave)) ? [{ id: leave.id, halves: counted }] : [];
  });
  await replaceHalves(tx, halves);
}

const halvesIn = ({ halves }: CountedLeave): CountedHalf[] =>
  (halves ?? []).map(([date, isMorning, minutes, thousandths]) => ({ date, isMorning, minutes, thousandths }));

/** How many leaves a change would change. */
export interface RecountPreview {
  readonly changedLeavesCount: number;
  /** In which no day would count any more, or whose total would not fit: they stay as they are. */
  readonly keptLeavesCount: number;
  /** False if there are more leaves than a preview counts. */
  readonly isComplete: boolean;
}

/** A preview is a request, and must end. */
const previewedMax = 10_000;

/** Counts what a change would do. `proposed` turns a leave into one under the changed values. */
export async function previewRecount(
  session: Session,
  reason: Reason,
  proposed: (leave: CountedLeave) => CountedLeave,
): Promise<RecountPreview> {
  let [changed, kept, seen, lastId] = [0, 0, 0, '0'];
  for (;;) {
    const batch = await nextLeaves(session, 'counted', reason, lastId);
    for (const leave of batch.leaves.map(proposed)) {
      const days = countedAgain(leave, countingOf(leave), leave.statedMs);
      if (!days) kept += 1;
      else if (!isDeepStrictEqual(shownCount(days, leave.unit).days, leave.days)) changed += 1;
    }
    seen += batch.leaves.length;
    lastId = batch.lastId ?? lastId;
    const isLast = batch.lastId === null;
    if (isLast || seen >= previewedMax) {
      return { changedLeavesCount: changed, keptLeavesCount: kept, isComplete: isLast };
    }
  }
}
