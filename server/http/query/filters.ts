/** Filter parameters → terms of the store. Each error names the parameter and says what is allowed. */
import { filtersOf } from '@muster/contract/kit/list.ts';
import type { Filter, Resource } from '@muster/contract/kit/resource.ts';
import { limits } from '@muster/contract/limits.ts';
import { everyTopic, isTopicName } from '@muster/contract/topics.ts';
import { isNumericId } from '../../platform/store/columns.ts';
import type { FilterTerm } from '../../platform/store/filter.ts';
import { isDate, isDateTime } from '../../platform/validation/date-time.ts';
import { addError, type FieldErrors } from '../../problem.ts';
import { momentReaders } from './moments.ts';

/** Parses one parameter, or adds an error. */
export type FilterReader = (values: readonly string[], errors: FieldErrors) => FilterTerm | null;

/** All filter parameters of a list. Built once per resource. */
export function filterReaders(resource: Resource): Map<string, FilterReader> {
  const readers = new Map<string, FilterReader>();
  for (const [name, filter] of Object.entries(filtersOf(resource))) addReaders(readers, name, filter);
  if (resource.searched.length > 0) readers.set('search', searchReader('search'));
  if (resource.searchedInside.length > 0) {
    const reader = searchReader('contains');
    readers.set('contains', (values, errors) => {
      const term = reader(values, errors);
      return term?.how === 'search' ? { ...term, isInside: true } : null;
    });
  }
  for (const [name, reader] of momentReaders(resource)) readers.set(name, reader);
  return readers;
}

/** The forms of one filter, each under the name of its parameter. */
export function addReaders(readers: Map<string, FilterReader>, name: string, filter: Filter): void {
  const range = filter.forms.includes('range') ? rangeReader(`${name}.between`, name, filter) : null;
  if (range) readers.set(`${name}.between`, range);
  if (filter.forms.includes('day')) {
    readers.set(
      `${name}.asOf`,
      dayReader(`${name}.asOf`, (day) => ({ name, from: day, to: day })),
    );
  }
  if (filter.forms.includes('from'))
    readers.set(
      name,
      dayReader(name, (day) => ({ name, from: day, to: null })),
    );
  if (filter.forms.includes('to'))
    readers.set(
      name,
      dayReader(name, (day) => ({ name, from: null, to: day })),
    );
  if (filter.forms.includes('equal')) {
    readers.set(name, equalReader(name, name, filter, false));
    readers.set(`-${name}`, equalReader(`-${name}`, name, filter, true));
  }
  // A range given to the bare name means the same as `.between`.
  if (range && filter.kind !== 'number') {
    const equal = readers.get(name);
    const bareRange = rangeReader(name, name, filter);
    readers.set(name, (values, errors) =>
      !equal || values.some((value) => value.includes('--')) ? bareRange(values, errors) : equal(values, errors),
    );
  }
}

const searchReader =
  (parameter: string): FilterReader =>
  (values, errors) => {
    const [text = '', ...more] = values;
    if (more.length > 0 || text.length > limits.searchCharactersMax || /^[\s\-_,.]*$/.test(text)) {
      const most = limits.searchCharactersMax;
      addError(errors, parameter, `Must be one text of 1 to ${most} characters, and not of separators alone.`);
      return null;
    }
    return { how: 'search', text };
  };

function equalReader(parameter: string, name: string, filter: Filter, isNegative: boolean): FilterReader {
  return (given, errors) => {
    const values = [...new Set(given)];
    const hasNull = values.includes('null');
    const present = values.filter((value) => value !== 'null');
    const message = refusalOf(values, present, hasNull, filter);
    if (message) {
      addError(errors, parameter, message);
      return null;
    }
    return { how: 'among', name, values: present, hasNull, isNegative };
  };
}

