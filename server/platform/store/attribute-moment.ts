/**
 * Filters rows by the attribute values that were known at a moment. Search keys exist for the present only, so the parts of
 * a value are read from its text at that moment, with the names of the columns of keys.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { type AttributePart, type AttributeTerm, combined, conditionByRow } from './attribute-filter.ts';
import { ownerColumn } from './columns.ts';
import type { Condition, Place } from './condition.ts';
import { membersIn } from './former-columns.ts';
import { momentIn, statesBy } from './rows-in-time.ts';
import type { View } from './view.ts';

export const attributeConditionAt = (resource: Resource, view: View, term: AttributeTerm): Condition =>
  combined(term, (wanted) => (place) => {
    const matching = wanted ? ` and ${conditionByRow(wanted)(place)}` : '';
    // All values of the definition together: few rows have one, and a look-up for each row would read all its values.
    return `shown_row.id = any(array(
  select held.holder_id from (${heldAt(resource, view, term.part, place)}) as held
  where coalesce(held.text_key, held.number_key::text) is not null${matching}))`;
  });

/** The resource whose rows are the values of attributes. */
function valuesOf({ type }: Resource): Resource {
  const found = resourceOf(`${type}-attribute`);
  if (!found) throw new Error(`No attributes are defined for ${type}.`);
  return found;
}

/** SQL: the part of each value in force on the day of the part. A definition never becomes another one. */
function heldAt(
  resource: Resource,
  view: View,
  { definitionId, property, today }: AttributePart,
  place: Place,
): string {
  const values = valuesOf(resource);
  const holder = ownerColumn(resource.type);
  const definition = place(definitionId);
  const of = { present: [`shown_row.definition_id = ${definition}`], deleted: [] };
  const states = statesBy(values, momentIn(view.moment, view, place), of, new Set([holder, 'definition_id']));
  const day = `${place(today)}::date`;
  const value = property === '' ? `-> 'value'` : `-> 'value' -> ${place(property)}::text`;
  return `select state.${holder} as holder_id,
    case jsonb_typeof(parsed.part) when 'object' then parsed.part ->> 'id' when 'null' then null else parsed.part #>> '{}' end as text_key,
    case jsonb_typeof(parsed.part) when 'number' then (parsed.part #>> '{}')::double precision end as number_key
  from (${states}) as state
    cross join lateral (select ${membersIn(values, 'state.representation')} as members offset 0) as text
    cross join lateral (
      select text.members ${value} as part, text.members -> 'applicability' as days offset 0) as parsed
  where state.definition_id = ${definition} and parsed.part is not null
    and coalesce((parsed.days ->> 'start')::date, '-infinity') <= ${day}
    and coalesce((parsed.days ->> 'end')::date, 'infinity') >= ${day}`;
}
