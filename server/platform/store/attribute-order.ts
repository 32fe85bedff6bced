/**
 * Sorts rows by a value in force. Rows with a value are in the order of its keys, which an index provides. Rows without
 * one follow in the order of the other sort keys. They come last when ascending, first when descending.
 */
import { attributePrefix } from '@muster/contract/kit/list.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { type AttributePart, inForce, keyTableOf, lacking, type Way } from './attribute-filter.ts';
import { idTypeOf, ownerColumn, tableOf } from './columns.ts';
import type { Condition } from './condition.ts';
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

const oneColumn = (sql: string, sqlType: string): SortColumn => ({ shown: sql, columns: [{ sql, sqlType }] });

const orderOf =
  (resource: Resource, attribute: SortColumn, id: SortColumn): SortColumns =>
  (path) => {
    if (path === 'id') return id;
    return path.startsWith(attributePrefix) ? attribute : tableOrder(resource)(path);
  };
