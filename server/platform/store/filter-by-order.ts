/**
 * Filters by texts that lists can also be sorted by, in the index of that order: it has the folded text, and then the id. An
 * index on the column itself would answer the same, and cost every new row another entry (docs/decisions/0071). Days are not
 * among them: an open end is an expression in the index of the order, which therefore cannot be counted in the index alone.
 */
import type { Filter, Resource } from '@muster/contract/kit/resource.ts';
import { columnAt } from './columns.ts';
import { type Condition, never, type Place } from './condition.ts';

/** As the generated columns of orders have it where there is no text. */
const highest = `U&'\\+10FFFF'`;

/** The values that a member may have. */
interface Wanted {
  readonly name: string;
  readonly values: readonly string[];
  readonly hasNull: boolean;
}

/** Null if the column itself has to be compared. */
export function conditionByOrder(
  resource: Resource,
  { name, values, hasNull }: Wanted,
  { kind, path }: Filter,
): Condition | null {
  if (kind !== 'text' || path !== undefined || !resource.sortable.includes(name)) return null;
  const column = `shown_row.${columnAt(name)}`;
  return (place) => {
    const absent = `(${column}_ordering = ${highest} and ${column} is null)`;
    if (values.length === 0) return hasNull ? absent : never;
    const given = sameText(column, values, place);
    return hasNull ? `(${given} or ${absent})` : given;
  };
}

/** A single value uses `=`, so that the index also provides the order of ids. */
function sameText(column: string, values: readonly string[], place: Place): string {
  if (values.length === 1) {
    const wanted = `${place(values[0])}::text`;
    return `(${column}_ordering = ordering(${wanted}) and ${column} = ${wanted})`;
  }
  const wanted = `${place(values)}::text[]`;
  const folded = `any(array(select ordering(wanted) from unnest(${wanted}) as wanted))`;
  return `(${column}_ordering = ${folded} and ${column} = any(${wanted}))`;
}
