/** The filters of a list as conditions on rows. */
import { filtersOf } from '@muster/contract/kit/list.ts';
import { collectionOf, type Filter, type Resource } from '@muster/contract/kit/resource.ts';
import type { AttributePart } from './attribute-filter.ts';
import { columnAt, isNumericId, isUuid } from './columns.ts';
import { type Condition, never, type Place } from './condition.ts';
import { conditionByOrder } from './filter-by-order.ts';
import { containingText } from './search-inside.ts';
import { bearingWords } from './search-words.ts';

/** A parsed filter: its values have the right format. */
export type FilterTerm =
  | {
      readonly how: 'among';
      readonly name: string;
      readonly values: readonly string[];
      /** Whether rows without a value match too. */
      readonly hasNull: boolean;
      readonly isNegative: boolean;
      readonly part?: AttributePart;
    }
  | {
      readonly how: 'between';
      readonly name: string;
      readonly from: string | null;
      readonly to: string | null;
      /** Set for an attribute, which is not a column of the row. */
      readonly part?: AttributePart;
    }
  /** `isInside`: by any part of a text. */
  | { readonly how: 'search'; readonly text: string; readonly isInside?: true };

const sqlTypes: Record<Filter['kind'], string> = {
  text: 'text',
  number: 'bigint',
  uuid: 'uuid',
  integer: 'bigint',
  decimal: 'double precision',
  boolean: 'boolean',
  date: 'date',
  instant: 'timestamptz',
};

/** An id or a timestamp that cannot exist matches nothing. */
const idForms: Partial<Record<Filter['kind'], (value: string) => boolean>> = {
  number: isNumericId,
  uuid: isUuid,
  instant: (value) => nextMicrosecond(value) === value,
};
const isAny = () => true;

/** The rows that a filter through references compares. */
export interface ComparedRows {
  /** Of rows of the resource itself, those that the caller may see. */
  readonly visible: readonly Condition[];
  /** SQL for `from`: the rows of a type, with this column; undefined: its table. */
  readonly from?: (type: string, place: Place, column: string) => string | undefined;
}

export function conditionOf(resource: Resource, term: FilterTerm, compared: ComparedRows = { visible: [] }): Condition {
  if (term.how === 'search') {
    if (term.isInside) return containingText(term.text);
    if (resource.searchedBy === 'kept-words') return bearingWords(resource, term.text);
    return resource.searchedBy === 'words'
      ? (place) => `shown_row.searched @@ beginnings(${place(term.text)})`
      : (place) => `shown_row.searched like containing(${place(term.text)})`;
  }
  const filter = filtersOf(resource)[term.name] as Filter;
  const column = `shown_row.${columnAt(filter.path ?? term.name)}`;
  if (filter.through) {
    return throughOther(column, filter, term, {
      ...compared,
      visible: filter.through.type === resource.type ? compared.visible : [],
    });
  }
  const byOrder = term.how === 'among' && !term.isNegative ? conditionByOrder(resource, term, filter) : null;
  if (byOrder) return byOrder;
  if (term.how === 'between') {
    return filter.period
      ? holding(filter.period, term.from, term.to)
      : between(column, filter.kind, term.from, term.to);
  }
  const values = term.values.filter(idForms[filter.kind] ?? isAny);
  if (filter.isJsonList) return naming(column, term.values, term.isNegative, filter.values);
  if (filter.isList) return overlapping(column, values, term.hasNull, term.isNegative, filter);
  return among(column, { ...term, values }, filter);
}

/** Compares the values of a parsed term with any column. */
export const among = (
  column: string,
  { values, hasNull, isNegative }: Pick<Extract<FilterTerm, { how: 'among' }>, 'values' | 'hasNull' | 'isNegative'>,
  filter: Pick<Filter, 'kind' | 'isNullable'>,
): Condition => (isNegative ? noneOf(column, values, hasNull, filter) : oneOf(column, values, hasNull, filter));

/** Compares a member of the referenced row; without a reference there is no value. */
function throughOther(column: string, filter: Filter, term: FilterTerm, { visible, from }: ComparedRows): Condition {
  const { type, member } = filter.through as { type: string; member: string };
  if (term.how !== 'among') return () => never;
  const table = `${collectionOf(type).replaceAll('-', '_')} as shown_row`;
  // Conditions of visibility are about a row with this name.
  const compared = `shown_row.${columnAt(member)}`;
  return (place) => {
    const conditions = [oneOf(compared, term.values, term.hasNull, filter), ...visible].map((one) => one(place));
    const named = `${column} in (select shown_row.id from ${from?.(type, place, columnAt(member)) ?? table}
      where shown_row.account_id = $1 and ${conditions.join(' and ')})`;
    const matches = term.hasNull ? `(${named} or ${column} is null)` : named;
    return term.isNegative ? `(${matches}) is not true` : matches;
  };
}

