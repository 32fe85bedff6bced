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
