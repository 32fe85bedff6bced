import { expect, test } from 'vitest';
import { searchParamsOf } from './search-params.ts';

test('days and moments that exist stay', () => {
  const search = { asOf: '2024-02-29', knownAt: '2026-03-01T08:00:00Z', search: 'ada', limit: 20 };
  expect(searchParamsOf(search)).toEqual({ ...search, limit: '20' });
});

test.each(['2026-02-31', '2025-02-29', 'yesterday', '', '2026-3-1', '2026-03-01T08:00:00Z', '+12026-03-01'])(
  '"%s" is no day',
  (asOf) => {
    expect(searchParamsOf({ asOf, tab: 'career' })).toStrictEqual({ asOf: undefined, tab: 'career' });
  },
);

test.each(['2026-02-31T08:00:00Z', '2026-03-01T25:00:00Z', 'now', ''])('"%s" is no moment', (knownAt) => {
  expect(searchParamsOf({ knownAt })).toStrictEqual({ knownAt: undefined });
});

test('a text loses what no text can hold', () => {
  expect(searchParamsOf({ search: 'a\0da' })).toEqual({ search: 'ada' });
});
