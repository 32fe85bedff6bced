import { expect, test } from 'vitest';
import { instantOf, localOf, rangeIn, rangeText } from './moments.ts';

test('a moment comes back from the input as it went in, to the minute', () => {
  expect(instantOf(localOf(Date.parse('2026-03-29T01:30:45Z')))).toBe('2026-03-29T01:30:00.000Z');
});

test('a range with one end leaves the other open', () => {
  const from = localOf(Date.parse('2026-03-01T08:00:00Z'));
  expect(rangeText({ from, to: '' })).toBe('2026-03-01T08:00:00.000Z--..');
  expect(rangeIn('2026-03-01T08:00:00.000Z--..')).toEqual({ from, to: '' });
});

test('no end at all is no filter, and what is no moment in an address is left out', () => {
  expect(rangeText({ from: '', to: '' })).toBeUndefined();
  expect(rangeIn(undefined)).toEqual({ from: '', to: '' });
  expect(rangeIn('yesterday--..')).toEqual({ from: '', to: '' });
});
