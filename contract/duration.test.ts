import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationOf, msIn, msPer } from './duration.ts';

test.each([
  [2.5 * msPer.days, 'days', 'P2DT12H', 2.5],
  [msPer.days / 2, 'days', 'PT12H', 0.5],
  [365 * msPer.days, 'days', 'P365D', 365],
  [35 * msPer.hours, 'hours', 'P1DT11H', 35],
  [14 * msPer.hours, 'hours', 'PT14H', 14],
  [3.5 * msPer.hours, 'hours', 'PT3H30M', 3.5],
  [20 * 60_000, 'hours', 'PT20M', 0.333],
  [7 * msPer.hours + 20 * 60_000, 'hours', 'PT7H20M', 7.333],
  [3600, 'hours', 'PT3.6S', 0.001],
] as const)('%d ms in %s is %s', (ms, unit, iso, value) => {
  expect(durationOf(ms, unit)).toEqual({ iso, value, unit });
});

test('a text is read back as the length that it was written for', () => {
  const property = fc.property(
    fc.integer({ min: 1, max: 400 * msPer.days }),
    fc.constantFrom('days', 'hours'),
    (ms, unit) => {
      expect(msIn(durationOf(ms, unit as 'days' | 'hours').iso)).toBe(ms);
    },
  );
  fc.assert(property);
});

test.each(['P1D', 'P1DT0H', 'PT24H', 'PT1440M', 'PT86400S', 'P0DT23H59M60S'])('%s is a day', (iso) => {
  expect(msIn(iso)).toBe(msPer.days);
});

test.each([
  '',
  'P',
  'PT',
  'P1DT',
  '1D',
  'P1W',
  'P1M',
  'P1Y',
  'PT1.5H',
  'PT-1H',
  '-PT1H',
  'PT1S1M',
  'p1d',
  'PT1H ',
  'PT.5S',
])('"%s" is no length', (iso) => {
  expect(msIn(iso)).toBeNull();
});
