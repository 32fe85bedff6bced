import { expect, test } from 'vitest';
import { isKeptExactly, isShortDecimal } from './numbers.ts';

test.each([
  '0',
  '-0',
  '0.0',
  '1',
  '-1.50',
  '0.1',
  '100',
  '1e3',
  '1E+3',
  '0.001e-3',
  '123456789012345',
  '1e300',
  '5e-324',
])('%s is kept exactly', (token) => expect(isKeptExactly(token)).toBe(true));

test.each(['9007199254740992', '0.30000000000000004'])(
  '%s has more than 15 digits and is kept all the same',
  (token) => {
    expect(isKeptExactly(token)).toBe(true);
    expect(isShortDecimal(Number(token))).toBe(false);
  },
);

test.each([
  '1.0000000000000000001',
  '9007199254740993',
  '9007199254741001',
  '1.0000000000000001',
  '1e-400',
  '4.9e-324',
  '0.12345678901234567890',
])('%s would be rounded', (token) => expect(isKeptExactly(token)).toBe(false));

test.each([0, 1, -1.5, 0.1, 123456789012345, 0.000000123456789012345, 1e300])('%d is a short decimal', (value) =>
  expect(isShortDecimal(value)).toBe(true),
);

test.each([1234567890123456, 0.1234567890123456, 0.1 + 0.2])('%d is not', (value) =>
  expect(isShortDecimal(value)).toBe(false),
);

test('a number of a million digits is judged at once', () => {
  const startedMs = performance.now();
  expect(isKeptExactly(`1${'0'.repeat(1_000_000)}1`)).toBe(false);
  expect(isKeptExactly(`0.${'0'.repeat(1_000_000)}1e1000000`)).toBe(true);
  expect(performance.now() - startedMs).toBeLessThan(500);
});
