import { expect, test } from 'vitest';
import { typedDay } from './typed-day.ts';

test.each([
  ['2026-03-01', '2026-03-01'],
  ['1.3.2026', '2026-03-01'],
  ['01/03/26', '2026-03-01'],
  [' 1-3-2026 ', '2026-03-01'],
  ['31.02.2026', null],
  ['tomorrow', null],
  ['', null],
])('%s is typed for %s', (typed, day) => {
  expect(typedDay(typed, false)).toBe(day);
});

test('where months come first, 3/1/2026 is the first of March', () => {
  expect(typedDay('3/1/2026', true)).toBe('2026-03-01');
});
