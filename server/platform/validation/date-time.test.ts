import { expect, test } from 'vitest';
import { isDate } from './date-time.ts';

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** What the calendar of the language says, which knows leap years. */
function isThere(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

test('a date is a day that its month has in that year, and there is no year 0', () => {
  const days = ['0000', '0001', '0004', '0100', '0400', '1900', '2000', '2023', '2024', '2100', '9999'].flatMap(
    (year) =>
      Array.from({ length: 100 }, (_, month) =>
        Array.from({ length: 100 }, (_, day) => `${year}-${twoDigits(month)}-${twoDigits(day)}`),
      ).flat(),
  );
  expect(days.filter((day) => isDate(day) !== (!day.startsWith('0000') && isThere(day)))).toEqual([]);
  expect(days.filter(isDate)).toHaveLength(10 * 365 + 4);
});

test.each([
  '',
  '2024-2-29',
  '2024-02-29 ',
  ' 2024-02-29',
  '2024-02-29\n',
  '02024-02-29',
  '-2024-02-29',
  '２０２４-02-29',
  '2024/02/29',
])('%j is no date', (text) => expect(isDate(text)).toBe(false));
