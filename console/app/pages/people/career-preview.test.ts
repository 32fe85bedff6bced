import { expect, test } from 'vitest';
import { type DraftCareer, type DraftPosition, dayAfter, segmentsOf } from './career-preview.ts';

const position = (id: string, startsOn: string): DraftPosition => ({
  id,
  employmentId: 'e',
  startsOn,
  jobTitle: id,
  departmentId: 'd',
  managerId: undefined,
});

const career = (...positions: DraftPosition[]): DraftCareer => ({
  employments: [{ id: 'e', start: '2024-01-01', end: null }],
  positions,
});

const lines = (before: DraftCareer, after: DraftCareer) =>
  segmentsOf(before, after).map(({ id, startsOn, endsOn, mark }) => `${id} ${startsOn} ${endsOn ?? 'open'} ${mark}`);

const one = position('one', '2024-01-01');
const two = position('two', '2025-01-01');

test('a new position shortens the one before it', () => {
  expect(lines(career(one), career(one, two))).toEqual([
    'one 2024-01-01 2024-12-31 changed',
    'two 2025-01-01 open new',
  ]);
});

test('a deleted position lengthens the one before it, and stays in the preview', () => {
  expect(lines(career(one, two), career(one))).toEqual(['one 2024-01-01 open changed', 'two 2025-01-01 open removed']);
});

test('the first position moves with its employment', () => {
  const later = { ...career(one), employments: [{ id: 'e', start: '2024-03-01', end: '2024-12-31' }] };
  expect(lines(career(one), later)).toEqual(['one 2024-03-01 2024-12-31 changed']);
});

test('the eve of the first of March is the last of February', () => {
  expect(dayAfter('2024-03-01', -1)).toBe('2024-02-29');
});
