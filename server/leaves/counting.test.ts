import { expect, test } from 'vitest';
import { type CoveredDay, halfNumber, halvesOf, laidOut, type Unit, wholeDays } from './counting.ts';
import { hoursOn } from './working-hours.ts';

const counting = (unit: Unit, minutesPerDay = 420) => ({
  unit,
  hoursOn: (date: string) => hoursOn(date, null, { weekdays: [1, 2, 3, 4, 5], minutesPerDay }),
  isHoliday: () => false,
});

const friday: CoveredDay = { date: '2025-03-07', range: 'allDay' };
const monday: CoveredDay = { date: '2025-03-10', range: 'firstHalfDay' };
const tuesday: CoveredDay = { date: '2025-03-11', range: 'secondHalfDay' };

const texts = (days: readonly CoveredDay[], unit: Unit, minutesPerDay?: number, givenMs?: number) => {
  const how = counting(unit, minutesPerDay);
  const whole = wholeDays(days, how);
  const laid = givenMs === undefined ? whole : (laidOut(whole, givenMs) ?? []);
  return halvesOf(laid, how).map(
    ({ date, isMorning, minutes, thousandths }) =>
      `${date.slice(8)} ${isMorning ? 'AM' : 'PM'} ${minutes} ${thousandths}`,
  );
};

test('halves of days take half of the working time each', () => {
  const expected = ['07 AM 210 500', '07 PM 210 500', '10 AM 210 500', '11 PM 210 500'];
  for (const unit of ['workingDays', 'businessDays', 'calendarDays'] as const) {
    expect(texts([friday, monday, tuesday], unit)).toEqual(expected);
  }
  expect(texts([friday, monday, tuesday], 'workingHours')).toEqual(expected.map((text) => text.replace('500', '3500')));
});

test('of an odd number of minutes the morning has one more, and both make the day', () => {
  expect(texts([friday, tuesday], 'workingDays', 465)).toEqual(['07 AM 233 500', '07 PM 232 500', '11 PM 232 500']);
  expect(texts([friday], 'workingHours', 465)).toEqual(['07 AM 233 3875', '07 PM 232 3875']);
});

const hourMs = 3_600_000;

test('given hours fill mornings first, and a half that receives none is not there', () => {
  expect(texts([friday, monday], 'workingHours', 420, 8 * hourMs)).toEqual([
    '07 AM 210 3500',
    '07 PM 210 3500',
    '10 AM 60 1000',
  ]);
  expect(texts([friday], 'workingHours', 420, 3 * hourMs)).toEqual(['07 AM 180 3000']);
  expect(texts([friday], 'workingHours', 420, 3.5 * hourMs)).toEqual(['07 AM 210 3500']);
  expect(texts([friday], 'workingHours', 420, hourMs / 3)).toEqual(['07 AM 20 333']);
  expect(texts([tuesday], 'workingHours', 420, 2 * hourMs)).toEqual(['11 PM 120 2000']);
});

test('hours that do not fit, or do not reach the last day, cannot be laid', () => {
  const days = wholeDays([friday, monday], counting('workingHours'));
  expect(laidOut(days, 10.5 * hourMs)).not.toBeNull();
  expect(laidOut(days, 10.5 * hourMs + 1)).toBeNull();
  expect(laidOut(days, 7 * hourMs)).toBeNull();
  expect(laidOut(days, 7 * hourMs + 1)?.at(-1)?.ms).toBe(1);
});

test('half-days are numbered without gaps, before 1970 and over leap days', () => {
  expect(halfNumber('1970-01-01', 'firstHalfDay')).toBe(0);
  expect(halfNumber('1969-12-31', 'secondHalfDay')).toBe(-1);
  for (const [before, after] of [
    ['2024-02-28', '2024-02-29'],
    ['2024-02-29', '2024-03-01'],
    ['2024-12-31', '2025-01-01'],
    ['2025-03-29', '2025-03-30'],
  ] as const) {
    expect(halfNumber(after, 'firstHalfDay') - halfNumber(before, 'secondHalfDay')).toBe(1);
  }
});
