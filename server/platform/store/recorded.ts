/** The event of a change, as part of the statement of the change; and a test event for a row without a change. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { canName, idTypeOf, tableOf } from './columns.ts';
import { establishmentColumns, establishmentOf } from './establishments.ts';

/**
 * The event of a change, if there is one: `shown` holds the row with its text, `$2` is the time. `late` is SQL of the
 * time of recording, if that may be later.
 */
export function recorded(
  resource: Resource,
  verb: Resource['events'][number],
  previous = 'null',
  late?: string,
): string {
  // Every statement has the time as a parameter, so every statement must state its type.
  if (!resource.events.includes(verb)) return ', moment as (select $2::timestamptz)';
  const owner = resource.isOwned ? 'client_application_id' : 'null';
  return `, recorded as (
  insert into outbox (account_id, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, data, previous_attributes${late ? ', recorded_at' : ''})
  select $1, '${resource.type}.${verb}', ${typeOf(resource)}, id::text, $2, ${establishmentOf(resource, 'shown')},
    ${owner}, representation || '}', ${previous}${late ? `, ${late}` : ''}
  from shown order by shown.id
)`;
}

/** The type of the row, if rows of the resource have different types. */
const typeOf = ({ type, fields }: Resource): string => (fields.type ? 'shown.type' : `'${type}'`);

/** The columns of the row that its event needs next to the text. */
export function alongside(resource: Resource, row: string): string {
  const needed = [
    ...(resource.fields.type ? ['type'] : []),
    ...(resource.isOwned ? ['client_application_id'] : []),
    ...establishmentColumns(resource),
  ];
  return needed.map((column) => `, ${row}.${column}`).join('');
}

/**
 * Records an event about a row in its current state: the row with this id, or the newest. `previous` is the text of the
 * members that an update would have changed. Returns the id, or null if there is no such row.
 */
export async function recordAsIs(
  session: Session,
  resource: Resource,
  id: string | null,
  verb: Resource['events'][number],
  previous: string | null,
): Promise<string | null> {
  if (id !== null && !canName(resource, id)) return null;
  const table = tableOf(resource);
  const which = id === null ? 'order by id desc limit 1' : `and id = $4::${idTypeOf(resource)}`;
  const [row] = await session.run<{ id: string }>(
    statement(`
with shown as (
  select id, representation${alongside(resource, table)} from ${table} where account_id = $1 ${which}
)${recorded(resource, verb, '$3')}
select id::text as id from shown`),
    [session.now, previous, ...(id === null ? [] : [id])],
  );
  return row?.id ?? null;
}