function oneOf(column: string, values: readonly string[], hasNull: boolean, { kind }: Pick<Filter, 'kind'>): Condition {
  return (place) => {
    if (values.length === 0) return hasNull ? `${column} is null` : never;
    // A single value uses `=`, so that an index on the column also provides the order.
    const equal =
      values.length === 1
        ? `${column} = ${place(values[0])}::${sqlTypes[kind]}`
        : `${column} = any(${place(values)}::${sqlTypes[kind]}[])`;
    return hasNull ? `(${equal} or ${column} is null)` : equal;
  };
}

/** A row without a value differs from x, but equals null. */
function noneOf(
  column: string,
  values: readonly string[],
  hasNull: boolean,
  { kind, isNullable }: Pick<Filter, 'kind' | 'isNullable'>,
): Condition {
  return (place) => {
    if (values.length === 0) return hasNull ? `${column} is not null` : 'true';
    const differs = `${column} <> all(${place(values)}::${sqlTypes[kind]}[])`;
    if (hasNull) return `(${differs} and ${column} is not null)`;
    return isNullable ? `(${differs} or ${column} is null)` : differs;
  };
}

/** A list matches if one of its elements does. */
function overlapping(
  column: string,
  values: readonly string[],
  hasNull: boolean,
  isNegative: boolean,
  { isNullEverything = false, kind }: Filter,
): Condition {
  return (place) => {
    const overlaps = values.length === 0 ? never : `${column} && ${place(values)}::${sqlTypes[kind]}[]`;
    const matches = hasNull || isNullEverything ? `(${overlaps} or ${column} is null)` : overlaps;
    return isNegative ? `(${matches}) is not true` : matches;
  };
}

/**
 * A JSON list of words contains at least one of these. Words of a closed list are a part of the statement: each has an
 * index of the rows that name it.
 */
const naming =
  (column: string, words: readonly string[], isNegative: boolean, closed: readonly string[] = []): Condition =>
  (place) => {
    const asked = closed.filter((word) => words.includes(word));
    const names =
      asked.length > 0
        ? asked.map((word) => `${column}::jsonb ? '${word}'`).join(' or ')
        : `${column}::jsonb ?| ${place(words)}::text[]`;
    return `${isNegative ? 'not ' : ''}(${names})`;
  };

/**
 * Ranges of days and numbers include both ends. Ranges of timestamps exclude the end, so that adjacent ranges do not
 * overlap.
 */
function between(column: string, kind: Filter['kind'], from: string | null, to: string | null): Condition {
  const upper = kind === 'instant' ? '<' : '<=';
  const exact = kind === 'instant' ? nextMicrosecond : (bound: string) => bound;
  return (place) =>
    [
      ...(from === null ? [] : [`${column} >= ${place(exact(from))}::${sqlTypes[kind]}`]),
      ...(to === null ? [] : [`${column} ${upper} ${place(exact(to))}::${sqlTypes[kind]}`]),
    ].join(' and ');
}

/** In force on at least one of these days. Without a first or last day, a row is unlimited on that side. */
const holding =
  ({ from: first, to: last }: NonNullable<Filter['period']>, from: string | null, to: string | null): Condition =>
  (place) =>
    [
      ...(to === null ? [] : [`shown_row.${columnAt(first)} <= ${place(to)}::date`]),
      ...(from === null ? [] : [`shown_row.${columnAt(last)} >= ${place(from)}::date`]),
    ].join(' and ');

/**
 * The database has microseconds and would round a seventh digit. What is not before the bound is not before the next
 * microsecond either. A timestamp without a seventh digit stays as it is.
 */
function nextMicrosecond(text: string): string {
  const [, whole = '', digits = '', last = '0', zone = ''] = /^(.*)\.(\d{6})(\d)(.*)$/.exec(text) ?? [];
  if (last === '0') return text;
  const micros = Number(digits) + 1;
  const second = new Date(Date.parse(whole + zone) + (micros === 1_000_000 ? 1000 : 0)).toISOString().slice(0, 19);
  return `${second}.${String(micros % 1_000_000).padStart(6, '0')}Z`;
}
