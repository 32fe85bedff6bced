/** Which part of a day is worked, and how long its halves are: by an arrangement, or else by the account. Pure. */
import type { Cycle, WorkedDay } from '@muster/contract/resources/working-time-arrangements.ts';

/** The working time of the account. */
export interface WorkingTime {
  /** Days of the week, 1 is Monday. */
  readonly weekdays: readonly number[];
  readonly minutesPerDay: number;
}

/** What an arrangement sets of its own; null as the account does it. */
export interface ArrangedTime {
  readonly workingWeek: readonly WorkedDay[] | null;
  readonly cycle: Cycle | null;
  readonly minutesPerDay: number | null;
}

export interface DayHours {
  /** The worked part of the day; null if it is off. */
  readonly range: WorkedDay['range'] | null;
  /** The working time of the halves. A half that is off is as long as half of a usual day: other units may count it. */
  readonly morningMs: number;
  readonly afternoonMs: number;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** The first Monday after the beginning of 1970. */
const firstMonday = 4;

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
const weekNumber = (date: string): number => Math.floor((dayNumber(date) - firstMonday) / 7);

export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

export function hoursOn(date: string, arranged: ArrangedTime | null, account: WorkingTime): DayHours {
  const dayMinutes = arranged?.minutesPerDay ?? account.minutesPerDay;
  const weekday = weekdayOf(date);
  const week = arranged?.workingWeek ?? (arranged?.cycle && weekOfCycle(arranged.cycle, date));
  if (!week) return evenly(account.weekdays.includes(weekday) ? 'allDay' : null, dayMinutes);
  const day = week.find((one) => one.weekday === weekday);
  if (!day) return evenly(null, dayMinutes);
  const { range, minutes } = day;
  if (range === 'allDay') return evenly(range, minutes ?? dayMinutes);
  const workedMs = (minutes ?? dayMinutes / 2) * minuteMs;
  const otherMs = (dayMinutes / 2) * minuteMs;
  const isMorning = range === 'firstHalfDay';
  return { range, morningMs: isMorning ? workedMs : otherMs, afternoonMs: isMorning ? otherMs : workedMs };
}

function evenly(range: DayHours['range'], minutes: number): DayHours {
  const halfMs = (minutes / 2) * minuteMs;
  return { range, morningMs: halfMs, afternoonMs: halfMs };
}

/** A cycle also goes back in time from its first week. */
function weekOfCycle({ startsOn, weeks }: Cycle, date: string): readonly WorkedDay[] | undefined {
  const passed = (weekNumber(date) - weekNumber(startsOn)) % weeks.length;
  return weeks.at(passed);
}
