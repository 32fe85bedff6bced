import { expect, test } from 'vitest';
import { formatsOf } from './formats.ts';

test('a day is written as its language does, and never shifted by a time zone', () => {
  expect(formatsOf('en-GB').day('2026-03-01')).toBe('1 Mar 2026');
  expect(formatsOf('fr-FR').day('2026-03-01')).toBe('1 mars 2026');
  expect(formatsOf('en-GB').dayOfYear({ day: 29, month: 2 })).toBe('29 February');
});

test.each([
  [-119_000, '2 minutes ago'],
  [-500, 'now'],
  [26 * 3_600_000, 'tomorrow'],
  [40 * 86_400_000, 'next month'],
])('%i milliseconds from now is %s', (ms, words) => {
  expect(formatsOf('en-GB').fromNow(new Date(Date.now() + ms + 20).toISOString())).toBe(words);
});
