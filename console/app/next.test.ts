import { expect, test } from 'vitest';
import { consoleAddress, safeNext } from './next.ts';

test.each(['/people', '/people/12?tab=career', '/'])('after signing in one may go on to %s', (next) => {
  expect(safeNext(next)).toBe(next);
});

test.each([
  undefined,
  '',
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'javascript:alert(1)',
])('a link cannot lead on to %s', (next) => {
  expect(safeNext(next)).toBe('/');
});

test.each([
  ['/people', '/console/people'],
  ['/console/people', '/console/people'],
  [undefined, '/console/'],
])('%s lies at %s', (next, address) => {
  expect(consoleAddress(next)).toBe(address);
});
