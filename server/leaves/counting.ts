/**
 * Which half-days of a period count, and how much: by the unit of the account, the working hours and public holidays of
 * each day. Pure.
 */
import { type Duration, type DurationUnit, durationOf, msPer, thousandthsOf } from '@muster/contract/duration.ts';
import { dayAfter } from '../people/calendar.ts';
import { type DayHours, weekdayOf } from './working-hours.ts';

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

/** The rules for counting a leave. */
export interface Counting {
  readonly unit: Unit;
  readonly isHoliday: (date: string) => boolean;
  readonly hoursOn: (date: string) => DayHours;
}

export const durationUnitOf = (unit: Unit): DurationUnit => (unit === 'workingHours' ? 'hours' : 'days');

const saturday = 6;

/** The part of a day that counts if all of it is covered; null if nothing counts. */
function countedRange(date: string, { unit, hoursOn, isHoliday }: Counting): CoveredDay['range'] | null {
  if (unit === 'calendarDays') return 'allDay';
  if (isHoliday(date)) return null;
  return unit === 'businessDays' && weekdayOf(date) === saturday ? 'allDay' : hoursOn(date).range;
}

/** The days of a period that count, ascending; at most `max` and one more. */
export function coveredDays(period: Period, counting: Counting, max: number): CoveredDay[] {
  const found: CoveredDay[] = [];
  for (let date = period.startsOn; found.length <= max; date = dayAfter(date)) {
    const range = common(rangeOn(date, period), countedRange(date, counting));
    if (range) found.push({ date, range });
    // Checked before the next day is computed: there is none after the year 9999.
    if (date >= period.endsOn) break;
  }
  return found;
}

/** The part that two parts of a day have in common; null if none. */
function common(covered: CoveredDay['range'], counted: CoveredDay['range'] | null): CoveredDay['range'] | null {
  if (covered === 'allDay') return counted;
  return counted === 'allDay' || counted === covered ? covered : null;
}

function rangeOn(date: string, { startsOn, startPosition, endsOn, endPosition }: Period): CoveredDay['range'] {
  if (date === startsOn && startPosition === 'secondHalfDay') return 'secondHalfDay';
  return date === endsOn && endPosition === 'firstHalfDay' ? 'firstHalfDay' : 'allDay';
}

/** The number of covered days, in any unit. */
export const daysIn = (days: readonly Pick<CoveredDay, 'range'>[]): number =>
  days.reduce((sum, { range }) => sum + (range === 'allDay' ? 1 : 0.5), 0);

/** The length of a day in the unit of the account. */
function wholeMs({ date, range }: CoveredDay, { unit, hoursOn }: Counting): number {
  if (unit !== 'workingHours') return range === 'allDay' ? msPer.days : msPer.days / 2;
  const { morningMs, afternoonMs } = hoursOn(date);
  return (range === 'secondHalfDay' ? 0 : morningMs) + (range === 'firstHalfDay' ? 0 : afternoonMs);
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
  { unit, hoursOn }: Pick<Counting, 'unit' | 'hoursOn'>,
): CountedHalf[] {
  const isInHours = unit === 'workingHours';
  return days.flatMap(({ date, range, ms }) => {
    const { morningMs, afternoonMs } = hoursOn(date);
    const halves = range === 'allDay' ? [true, false] : [range === 'firstHalfDay'];
    let leftMs = ms;
    return halves.flatMap((isMorning) => {
      const workedMs = isMorning ? morningMs : afternoonMs;
      const takenMs = Math.min(isInHours ? workedMs : msPer.days / 2, leftMs);
      leftMs -= takenMs;
      if (takenMs <= 0) return [];
      const minutes = wholeMinutes(isInHours ? takenMs : workedMs, isMorning);
      return [{ date, isMorning, minutes, thousandths: thousandthsOf(takenMs, durationUnitOf(unit)) }];
    });
  });
}

/** Both halves add up to the day: with an odd number of minutes the morning has one more. */
function wholeMinutes(ms: number, isMorning: boolean): number {
  const minutes = ms / 60_000;
  return Math.max(1, isMorning ? Math.ceil(minutes) : Math.floor(minutes));
}
