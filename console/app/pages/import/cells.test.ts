import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { expect, test } from 'vitest';
import { dayFormatOf } from '../../ui/typed-day.ts';
import { cellWriterOf, writtenFile } from './cells.ts';
import { columnOfFault } from './fault-columns.ts';

const days = dayFormatOf('fr-FR', '2026-11-17');

test('dates, phone numbers and yes or no are read as people write them', () => {
  expect(cellWriterOf(employees, 'firstEmployment.start.date', days)('31/12/2025')).toBe('2025-12-31');
  expect(cellWriterOf(employees, 'firstEmployment.start.date', days)('someday')).toBe('someday');
  expect(cellWriterOf(employees, 'phoneNumber', days)('+33 (0)6 12.34 56 78')).toBe('+33612345678');
  expect(cellWriterOf(departments, 'isArchived', days)('Oui')).toBe('true');
});

test('a row knows its line, although a cell may have several', () => {
  const { text, lines } = writtenFile(
    ['name', 'description'],
    [
      ['A', 'one\r\ntwo'],
      ['B "C"', ''],
    ],
  );
  expect(text).toBe('"name","description"\n"A","one\ntwo"\n"B ""C""",""\n');
  expect(lines).toEqual([2, 4]);
});

test('an error is shown at the column of its reference', () => {
  const paths = ['givenName', null, 'firstJobPosition.department.name'];
  expect(columnOfFault('givenName', paths)).toBe(0);
  expect(columnOfFault('firstJobPosition.department.id', paths)).toBe(2);
  expect(columnOfFault('firstJobPosition', paths)).toBe(2);
  expect(columnOfFault('$', paths)).toBeNull();
});
