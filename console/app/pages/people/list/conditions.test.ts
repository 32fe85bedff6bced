import { expect, test } from 'vitest';
import { type Condition, conditionOf, parameterOf } from './conditions.ts';

const cases: readonly (readonly [Condition, string, string])[] = [
  [{ name: 'status', operator: 'is', values: ['active'] }, 'status', 'active'],
  [{ name: 'email', operator: 'isNot', values: ['a@b.c'] }, '-email', 'a@b.c'],
  [{ name: 'email', operator: 'isEmpty', values: [] }, 'email', 'null'],
  [{ name: 'email', operator: 'isNotEmpty', values: [] }, '-email', 'null'],
  [{ name: 'attributes.e_size', operator: 'between', values: ['3', ''] }, 'attributes.e_size.between', '3--..'],
];

test.each(cases)('%j is a parameter and is read back', (condition, parameter, value) => {
  expect(parameterOf(condition)).toEqual([parameter, value]);
  expect(conditionOf(parameter, value)).toEqual(condition);
});
