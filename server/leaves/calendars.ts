/**
 * Calendars and their public holidays: rules of days, changes, and single days for operators. The database keeps the days
 * of a calendar also as rows, for counting.
 */
import {
  type Holiday,
  holidaysMax,
  publicHolidaysCalendars,
} from '@muster/contract/resources/public-holidays-calendars.ts';
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { findOne, lockOne, type StoredRow } from '../platform/store/read.ts';
import { insert } from '../platform/store/write.ts';
import { isDate } from '../platform/validation/date-time.ts';
import { type JsonObject, unknownReference } from '../platform/verbs/body.ts';
import { parsed, updateLocked } from '../platform/verbs/standard.ts';
import { addError, type FieldErrors, invalid, noErrors, throwIfAny } from '../problem.ts';
import { requestRecount } from './recounts.ts';

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
select calendar.id::text as id, calendar.name, held.days::integer as days, held.first::text as "firstDay",
  held.last::text as "lastDay",
  (select count(*) from working_time_arrangements where account_id = $1 and public_holidays_calendar_id = calendar.id)::integer
    as arrangements,
  (select public_holidays_calendar_id from account_settings where account_id = $1) is not distinct from calendar.id as "isDefault"
from public_holidays_calendars as calendar
  cross join lateral (
    select count(*) as days, min(day) as first, max(day) as last
    from public_holidays where account_id = $1 and calendar_id = calendar.id
  ) as held
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
  const current = await lockCalendar(tx, id);
  return parsed(current, '').name === name ? current : changeCalendar(tx, current, { name });
}

/** Changes a calendar that this transaction has locked. */
export async function changeCalendar(tx: Tx, current: StoredRow, changes: JsonObject): Promise<StoredRow> {
  const changed = await updateLocked(tx, publicHolidaysCalendars, current, changes);
  if (changes.days !== undefined) await requestRecount(tx, { calendarId: current.id });
  return changed;
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

/** The result for the given days. */
export interface Put {
  readonly added: number;
  readonly renamed: number;
}

/** Adds days; an existing day gets the given name. */
export async function putDays(tx: Tx, calendarId: string, given: readonly Holiday[]): Promise<Put> {
  refuseWrongDays(given);
  const current = await lockCalendar(tx, calendarId);
  const names = new Map(daysIn(current).map(({ date, name }) => [date, name]));
  const added = given.filter(({ date }) => !names.has(date)).length;
  const renamed = given.filter(({ date, name }) => names.has(date) && names.get(date) !== name).length;
  for (const { date, name } of given) names.set(date, name);
  if (names.size > holidaysMax) throw invalid({ date: [tooMany] });
  const days = inOrder([...names].map(([date, name]) => ({ date, name })));
  if (added + renamed > 0) await changeCalendar(tx, current, { days });
  return { added, renamed };
}

/** All or nothing: a missing day is refused. */
export async function removeDays(tx: Tx, calendarId: string, dates: readonly string[]): Promise<void> {
  const malformed = dates.filter((date) => !isDate(date));
  if (malformed.length > 0) throw invalid({ date: malformed.map(notADate) });
  const current = await lockCalendar(tx, calendarId);
  const days = daysIn(current);
  const absent = dates.filter((date) => !days.some((day) => day.date === date));
  if (absent.length > 0)
    throw invalid({ date: absent.map((date) => `${date} is no public holiday of this calendar.`) });
  if (dates.length > 0) await changeCalendar(tx, current, { days: days.filter(({ date }) => !dates.includes(date)) });
}

const daysIn = (calendar: StoredRow): Holiday[] => parsed(calendar, '').days as Holiday[];

export const inOrder = (days: readonly Holiday[]): Holiday[] =>
  days.toSorted((one, other) => (one.date < other.date ? -1 : 1));

async function lockCalendar(tx: Tx, id: string): Promise<StoredRow> {
  const found = await lockOne(tx, publicHolidaysCalendars, id);
  if (!found) throw noSuchCalendar();
  return found;
}

async function requireCalendar(session: Session, id: string): Promise<void> {
  if (!(await findOne(session, publicHolidaysCalendars, id))) throw noSuchCalendar();
}

const noSuchCalendar = () => invalid({ calendar: [unknownReference(publicHolidaysCalendars.type)] });

const tooMany = `A calendar has at most ${holidaysMax} days.`;

const notADate = (date: string): string => `"${date}" is no date. A date is written as 2026-05-01.`;

const nameMax = 255;
const isName = (name: string): boolean => name.trim() !== '' && [...name].length <= nameMax && !/\p{Cc}/u.test(name);
const wrongName = `A name has 1 to ${nameMax} characters, not all of them blank, and no control characters.`;

export function refuseWrongName(name: string): void {
  if (!isName(name)) throw invalid({ name: [wrongName] });
}

/** Adds errors for days of a body that the schema allows. */
export function addDayErrors(days: readonly Holiday[], errors: FieldErrors): void {
  const seen = new Set<string>();
  for (const [index, { date, name }] of days.entries()) {
    if (seen.has(date)) addError(errors, `days.${index}.date`, `${date} is there more than once.`);
    if (!isName(name)) addError(errors, `days.${index}.name`, wrongName);
    seen.add(date);
  }
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
