/**
 * Sorts rows by a value in force. Rows with a value are in the order of its keys, which an index provides. Rows without
 * one follow in the order of the other sort keys. They come last when ascending, first when descending.
 */
import { attributePrefix } from '@muster/contract/kit/list.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { type AttributePart, inForce, keyTableOf, lacking, type Way } from './attribute-filter.ts';
import { idTypeOf, ownerColumn, tableOf } from './columns.ts';
import type { Condition, Place } from './condition.ts';
import type { Source } from './list-page.ts';
import { type SortColumn, type SortColumns, tableOrder } from './order.ts';
import { storedText } from './stored-text.ts';

const keyColumns = {
  text: { column: 'ordering_key', sqlType: 'text', nothing: 'null::text collate "C"' },
  number: { column: 'number_key', sqlType: 'double precision', nothing: 'null::double precision' },
} as const;

/** Only single values can sort a list, so no row appears twice. */
export function havingInOrder(resource: Resource, conditions: readonly Condition[], part: AttributePart): Source {
  const { column, sqlType } = keyColumns[part.keptAs];
  const holder = `ordered.${ownerColumn(resource.type)}`;
  return {
    hasManyTies: true,
    from: `${keyTableOf(resource)} as ordered
    join ${tableOf(resource)} as shown_row on shown_row.account_id = ordered.account_id and shown_row.id = ${holder}`,
    text: storedText(resource, 'shown_row'),
    // Needed to use the partial index.
    conditions: [
      (place) => [...inForce('ordered', part, place), `ordered.${column} is not null`].join(' and '),
      ...conditions,
    ],
    order: orderOf(resource, oneColumn(`ordered.${column}`, sqlType), oneColumn(holder, idTypeOf(resource))),
  };
}

export function lackingInOrder(
  resource: Resource,
  conditions: readonly Condition[],
  part: AttributePart,
  way: Way,
): Source {
  const { nothing } = keyColumns[part.keptAs];
  return {
    from: `${tableOf(resource)} as shown_row`,
    text: storedText(resource, 'shown_row'),
    conditions: [lacking(resource, part, way), ...conditions],
    order: orderOf(resource, { shown: nothing, columns: [] }, tableOrder(resource)('id')),
  };
}

/**
 * The same for rows of another time: `held` is SQL of the holder of each value in force, `holder_id`, with its keys. Rows
 * that were deleted since are a source of their own, so both parts are lists.
 */
export function inOrderOfTime(
  resource: Resource,
  sources: readonly Source[],
  part: AttributePart,
  held: Condition,
): readonly [having: Source[], lacking: Source[]] {
  const { column, sqlType, nothing } = keyColumns[part.keptAs];
  const fromOf = ({ from }: Source, place: Place) => (typeof from === 'string' ? from : from(place));
  return [
    sources.map((source) => ({
      ...source,
      from: (place) => `${fromOf(source, place)} join (${held(place)}) as ordered on ordered.holder_id = shown_row.id`,
      conditions: [() => `ordered.${column} is not null`, ...source.conditions],
      order: orderOf(resource, oneColumn(`ordered.${column}`, sqlType), tableOrder(resource)('id')),
    })),
    sources.map((source) => ({
      ...source,
      conditions: [
        (place) =>
          `shown_row.id <> all(array(select ordered.holder_id from (${held(place)}) as ordered where ordered.${column} is not null))`,
        ...source.conditions,
      ],
      order: orderOf(resource, { shown: nothing, columns: [] }, tableOrder(resource)('id')),
    })),
  ];
}

/** SQL: the keys of values in force on a day. */
export const heldOnDay =
  (resource: Resource, part: AttributePart): Condition =>
  (place) =>
    `select held.${ownerColumn(resource.type)} as holder_id, held.ordering_key, held.number_key
  from ${keyTableOf(resource)} as held where ${inForce('held', part, place).join(' and ')}`;

const oneColumn = (sql: string, sqlType: string): SortColumn => ({ shown: sql, columns: [{ sql, sqlType }] });

const orderOf =
  (resource: Resource, attribute: SortColumn, id: SortColumn): SortColumns =>
  (path) => {
    if (path === 'id') return id;
    return path.startsWith(attributePrefix) ? attribute : tableOrder(resource)(path);
  };
