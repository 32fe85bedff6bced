/**
 * Which half-days of a period count, and how much: by the unit of the account, the working week and public holidays.
 * Pure.
 */
import { type Duration, type DurationUnit, durationOf, msPer, thousandthsOf } from '@muster/contract/duration.ts';
import { dayAfter } from '../people/calendar.ts';

export type Half = 'firstHalfDay' | 'secondHalfDay';
export type Unit = 'workingDays' | 'workingHours' | 'businessDays' | 'calendarDays';

export interface Period {
  readonly startsOn: string;
  readonly startPosition: Half;
  readonly endsOn: string;
  readonly endPosition: Half;
}

/** A day that counts, and the part of it that the period covers. */
export interface CoveredDay {
  readonly date: string;
  readonly range: Half | 'allDay';
}

/** With its length. */
export interface CountedDay extends CoveredDay {
  readonly ms: number;
}

/** The working time of the account. */
export interface WorkingTime {
  /** Days of the week, 1 is Monday. */
  readonly weekdays: readonly number[];
  readonly minutesPerDay: number;
}

/** The rules for counting a leave. */
export interface Counting extends WorkingTime {
  readonly unit: Unit;
  readonly isHoliday: (date: string) => boolean;
}

export const durationUnitOf = (unit: Unit): DurationUnit => (unit === 'workingHours' ? 'hours' : 'days');

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

const saturday = 6;

function counts(date: string, { unit, weekdays, isHoliday }: Counting): boolean {
  if (unit === 'calendarDays') return true;
  const weekday = weekdayOf(date);
  const isWorked = weekdays.includes(weekday) || (unit === 'businessDays' && weekday === saturday);
  return isWorked && !isHoliday(date);
}

/** The days of a period that count, ascending; at most `max` and one more. */
export function coveredDays(period: Period, counting: Counting, max: number): CoveredDay[] {
  const found: CoveredDay[] = [];
  for (let date = period.startsOn; found.length <= max; date = dayAfter(date)) {
    if (counts(date, counting)) found.push({ date, range: rangeOn(date, period) });
    // Checked before the next day is computed: there is none after the year 9999.
    if (date >= period.endsOn) break;
  }
  return found;
}

function rangeOn(date: string, { startsOn, startPosition, endsOn, endPosition }: Period): CoveredDay['range'] {
  if (date === startsOn && startPosition === 'secondHalfDay') return 'secondHalfDay';
  return date === endsOn && endPosition === 'firstHalfDay' ? 'firstHalfDay' : 'allDay';
}

/** The number of covered days, in any unit. */
export const daysIn = (days: readonly Pick<CoveredDay, 'range'>[]): number =>
  days.reduce((sum, { range }) => sum + (range === 'allDay' ? 1 : 0.5), 0);

/** The length of a fully covered day. */
function wholeMs({ range }: CoveredDay, { unit, minutesPerDay }: Counting): number {
  const dayMs = unit === 'workingHours' ? minutesPerDay * 60_000 : msPer.days;
  return range === 'allDay' ? dayMs : dayMs / 2;
}

export const sumMs = (days: readonly { readonly ms: number }[]): number => days.reduce((sum, { ms }) => sum + ms, 0);

export const wholeDays = (days: readonly CoveredDay[], counting: Counting): CountedDay[] =>
  days.map((day) => ({ ...day, ms: wholeMs(day, counting) }));

/** Distributes a length from the first day on; null if it does not fit or does not reach the last day. */
export function laidOut(days: readonly CountedDay[], givenMs: number): CountedDay[] | null {
  let leftMs = givenMs;
  const laid = days.map((day) => {
    const ms = Math.min(day.ms, leftMs);
    leftMs -= ms;
    return { ...day, ms };
  });
  return leftMs > 0 || laid.some(({ ms }) => ms <= 0) ? null : laid;
}

export const shownDays = (days: readonly CountedDay[], unit: Unit): (CoveredDay & { duration: Duration })[] =>
  days.map(({ date, range, ms }) => ({ date, range, duration: durationOf(ms, durationUnitOf(unit)) }));

/** A half-day as the number of halves since 1970: overlapping periods share a number. */
export const halfNumber = (date: string, half: Half): number =>
  (Date.parse(`${date}T00:00:00Z`) / msPer.days) * 2 + (half === 'secondHalfDay' ? 1 : 0);

export interface CountedHalf {
  readonly date: string;
  readonly isMorning: boolean;
  readonly minutes: number;
  /** Its cost in thousandths of the unit of the account. */
  readonly thousandths: number;
}

/** The halves of counted days: hours fill the morning first, and a half without hours is left out. */
export function halvesOf(
  days: readonly CountedDay[],
  { unit, minutesPerDay }: Pick<Counting, 'unit' | 'minutesPerDay'>,
): CountedHalf[] {
  const isInHours = unit === 'workingHours';
  const halfMs = isInHours ? minutesPerDay * 30_000 : msPer.days / 2;
  return days.flatMap(({ date, range, ms }) => {
    const halves = range === 'allDay' ? [true, false] : [range === 'firstHalfDay'];
    return halves.flatMap((isMorning, index) => {
      const takenMs = Math.min(halfMs, ms - index * halfMs);
      if (takenMs <= 0) return [];
      const workedMs = isInHours ? takenMs : minutesPerDay * 30_000;
      const thousandths = thousandthsOf(takenMs, durationUnitOf(unit));
      return [{ date, isMorning, minutes: wholeMinutes(workedMs, isMorning), thousandths }];
    });
  });
}

/** Both halves add up to the day: with an odd number of minutes the morning has one more. */
function wholeMinutes(ms: number, isMorning: boolean): number {
  const minutes = ms / 60_000;
  return Math.max(1, isMorning ? Math.ceil(minutes) : Math.floor(minutes));
}
