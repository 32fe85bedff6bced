/**
 * Calendars and their public holidays, as operators manage them. Owns the table of days. Leaves keep the days they were
 * counted with.
 */
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { findOne, lockOne, type StoredRow } from '../platform/store/read.ts';
import { insert } from '../platform/store/write.ts';
import { isDate } from '../platform/validation/date-time.ts';
import { unknownReference } from '../platform/verbs/body.ts';
import { parsed, updateLocked } from '../platform/verbs/standard.ts';
import { addError, invalid, noErrors, throwIfAny } from '../problem.ts';

export interface Holiday {
  readonly date: string;
  readonly name: string;
}

export interface CalendarSummary {
  readonly id: string;
  readonly name: string;
  readonly days: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  /** How many working-time arrangements refer to it; archived ones count. */
  readonly arrangements: number;
  /** Whether it applies to positions without an arrangement. */
  readonly isDefault: boolean;
}

const summaries = (condition: string) => `
select calendar.id::text as id, calendar.name, coalesce(held.days, 0)::integer as days, held.first::text as "firstDay",
  held.last::text as "lastDay",
  (select count(*) from working_time_arrangements where account_id = $1 and public_holidays_calendar_id = calendar.id)::integer
    as arrangements,
  setting.public_holidays_calendar_id is not distinct from calendar.id as "isDefault"
from public_holidays_calendars as calendar
  left join account_settings as setting on setting.account_id = $1
  left join lateral (
    select count(*) as days, min(day) as first, max(day) as last
    from public_holidays where account_id = $1 and calendar_id = calendar.id
  ) as held on true
where calendar.account_id = $1 and ${condition} order by calendar.id`;

const listed = statement(summaries('true'));
const named = statement(summaries('calendar.id = $2'));

export const listCalendars = (session: Session): Promise<CalendarSummary[]> => session.run<CalendarSummary>(listed);

export async function createCalendar(tx: Tx, name: string): Promise<StoredRow> {
  refuseWrongName(name);
  return insert(tx, publicHolidaysCalendars, { name });
}

export async function renameCalendar(tx: Tx, id: string, name: string): Promise<StoredRow> {
  refuseWrongName(name);
  const current = await lockOne(tx, publicHolidaysCalendars, id);
  if (!current) throw noSuchCalendar();
  return parsed(current, '').name === name ? current : updateLocked(tx, publicHolidaysCalendars, current, { name });
}

const daysOf = statement(`
select day::text as date, name from public_holidays where account_id = $1 and calendar_id = $2 order by day`);

export interface Calendar extends CalendarSummary {
  readonly holidays: readonly Holiday[];
}

export async function readCalendar(session: Session, id: string): Promise<Calendar> {
  await requireCalendar(session, id);
  const [summary] = await session.run<CalendarSummary>(named, [id]);
  if (!summary) throw noSuchCalendar();
  return { ...summary, holidays: await session.run<Holiday>(daysOf, [id]) };
}

/** `xmax` shows whether the row existed before this transaction. */
const put = statement(`
insert into public_holidays as kept (account_id, calendar_id, day, name)
select $1, $2, given.date, given.name from json_to_recordset($3::json) as given (date date, name text)
on conflict (account_id, calendar_id, day) do update set name = excluded.name where kept.name <> excluded.name
returning (xmax = 0) as "isNew"`);

/** The result for the given days. */
export interface Put {
  readonly added: number;
  readonly renamed: number;
}

/** Adds days; an existing day gets the given name. */
export async function putDays(tx: Tx, calendarId: string, days: readonly Holiday[]): Promise<Put> {
  refuseWrongDays(days);
  await requireCalendar(tx, calendarId);
  const written = await tx.run<{ isNew: boolean }>(put, [calendarId, JSON.stringify(days)]);
  const added = written.filter(({ isNew }) => isNew).length;
  return { added, renamed: written.length - added };
}

const removed = statement(`
delete from public_holidays where account_id = $1 and calendar_id = $2 and day = any($3::date[])
returning day::text as date`);

/** All or nothing: a missing day is refused. */
export async function removeDays(tx: Tx, calendarId: string, dates: readonly string[]): Promise<void> {
  const malformed = dates.filter((date) => !isDate(date));
  if (malformed.length > 0) throw invalid({ date: malformed.map(notADate) });
  await requireCalendar(tx, calendarId);
  const gone = new Set((await tx.run<{ date: string }>(removed, [calendarId, dates])).map(({ date }) => date));
  const absent = dates.filter((date) => !gone.has(date));
  if (absent.length > 0)
    throw invalid({ date: absent.map((date) => `${date} is no public holiday of this calendar.`) });
}

async function requireCalendar(session: Session, id: string): Promise<void> {
  if (!(await findOne(session, publicHolidaysCalendars, id))) throw noSuchCalendar();
}

const noSuchCalendar = () => invalid({ calendar: [unknownReference(publicHolidaysCalendars.type)] });

const notADate = (date: string): string => `"${date}" is no date. A date is written as 2026-05-01.`;

const nameMax = 255;
const isName = (name: string): boolean => name.trim() !== '' && [...name].length <= nameMax && !/\p{Cc}/u.test(name);
const wrongName = `A name has 1 to ${nameMax} characters, not all of them blank, and no control characters.`;

export function refuseWrongName(name: string): void {
  if (!isName(name)) throw invalid({ name: [wrongName] });
}

/** A wrong file would have an error in every line. */
const errorsMax = 20;

function refuseWrongDays(days: readonly Holiday[]): void {
  const seen = new Set<string>();
  const wrong = days.flatMap(({ date, name }): [member: string, message: string][] => {
    const isRepeated = seen.has(date);
    seen.add(date);
    if (!isDate(date)) return [['date', notADate(date)]];
    if (isRepeated) return [['date', `${date} is there more than once.`]];
    return isName(name) ? [] : [['name', `${date}: ${wrongName}`]];
  });
  const errors = noErrors();
  for (const [member, message] of wrong.slice(0, errorsMax)) addError(errors, member, message);
  throwIfAny(errors);
}
