/**
 * The ways to change a resource. Each writes its event in the statement that makes the change, so a change without
 * its event, or an event without its change, cannot be expressed.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { bound, type StoredField, storedFields, tableOf } from './columns.ts';
import { binder, type Condition, type Shown, shownColumns } from './read.ts';
import { refusing } from './refusals.ts';
import { memberValues, representation } from './representation.ts';

/** Values by member; a member that is absent takes its fallback, else null. */
export type Values = Readonly<Record<string, unknown>>;

/** Of the service's own: moments and ids are given by the statement, never by a body. */
const given = (field: StoredField, resource: Resource) =>
  !(field.name === 'id' && resource.idKind === 'number') &&
  field.name !== 'createdAt' &&
  field.name !== 'lastUpdatedAt';

const hasTimestamps = (resource: Resource) => 'lastUpdatedAt' in resource.fields;

/** The event of a change: `shown` holds the row with its representation, `$2` is the moment. */
const recorded = (resource: Resource, verb: string, previous = 'null') => `
  recorded as (
    insert into outbox (account_id, topic, data_type, data_id, occurred_at, data, previous_attributes)
    select $1, '${resource.type}.${verb}', '${resource.type}', id, $2, members || '}', ${previous} from shown
    order by shown.position
  )`;

export async function insert(session: Session, resource: Resource, values: Values): Promise<Shown> {
  const fields = storedFields(resource).filter((field) => given(field, resource));
  const { values: placed, place } = binder([session.now]);
  const columns = fields.map(({ column }) => column);
  const places = fields.map(({ name, field, sqlType }) => {
    const value = values[name] === undefined ? field.fallback : values[name];
    return `${place(bound(field, value))}::${sqlType}`;
  });
  const moments = hasTimestamps(resource) ? ', created_at, last_updated_at' : '';
  const [row] = await refusing(
    resource,
    session.run<Shown>(
      statement(`
with changed as (
  insert into ${tableOf(resource)} (account_id, ${columns.join(', ')}${moments})
  values ($1, ${places.join(', ')}${moments && ', $2, $2'})
  returning *
), shown as (
  select changed.id as position, ${shownColumns(resource, 'changed')} from changed
), ${recorded(resource, 'created')}
select id, revision, members from shown`),
      placed,
    ),
  );
  return row as Shown;
}

/** Returns null when the row has changed since `revision`, or is gone: nothing is written then. */
export async function update(
  session: Session,
  resource: Resource,
  current: { readonly id: string; readonly revision: string },
  changes: Values,
): Promise<Shown | null> {
  const fields = storedFields(resource).filter(({ name }) => changes[name] !== undefined);
  const { values, place } = binder([session.now, current.id, current.revision]);
  const set = fields.map(
    ({ name, field, column, sqlType }) => `${column} = ${place(bound(field, changes[name]))}::${sqlType}`,
  );
  const moment = hasTimestamps(resource) ? ['last_updated_at = $2'] : [];
  const table = tableOf(resource);
  const [row] = await refusing(
    resource,
    session.run<Shown>(
      statement(`
with before as (
  select * from ${table} where account_id = $1 and id = $3 and revision = $4 for update
), changed as (
  update ${table} as now_row set ${[...set, ...moment].join(', ')}, revision = nextval('revisions')
  from before where now_row.account_id = $1 and now_row.id = before.id
  returning now_row.*
), shown as (
  select changed.id as position, ${shownColumns(resource, 'changed')}, ${previousAttributes(resource)} as previous
  from changed, before
), ${recorded(resource, 'updated', 'previous')}
select id, revision, members from shown`),
      values,
    ),
  );
  return row ?? null;
}

/** The members that differ, with what they were. `lastUpdatedAt` always differs and says nothing. */
function previousAttributes(resource: Resource): string {
  const now = memberValues(resource, 'changed');
  const differing = [...memberValues(resource, 'before')]
    .filter(([name]) => name !== 'lastUpdatedAt' && name !== 'createdAt')
    .map(
      ([name, was]) =>
        `case when ${was} is distinct from ${now.get(name)} then ',"${name}":' || coalesce(${was}, 'null') else '' end`,
    );
  return `'{' || substr(${differing.join(' || ')}, 2) || '}'`;
}

/** Deletes the rows that meet the conditions, each with its event, oldest first; returns how many. */
export async function remove(session: Session, resource: Resource, conditions: readonly Condition[]): Promise<number> {
  const { values, place } = binder([session.now]);
  const where = ['account_id = $1', ...conditions.map((condition) => condition(place))];
  // The event of a deletion shows the last state, with the moment of the deletion.
  const replaced: Record<string, string> = hasTimestamps(resource) ? { lastUpdatedAt: '$2::timestamptz' } : {};
  const [row] = await refusing(
    resource,
    session.run<{ count: string }>(
      statement(`
with changed as (
  delete from ${tableOf(resource)} where ${where.join(' and ')} returning *
), shown as (
  select changed.id as position, changed.id::text as id, ${representation(resource, 'changed', replaced)} as members
  from changed
), ${recorded(resource, 'deleted')}
select count(*) from shown`),
      values,
    ),
  );
  return Number(row?.count);
}

/** Writes rows that belong to every account from its beginning. They record no event: nothing has changed. */
export async function plant(session: Session, resource: Resource, rows: readonly Values[]): Promise<void> {
  const fields = storedFields(resource);
  for (const row of rows) {
    const { values, place } = binder();
    const places = fields.map(
      ({ name, field, sqlType }) => `${place(bound(field, row[name] ?? field.fallback))}::${sqlType}`,
    );
    await session.run(
      statement(
        `insert into ${tableOf(resource)} (account_id, ${fields.map(({ column }) => column).join(', ')})` +
          ` values ($1, ${places.join(', ')}) on conflict (account_id, id) do nothing`,
      ),
      values,
    );
  }
}

export const idIs =
  (id: string): Condition =>
  (place) =>
    `id = ${place(id)}`;

export const revisionIs =
  (revision: string): Condition =>
  (place) =>
    `revision = ${place(revision)}`;
