import { expect, test } from 'vitest';
import { administration } from './administration.ts';
import { resources } from './resources.ts';
import { hasLargeRows } from './row-size.ts';

const large = [...Object.values(resources), ...Object.values(administration)]
  .filter(hasLargeRows)
  .map(({ type }) => type);

test('rows with free JSON, events or long lists may be large', () => {
  const free = ['employee-attribute', 'employee-attribute-definition', 'schema', 'event', 'audit-entry'];
  expect(large).toEqual(expect.arrayContaining([...free, 'webhook-delivery-attempt', 'leave', 'occupation-category']));
});

test('people and what is listed most keep their statements', () => {
  const small = ['employee', 'employment', 'job-position', 'department', 'legal-entity', 'webhook-delivery'];
  expect(large.filter((type) => small.includes(type))).toEqual([]);
});