function refusalOf(
  values: readonly string[],
  present: readonly string[],
  hasNull: boolean,
  filter: Filter,
): string | null {
  if (values.length > limits.filterValuesMax) return `Must have at most ${limits.filterValuesMax} values.`;
  if (values.includes('')) return 'A value must not be empty.';
  if (filter.isNullOnly && present.length > 0) return 'Must be null.';
  if (hasNull && !filter.isNullable) return 'Must not be null: this member always has a value.';
  const isWrong = (value: string) =>
    (filter.values && !filter.values.includes(value)) ||
    (filter.isTopics && (value === everyTopic || !isTopicName(value))) ||
    (filter.lengths && !isWithin([...value].length, filter.lengths)) ||
    (filter.kind === 'integer' && !/^\d{1,10}$/.test(value)) ||
    (filter.kind === 'decimal' && !isNumber(value)) ||
    (filter.kind === 'boolean' && value !== 'true' && value !== 'false') ||
    (filter.kind === 'date' && !isDate(value)) ||
    (filter.kind === 'instant' && !isDateTime(value));
  return present.some(isWrong) ? `Must be ${allowed(filter)}.` : null;
}

const isWithin = (length: number, [min, max]: readonly [number, number]): boolean => length >= min && length <= max;

function allowed(filter: Filter): string {
  if (filter.values) return `one of: ${filter.values.join(', ')}`;
  if (filter.isTopics) return 'a topic such as employee.created, or a type such as employee.*';
  if (filter.lengths) return `a text of ${filter.lengths.join(' to ')} characters`;
  if (filter.kind === 'boolean') return 'true or false';
  if (filter.kind === 'integer') return 'an integer, at least 0';
  if (filter.kind === 'decimal') return 'a number, such as 12 or -0.5';
  if (filter.kind === 'date') return 'a date, YYYY-MM-DD';
  return 'a date-time with its zone, such as 2024-11-01T00:00:00Z';
}

function rangeReader(parameter: string, name: string, filter: Filter): FilterReader {
  return (values, errors) => {
    const bounds = values.length === 1 ? (values[0] ?? '').split('--') : [];
    const [from = '', to = ''] = bounds;
    const isOpen = (bound: string) => bound === '..';
    const isBound = (bound: string) => isOpen(bound) || isRangeBound(filter.kind, bound);
    if (bounds.length !== 2 || !isBound(from) || !isBound(to) || (isOpen(from) && isOpen(to))) {
      addError(errors, parameter, `Must be <start>--<end>, each ${boundOf(filter.kind)}, or .. for one open side.`);
      return null;
    }
    if (!isOpen(from) && !isOpen(to) && isAfter(filter.kind, from, to)) {
      addError(errors, parameter, 'The start must not be after the end.');
      return null;
    }
    return { how: 'between', name, from: isOpen(from) ? null : from, to: isOpen(to) ? null : to };
  };
}

/** One day, and the range of days it means. */
const dayReader =
  (
    parameter: string,
    daysOf: (day: string) => { name: string; from: string | null; to: string | null },
  ): FilterReader =>
  (values, errors) => {
    const [day = '', ...more] = values;
    if (more.length === 0 && isDate(day)) return { how: 'between', ...daysOf(day) };
    addError(errors, parameter, 'Must be one date, YYYY-MM-DD.');
    return null;
  };

/** In JSON notation, and within the range that can be compared. */
const isNumber = (value: string): boolean =>
  /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(value) && Number.isFinite(Number(value));

function isRangeBound(kind: Filter['kind'], bound: string): boolean {
  if (kind === 'date') return isDate(bound);
  if (kind === 'decimal') return isNumber(bound);
  return kind === 'instant' ? isDateTime(bound) : isNumericId(bound);
}

function boundOf(kind: Filter['kind']): string {
  if (kind === 'date') return 'a date';
  return kind === 'instant' ? 'a date-time with its zone' : 'a number';
}

function isAfter(kind: Filter['kind'], from: string, to: string): boolean {
  if (kind === 'number' || kind === 'integer') return BigInt(from) > BigInt(to);
  if (kind === 'decimal') return Number(from) > Number(to);
  return kind === 'instant' ? Date.parse(from) > Date.parse(to) : from > to;
}
