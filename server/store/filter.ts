/** What a list is narrowed by, as conditions on rows. */
import { filtersOf } from '@muster/contract/kit/list.ts';
import type { Filter, Resource } from '@muster/contract/kit/resource.ts';
import { columnAt, isNumericId } from './columns.ts';
import type { Condition } from './read.ts';

/** A filter that has been understood: its values have the right form. */
export type FilterTerm =
  | {
      readonly how: 'among';
      readonly name: string;
      readonly values: readonly string[];
      /** Whether a row without a value is meant too. */
      readonly hasNull: boolean;
      readonly isNegative: boolean;
    }
  | { readonly how: 'between'; readonly name: string; readonly from: string | null; readonly to: string | null }
  | { readonly how: 'search'; readonly text: string };

const sqlTypes: Record<Filter['kind'], string> = {
  text: 'text',
  number: 'bigint',
  integer: 'bigint',
  boolean: 'boolean',
  date: 'date',
  instant: 'timestamptz',
};

export function conditionOf(resource: Resource, term: FilterTerm): Condition {
  if (term.how === 'search') {
    return resource.searchedBy === 'words'
      ? (place) => `shown_row.searched @@ beginnings(${place(term.text)})`
      : (place) => `shown_row.searched like containing(${place(term.text)})`;
  }
  const filter = filtersOf(resource)[term.name] as Filter;
  const column = `shown_row.${columnAt(term.name)}`;
  if (term.how === 'between') return between(column, filter.kind, term.from, term.to);
  // An id that names nothing matches nothing.
  const values = filter.kind === 'number' ? term.values.filter(isNumericId) : term.values;
  if (filter.isList) return overlapping(column, values, term.hasNull, term.isNegative, filter);
  return term.isNegative ? noneOf(column, values, term.hasNull, filter) : oneOf(column, values, term.hasNull, filter);
}

function oneOf(column: string, values: readonly string[], hasNull: boolean, { kind }: Filter): Condition {
  return (place) => {
    if (values.length === 0) return hasNull ? `${column} is null` : 'false';
    // One value is compared by `=`: an index on the column then also gives the order behind it.
    const equal =
      values.length === 1
        ? `${column} = ${place(values[0])}::${sqlTypes[kind]}`
        : `${column} = any(${place(values)}::${sqlTypes[kind]}[])`;
    return hasNull ? `(${equal} or ${column} is null)` : equal;
  };
}

/** A row without a value is not x, but it is null. */
function noneOf(column: string, values: readonly string[], hasNull: boolean, { kind, isNullable }: Filter): Condition {
  return (place) => {
    if (values.length === 0) return hasNull ? `${column} is not null` : 'true';
    const differs = `${column} <> all(${place(values)}::${sqlTypes[kind]}[])`;
    if (hasNull) return `(${differs} and ${column} is not null)`;
    return isNullable ? `(${differs} or ${column} is null)` : differs;
  };
}

/** A list matches by one of its elements. */
function overlapping(
  column: string,
  values: readonly string[],
  hasNull: boolean,
  isNegative: boolean,
  { isNullEverything = false }: Filter,
): Condition {
  return (place) => {
    const overlaps = values.length === 0 ? 'false' : `coalesce(${column} && ${place(values)}::bigint[], false)`;
    const matches = hasNull || isNullEverything ? `(${overlaps} or ${column} is null)` : overlaps;
    return isNegative ? `not ${matches}` : matches;
  };
}

/** Days and numbers include both ends; moments exclude the end, so that ranges can be put side by side. */
function between(column: string, kind: Filter['kind'], from: string | null, to: string | null): Condition {
  const upper = kind === 'instant' ? '<' : '<=';
  return (place) =>
    [
      ...(from === null ? [] : [`${column} >= ${place(from)}::${sqlTypes[kind]}`]),
      ...(to === null ? [] : [`${column} ${upper} ${place(to)}::${sqlTypes[kind]}`]),
    ].join(' and ');
}
