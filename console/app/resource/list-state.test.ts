import { expect, test } from 'vitest';
import { queryOf } from './list-state.ts';

const change = () => {};

test('an untouched list asks for everything', () => {
  expect(queryOf({ search: '  ', sort: undefined, filters: {}, change }).chosen).toEqual({});
});

test('a fixed filter of a page cannot be removed', () => {
  const state = { search: ' ann ', sort: '-createdAt', filters: { status: 'active', 'employee.id': '7' }, change };
  expect(queryOf(state, { 'employee.id': '12' }).chosen).toEqual({
    search: 'ann',
    sort: ['-createdAt'],
    filters: { status: 'active', 'employee.id': '12' },
  });
});
