/** The days of a leave that a body describes: which of them count, and how long they are together. */
import { type DurationIn, durationOf, msIn, msPer } from '@muster/contract/duration.ts';
import { dayAfter } from '../people/calendar.ts';
import type { JsonObject } from '../platform/verbs/body.ts';
import { addError, type FieldErrors } from '../problem.ts';
import {
  type CountedDay,
  type Counting,
  coveredDays,
  durationUnitOf,
  halfNumber,
  laidOut,
  type Period,
  shownDays,
  sumMs,
  type Unit,
  wholeDays,
} from './counting.ts';
import { isWithin, type LeaveContext } from './leave-context.ts';

const daysMax = 365;

export function checkPeriod({ startsOn, startPosition, endsOn, endPosition }: Period, errors: FieldErrors): void {
  if (endsOn < startsOn) addError(errors, 'endsOn', 'Must not be before startsOn.');
  if (startsOn === endsOn && startPosition === 'secondHalfDay' && endPosition === 'firstHalfDay') {
    addError(errors, 'endPosition', 'A leave of one day cannot end before it begins.');
  }
}

/** The counted days of a period; adds errors if they cannot be counted. Without a length, whole days count. */
export function countedIn(
  period: Period,
  { counting, employments }: Pick<LeaveContext, 'counting' | 'employments'>,
  givenMs: number | null,
  errors: FieldErrors,
): CountedDay[] {
  checkEmployed(period, employments, errors);
  const whole = wholeDays(coveredDays(period, counting, daysMax), counting);
  if (whole.length === 0) addError(errors, 'startsOn', 'No half-day of this period counts on this leave-account.');
  if (whole.length > daysMax) addError(errors, 'endsOn', `A leave must have at most ${daysMax} days that count.`);
  const days = givenMs === null ? whole : laidOut(whole, givenMs);
  if (days) return days;
  const most = durationOf(sumMs(whole), durationUnitOf(counting.unit)).value;
  addError(errors, 'totalDuration', `Must reach the last day that counts, and be at most ${most} hours.`);
  return [];
}

/** An existing leave, counted again; null if it cannot be: no day counts, or too many, or its stated total does not fit. */
export function countedAgain(period: Period, counting: Counting, statedMs: string | null): CountedDay[] | null {
  const whole = wholeDays(coveredDays(period, counting, daysMax), counting);
  if (whole.length === 0 || whole.length > daysMax) return null;
  return statedMs === null ? whole : laidOut(whole, Number(statedMs));
}

/** A leave may span several employments without a gap. */
function checkEmployed(period: Period, employments: LeaveContext['employments'], errors: FieldErrors): void {
  const outside = 'Must lie inside an employment of the employee, like every day of the leave.';
  for (let date = period.startsOn; ; ) {
    const employment = employments.find((days) => isWithin(date, days));
    if (!employment) addError(errors, date === period.startsOn ? 'startsOn' : 'endsOn', outside);
    const last = employment?.[1] ?? null;
    if (last === null || last >= period.endsOn) return;
    date = dayAfter(last);
  }
}

/** The length that a creation states; null if none. */
export function givenMs(sent: unknown, { counting }: LeaveContext, errors: FieldErrors): number | null {
  if (sent === undefined) return null;
  if (counting.unit !== 'workingHours') {
    addError(errors, 'totalDuration', 'Must be left out: only an account of working hours takes a total.');
    return null;
  }
  const { iso, value, unit } = sent as DurationIn;
  const isNumber = value !== undefined && unit !== undefined && iso === undefined;
  if (!isNumber && (iso === undefined || value !== undefined || unit !== undefined)) {
    addError(errors, 'totalDuration', 'Must be either a value with its unit, or an iso text.');
    return null;
  }
  if (isNumber) {
    if (unit === 'hours') return Math.round(value * 1000) * (msPer.hours / 1000);
    addError(errors, 'totalDuration.unit', 'Must be hours.');
    return null;
  }
  const ms = msIn(iso ?? '');
  if (ms !== null && ms >= msPer.hours / 1000) return ms;
  addError(errors, 'totalDuration.iso', 'Must be a duration such as PT14H or P1DT3H30M, of at least PT3.6S.');
  return null;
}

/** The members that a count sets. */
export const shownCount = (days: readonly CountedDay[], unit: Unit) => ({
  days: shownDays(days, unit),
  totalDuration: durationOf(sumMs(days), durationUnitOf(unit)),
});

/** The columns that follow from the period. */
export const writtenPeriod = (period: Period, days: readonly CountedDay[], unit: Unit): JsonObject => ({
  ...shownCount(days, unit),
  firstHalf: halfNumber(period.startsOn, period.startPosition),
  lastHalf: halfNumber(period.endsOn, period.endPosition),
});
