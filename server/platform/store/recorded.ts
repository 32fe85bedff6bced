/** The event of a change, as part of the statement of the change; and a test event for a row without a change. */
import type { Author } from '@muster/contract/author.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session, Tx } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { canName, idTypeOf, tableOf } from './columns.ts';
import { binder, type Place } from './condition.ts';
import { establishmentColumns, establishmentOf, isLookedUp, readInEstablishment } from './establishments.ts';
import { storedText } from './stored-text.ts';
import { type VersionFacts, versioned } from './versions.ts';

/** What only some events have: SQL of each. */
export interface EventFacts {
  /** The former values of the members that changed. */
  readonly previous?: string;
  /** The time of recording, if that may be later. */
  readonly late?: string;
  /** The establishment by which the row was read before. */
  readonly left?: string | undefined;
}

/** The session that makes a change, and the parameters of its statement. */
export interface Change {
  readonly session: Pick<Session, 'author'>;
  readonly place: Place;
}

/** What only some changes have: facts of the event, and of the version. */
export interface ChangeFacts extends EventFacts, Pick<VersionFacts, 'before' | 'changed'> {
  /** The time of recording, if it is not that of the change. */
  readonly at?: string;
}

/**
 * The event and the version of a change, if it is recorded: `shown` holds the row with its text and its revision, `$2` is
 * the time.
 */
export function recorded(
  { session, place }: Change,
  resource: Resource,
  verb: Resource['events'][number],
  { at = '$2', before, changed, ...facts }: ChangeFacts = {},
): string {
  // Every statement has the time as a parameter, so every statement must state its type.
  if (!resource.events.includes(verb)) return ', moment as (select $2::timestamptz)';
  const author = place(authorText(session.author));
  const version = versioned(resource, verb === 'failing' ? 'updated' : verb, { at, author, before, changed });
  return eventOf(resource, verb, author, facts) + version;
}

/** The event alone; `author` is SQL of its text. */
function eventOf(
  resource: Resource,
  verb: Resource['events'][number],
  author: string,
  { previous = 'null', late, left }: EventFacts,
): string {
  const owner = resource.isOwned ? 'client_application_id' : 'null';
  const location = readInEstablishment(resource, 'shown');
  // Looked up in a step of its own: what reads rows is computed where they are, and the number of an event is not.
  const isElsewhere = isLookedUp(resource);
  const readIn = isElsewhere ? 'shown.read_in' : location;
  const named = establishmentOf(resource, 'shown') === location ? readIn : establishmentOf(resource, 'shown');
  // A column that would repeat the establishment stays null.
  const more = [
    ...(late ? [['recorded_at', late]] : []),
    ...(readIn === named ? [] : [['read_in_establishment_id', `nullif(${readIn}, ${named})`]]),
    ...(left ? [['left_establishment_id', `nullif(${left}, ${named})`]] : []),
  ];
  const located = `, located as materialized (select shown.*, ${location} as read_in from shown)`;
  return `${isElsewhere ? located : ''}, recorded as (
  insert into outbox (account_id, ${orderColumns}, topic, data_type, data_id, occurred_at, business_establishment_id,
    client_application_id, author, data, previous_attributes${more.map(([column]) => `, ${column}`).join('')})
  overriding system value
  select $1, ${orderValues}, '${resource.type}.${verb}', ${typeOf(resource)}, id::text, $2, ${named},
    ${owner}, ${author}, shown.representation || '}', ${previous}${more.map(([, value]) => `, ${value}`).join('')}
  from ${isElsewhere ? 'located as shown' : 'shown'} order by shown.id
)`;
}

/**
 * What events are ordered by: drawn after the changed row was locked. They are defaults of the outbox too; stated, because
 * Citus would compute a default on any of its servers, each of which has its own numbers (docs/decisions/0095).
 */
export const orderColumns = 'seq, transaction_id';
export const orderValues = `nextval('outbox_seq_seq'), pg_current_xact_id()`;

/** As events and versions show it. */
export const authorText = ({ type, id, name, run }: Author): string =>
  JSON.stringify({ type, id, name, ...(run !== undefined && { run }) });

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

/** Events of this transaction about rows of a person who moved from one establishment to another. */
export interface Moved {
  readonly type: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

const leftBehind = statement(`
update outbox set left_establishment_id = nullif(
  case when topic like '%.deleted' then moved.to_id else moved.from_id end, business_establishment_id)
from unnest($3::text[], $4::text[], $5::bigint[], $6::bigint[]) as moved (type, id, from_id, to_id)
where account_id = $1 and transaction_id = pg_current_xact_id() and occurred_at = $2
  and data_type = moved.type and data_id = moved.id`);

/**
 * The readers of the establishment that a person left see the events of that change, also those of rows that belong to
 * the person. Only a move needs this statement.
 */
export async function recordMoves(tx: Tx, occurredAt: Date, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return;
  const columns = (['type', 'id', 'from', 'to'] as const).map((name) => moved.map((one) => one[name]));
  await tx.run(leftBehind, [occurredAt, ...columns]);
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
  const { values, place } = binder([session.now, previous, ...(id === null ? [] : [id])]);
  const which = id === null ? 'order by id desc limit 1' : `and id = $4::${idTypeOf(resource)}`;
  const [row] = await session.run<{ id: string }>(
    statement(`
with shown as (
  select id, ${storedText(resource, table)} as representation${alongside(resource, table)} from ${table} where account_id = $1 ${which}
)${resource.events.includes(verb) ? eventOf(resource, verb, place(authorText(session.author)), { previous: '$3' }) : ', moment as (select $2::timestamptz, $3::text)'}
select id::text as id from shown`),
    values,
  );
  return row?.id ?? null;
}
