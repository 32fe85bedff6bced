import { expect, test } from 'vitest';
import { dayFormatOf, typedDay } from './typed-day.ts';

const today = '2026-11-17';

test.each([
  ['2026-03-01', '2026-03-01'],
  ['1.3.2026', '2026-03-01'],
  ['01/03/26', '2026-03-01'],
  // The end of a permit, and two birthdays.
  ['01/03/41', '2041-03-01'],
  ['01/03/84', '1984-03-01'],
  ['01/03/47', '1947-03-01'],
  [' 1-3-2026 ', '2026-03-01'],
  ['31.02.2026', null],
  ['tomorrow', null],
  ['', null],
])('%s is typed for %s', (typed, day) => {
  expect(typedDay(typed, false, today)).toBe(day);
});

test('where months come first, 3/1/2026 is the first of March', () => {
  expect(typedDay('3/1/2026', true, today)).toBe('2026-03-01');
});

test.each([
  ['en-GB', '31/03/2026', 'DD/MM/YYYY'],
  ['en-US', '03/31/2026', 'MM/DD/YYYY'],
  ['fr-FR', '31/03/2026', 'JJ/MM/AAAA'],
  ['fr-CH', '31.03.2026', 'JJ.MM.AAAA'],
  ['de-DE', '31.03.2026', 'TT.MM.JJJJ'],
  ['nl-NL', '31-03-2026', 'DD-MM-JJJJ'],
])('in %s the last day of March is written and read as %s', (locale, written, placeholder) => {
  const format = dayFormatOf(locale, today);
  expect(format.written('2026-03-31')).toBe(written);
  expect(format.read(written)).toBe('2026-03-31');
  expect(format.placeholder).toBe(placeholder);
});
