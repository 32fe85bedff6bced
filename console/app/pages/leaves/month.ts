/** A month for the calendar, and the part of a day that a leave covers. Pure; days are texts such as `2026-03-01`. */

export interface Month {
  /** `2026-03`. */
  readonly name: string;
  readonly days: readonly string[];
}

const two = (part: number) => String(part).padStart(2, '0');

export function monthOf(name: string): Month {
  const [year = 0, month = 0] = name.split('-').map(Number);
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { name, days: Array.from({ length: count }, (_, index) => `${name}-${two(index + 1)}`) };
}

export const isMonth = (text: string | undefined): text is string => /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? '');

export function shifted(name: string, by: number): string {
  const [year = 0, month = 0] = name.split('-').map(Number);
  const moment = new Date(Date.UTC(year, month - 1 + by, 1));
  return `${moment.getUTCFullYear()}-${two(moment.getUTCMonth() + 1)}`;
}

export const isWeekend = (day: string): boolean => new Date(`${day}T12:00:00Z`).getUTCDay() % 6 === 0;

interface Span {
  readonly startsOn: string;
  readonly endsOn: string;
  readonly startPosition: 'firstHalfDay' | 'secondHalfDay';
  readonly endPosition: 'firstHalfDay' | 'secondHalfDay';
}

export type Part = 'whole' | 'morning' | 'afternoon';

/** Null on other days. */
export function partOn(day: string, { startsOn, endsOn, startPosition, endPosition }: Span): Part | null {
  if (day < startsOn || day > endsOn) return null;
  if (day === startsOn && startPosition === 'secondHalfDay') return 'afternoon';
  if (day === endsOn && endPosition === 'firstHalfDay') return 'morning';
  return 'whole';
}

const dayMs = 86_400_000;

const shiftedDay = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + by * dayMs).toISOString().slice(0, 10);

/** Monday is 0. */
const weekdayOf = (day: string): number => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;

/** A leave of many weeks is shown from its first one. */
const aroundMax = 42;

/** Whole weeks around a period, with some days before and after it. */
export function daysAround(startsOn: string, endsOn: string): readonly string[] {
  const before = shiftedDay(startsOn, -3);
  const first = shiftedDay(before, -weekdayOf(before));
  const after = shiftedDay(endsOn, 3);
  const last = shiftedDay(after, 6 - weekdayOf(after));
  const count = Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;
  return Array.from({ length: Math.min(count, aroundMax) }, (_, index) => shiftedDay(first, index));
}

interface Absence extends Span {
  readonly employee: { readonly id: string };
  readonly status: 'tentative' | 'confirmed' | 'cancelled';
}

/** How many people are away on a day, for half of it or all of it. */
export const awayOn = (day: string, absences: readonly Absence[]): number =>
  new Set(
    absences
      .filter((one) => one.status !== 'cancelled' && partOn(day, one) !== null)
      .map(({ employee }) => employee.id),
  ).size;

/** Leaves of other people that share a day with a period. */
export const overlapping = <A extends Absence>(
  { startsOn, endsOn, employee }: Pick<Absence, 'startsOn' | 'endsOn' | 'employee'>,
  absences: readonly A[],
): readonly A[] =>
  absences.filter(
    (one) =>
      one.employee.id !== employee.id && one.status !== 'cancelled' && one.startsOn <= endsOn && one.endsOn >= startsOn,
  );
