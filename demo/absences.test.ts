import { dayAfter } from '@muster/server/people/calendar.ts';
import { expect, it } from 'vitest';
import { oneIn } from '../test/support/form.ts';
import { type Absence, absencesOf, firstWeek, lastWeek, weeksAround } from './absences.ts';
import { dice } from './dice.ts';
import { holidaysOf } from './holidays.ts';

const calendars = ['france', 'hamburg', 'saxony', 'madrid', 'canaries'] as const;

function* daysFrom(first: string, count: number): Generator<string> {
  for (let day = first, index = 0; index < count; day = dayAfter(day), index += 1) yield day;
}

const years = [2023, 2024, 2025, 2026, 2027, 2028, 2029, 2030];
const holidays = calendars.map(
  (calendar) => new Set(years.flatMap((year) => holidaysOf(calendar, year).map(({ date }) => date))),
);
const ofAll = new Set(holidays.flatMap((days) => [...days]));

const daysOf = ({ startsOn, endsOn }: Absence): string[] => {
  const days: string[] = [];
  for (let day = startsOn; day <= endsOn; day = dayAfter(day)) days.push(day);
  return days;
};

const isWeekday = (date: string): boolean => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

it('on every day of a first start, absences do not overlap, and each has a working day', () => {
  // Every fifth one, in the short form: all days of a week are among them.
  const days = [...daysFrom('2024-01-01', 5 * 366)];
  for (const today of oneIn(5, days)) {
    const chance = dice(1);
    const weeks = weeksAround(today);
    for (let person = 0; person < 12; person += 1) {
      const absences = absencesOf(chance, weeks, ofAll);
      const taken = absences.flatMap(daysOf);
      expect(new Set(taken).size, today).toBe(taken.length);
      for (const absence of absences) {
        expect(absence.startsOn >= weeks.day(firstWeek, 0) && absence.endsOn <= weeks.day(lastWeek, 6), today).toBe(
          true,
        );
        const isCounted = (free: Set<string>) => daysOf(absence).some((day) => isWeekday(day) && !free.has(day));
        if (absence.account !== 'sick') expect(holidays.every(isCounted), `${today} ${absence.startsOn}`).toBe(true);
      }
    }
  }
});

it('Easter Monday falls on the right day', () => {
  const mondays = [2024, 2025, 2026, 2027, 2038].map(
    (year) => holidaysOf('france', year).find(({ name }) => name === 'Lundi de Pâques')?.date,
  );
  expect(mondays).toEqual(['2024-04-01', '2025-04-21', '2026-04-06', '2027-03-29', '2038-04-26']);
});
