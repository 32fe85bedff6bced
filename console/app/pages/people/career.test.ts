import { expect, test } from 'vitest';
import { type Career, employmentOn, positionOn, stagesOf } from './career.ts';

const career = {
  employments: [
    { id: '1', start: { date: '2020-01-01' }, end: { date: '2021-12-31' } },
    { id: '2', start: { date: '2024-05-01' }, end: null },
  ],
  positions: [
    { id: '10', employment: { id: '1' }, startsOn: '2020-01-01', endsOn: '2020-12-31' },
    { id: '11', employment: { id: '1' }, startsOn: '2021-01-01', endsOn: '2021-12-31' },
    { id: '12', employment: { id: '2' }, startsOn: '2024-05-01', endsOn: null },
  ],
  probations: [{ id: '20', endsOn: '2020-03-31' }],
  // Only what is looked at; the rest of a representation plays no part here.
} as unknown as Career;

test.each([
  ['2019-12-31', undefined, undefined],
  ['2020-01-01', '1', '10'],
  ['2020-12-31', '1', '10'],
  ['2021-12-31', '1', '11'],
  ['2022-06-01', undefined, undefined],
  ['2030-01-01', '2', '12'],
])('on %s employment %s and position %s hold', (day, employment, position) => {
  expect(employmentOn(career, day)?.id).toBe(employment);
  expect(positionOn(career, day)?.id).toBe(position);
});

test('a career is shown from its latest stage to its first, and on one day the position comes after the employment', () => {
  expect(stagesOf(career).map(({ kind, day }) => `${day} ${kind}`)).toEqual([
    '2024-05-01 position',
    '2024-05-01 begins',
    '2021-12-31 ends',
    '2021-01-01 position',
    '2020-03-31 probation',
    '2020-01-01 position',
    '2020-01-01 begins',
  ]);
});
