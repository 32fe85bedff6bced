/**
 * Filters and sorts rows by the attribute values that were known at a moment, or that held on a day. Search keys exist
 * for the present only, so the parts of a value are read from its text at that moment, with the names of the columns of
 * keys.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { type AttributePart, type AttributeTerm, combined, conditionByRow } from './attribute-filter.ts';
import { ownerColumn } from './columns.ts';
import type { Condition, Place } from './condition.ts';
import { membersIn } from './former-columns.ts';
import type { By, PointInTime } from './point-in-time.ts';
import { momentIn, statesBy, type Wanted } from './rows-in-time.ts';

export const attributeConditionAt = (resource: Resource, pointInTime: PointInTime, term: AttributeTerm): Condition =>
  combined(term, (wanted) => (place) => {
    const matching = wanted ? ` and ${conditionByRow(wanted)(place)}` : '';
    // All values of the definition together: few rows have one, and a look-up for each row would read all its values.
    return `shown_row.id = any(array(
  select held.holder_id from (${heldAt(resource, pointInTime, term.part, place)}) as held
  where coalesce(held.text_key, held.number_key::text) is not null${matching}))`;
  });

/** Whether values of another time than now are meant; otherwise search keys tell. */
export const isOfFormerValues = ({ moment, recordedUntil }: PointInTime): boolean =>
  moment !== null || recordedUntil !== null;

/** The keys that sort a list. A value that was recorded twice for one day sorts by the first. */
export const heldInOrder =
  (resource: Resource, pointInTime: PointInTime, part: AttributePart): Condition =>
  (place) =>
    `select distinct on (held.holder_id) held.holder_id, held.ordering_key, held.number_key from (
  select holder_id, ordering(text_key) collate "C" as ordering_key, number_key from (${heldAt(resource, pointInTime, part, place)}) as part
) as held order by held.holder_id, held.ordering_key, held.number_key`;

/** The resource whose rows are the values of attributes. */
function valuesOf({ type }: Resource): Resource {
  const found = resourceOf(`${type}-attribute`);
  if (!found) throw new Error(`No attributes are defined for ${type}.`);
  return found;
}

/** SQL: rows of values in their states of one time, and further conditions on them. */
interface States {
  readonly sql: string;
  readonly isMeant: string;
}

/**
 * A value with days holds on these, by everything that is known of it. A value without days holds from the moment it is
 * recorded until it is changed, so the state at the end of the day counts. See attributes/values-in-time.
 */
function statesHeld(
  values: Resource,
  pointInTime: PointInTime,
  definition: string,
  place: Place,
  columns: readonly string[],
): States[] {
  const of = { present: [`shown_row.definition_id = ${definition}`], deleted: [] };
  const statesAt = (moment: string | null, by: By | Wanted, used: readonly string[]) =>
    statesBy(values, momentIn(moment, pointInTime, place), by, new Set(used));
  const { moment, recordedUntil } = pointInTime;
  if (moment === recordedUntil) return [{ sql: statesAt(moment, of, columns), isMeant: 'true' }];
  const latest = statesAt(moment, { id: 'asked.id' }, ['applicability']);
  return [
    { sql: statesAt(moment, of, [...columns, 'applicability']), isMeant: 'state.applicability is not null' },
    {
      sql: statesAt(recordedUntil, of, [...columns, 'applicability']),
      // A value that was given days later is one with days.
      isMeant: `state.applicability is null and not exists (
  select from (select state.id) as asked cross join lateral (${latest}) as latest where latest.applicability is not null)`,
    },
  ];
}

/** SQL: the part of each value in force on the day of the part. A definition never becomes another one. */
function heldAt(
  resource: Resource,
  pointInTime: PointInTime,
  { definitionId, property, today }: AttributePart,
  place: Place,
): string {
  const values = valuesOf(resource);
  const holder = ownerColumn(resource.type);
  const definition = place(definitionId);
  const day = `${place(today)}::date`;
  const value = property === '' ? `-> 'value'` : `-> 'value' -> ${place(property)}::text`;
  return statesHeld(values, pointInTime, definition, place, [holder, 'definition_id'])
    .map(
      ({ sql, isMeant }) => `select state.${holder} as holder_id,
    case jsonb_typeof(parsed.part) when 'object' then parsed.part ->> 'id' when 'null' then null else parsed.part #>> '{}' end as text_key,
    case jsonb_typeof(parsed.part) when 'number' then (parsed.part #>> '{}')::double precision end as number_key
  from (${sql}) as state
    cross join lateral (select ${membersIn(values, 'state.representation')} as members offset 0) as text
    cross join lateral (
      select text.members ${value} as part, text.members -> 'applicability' as days offset 0) as parsed
  where state.definition_id = ${definition} and parsed.part is not null
    and coalesce((parsed.days ->> 'start')::date, '-infinity') <= ${day}
    and coalesce((parsed.days ->> 'end')::date, 'infinity') >= ${day} and ${isMeant}`,
    )
    .join('\nunion all\n');
}
