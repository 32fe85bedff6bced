/**
 * The ways to change a resource. Each writes the row, its representation and its event in one statement, so a change
 * without its event, an event without its change, or a row that shows something else than it holds, cannot be
 * expressed.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { bound, type StoredField, storedFields, tableOf } from './columns.ts';
import { binder, type Condition, type Place, type Shown } from './read.ts';
import { refusing } from './refusals.ts';
import { memberValues, representation } from './representation.ts';

/** Values by member; a member that is absent takes its fallback, else null. */
export type Values = Readonly<Record<string, unknown>>;

/** The event of a change: `shown` holds the row with its text, `$2` is the moment. */
const recorded = (resource: Resource, verb: string, previous = 'null') => `
recorded as (
  insert into outbox (account_id, topic, data_type, data_id, occurred_at, business_establishment_id, data, previous_attributes)
  select $1, '${resource.type}.${verb}', '${resource.type}', id::text, $2, ${establishmentOf(resource)},
    representation || '}', ${previous}
  from shown order by shown.id
)`;

const establishmentOf = ({ establishment }: Resource) => (establishment === 'itself' ? 'id' : 'null');

const answered = 'select id::text as id, revision::text as revision, representation from shown';

export async function insert(session: Session, resource: Resource, values: Values): Promise<Shown> {
  const { values: placed, place } = binder([session.now]);
  const fields = storedFields(resource);
  const given = fields.map((field) => `${newValue(resource, field, values, place)} as ${field.column}`);
  const columns = fields.map(({ column }) => column).join(', ');
  const [row] = await refusing(
    resource,
    session.run<Shown>(
      statement(`
with given as (
  select ${given.join(', ')}
), shown as (
  insert into ${tableOf(resource)} (account_id, ${columns}, representation)
  select $1, ${columns}, ${representation(resource, 'given')} from given
  returning id, revision, representation
), ${recorded(resource, 'created')}
${answered}`),
      placed,
    ),
  );
  return row as Shown;
}

/** Ids and moments are given by the statement, everything else by the caller or the declaration. */
function newValue(resource: Resource, { name, field, sqlType }: StoredField, values: Values, place: Place): string {
  if (name === 'id' && resource.idKind === 'number') return `nextval('${tableOf(resource)}_id_seq')`;
  if (name === 'createdAt' || name === 'lastUpdatedAt') return '$2::timestamptz';
  return `${place(bound(field, values[name] === undefined ? field.fallback : values[name]))}::${sqlType}`;
}

/** Returns null when the row has changed since `revision`, or is gone: nothing is written then. */
export async function update(
  session: Session,
  resource: Resource,
  current: { readonly id: string; readonly revision: string },
  changes: Values,
): Promise<Shown | null> {
  const { values, place } = binder([session.now, current.id, current.revision]);
  const fields = storedFields(resource);
  const changed = fields.filter(({ name }) => changes[name] !== undefined || name === 'lastUpdatedAt');
  const after = ({ name, field, column, sqlType }: StoredField) => {
    if (name === 'lastUpdatedAt') return `$2::timestamptz as ${column}`;
    return changes[name] === undefined ? column : `${place(bound(field, changes[name]))}::${sqlType} as ${column}`;
  };
  const table = tableOf(resource);
  const [row] = await refusing(
    resource,
    session.run<Shown>(
      statement(`
with before as (
  select * from ${table} where account_id = $1 and id = $3 and revision = $4 for update
), given as (
  select ${fields.map(after).join(', ')} from before
), shown as (
  update ${table} as changed
  set ${changed.map(({ column }) => `${column} = given.${column}`).join(', ')},
    representation = ${representation(resource, 'given')}, revision = nextval('revisions')
  from given where changed.account_id = $1 and changed.id = given.id
  returning changed.id, changed.revision, changed.representation
), ${recorded(resource, 'updated', `(select ${previousAttributes(resource)} from before, given)`)}
${answered}`),
      values,
    ),
  );
  return row ?? null;
}

/** The members that differ, with what they were. `lastUpdatedAt` always differs and says nothing. */
function previousAttributes(resource: Resource): string {
  const after = memberValues(resource, 'given');
  const differing = [...memberValues(resource, 'before')]
    .filter(([name]) => name !== 'lastUpdatedAt' && name !== 'createdAt')
    .map(
      ([name, was]) =>
        `case when ${was} is distinct from ${after.get(name)} then ',"${name}":' || coalesce(${was}, 'null') else '' end`,
    );
  return `'{' || substr(${differing.join(' || ')}, 2) || '}'`;
}

/** Deletes the rows that meet the conditions, each with its event, oldest first; returns how many. */
export async function remove(session: Session, resource: Resource, conditions: readonly Condition[]): Promise<number> {
  const { values, place } = binder([session.now]);
  const where = ['account_id = $1', ...conditions.map((condition) => condition(place))];
  // The event of a deletion shows the last state, with the moment of the deletion.
  const last = storedFields(resource).map(({ name, column }) =>
    name === 'lastUpdatedAt' ? `$2::timestamptz as ${column}` : column,
  );
  const [row] = await refusing(
    resource,
    session.run<{ count: string }>(
      statement(`
with removed as (
  delete from ${tableOf(resource)} where ${where.join(' and ')} returning *
), given as (
  select ${last.join(', ')} from removed
), shown as (
  select id, ${representation(resource, 'given')} as representation from given
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
  const columns = fields.map(({ column }) => column).join(', ');
  for (const row of rows) {
    const { values, place } = binder();
    const given = fields.map(
      ({ name, field, column, sqlType }) =>
        `${place(bound(field, row[name] ?? field.fallback))}::${sqlType} as ${column}`,
    );
    await session.run(
      statement(`
with given as (select ${given.join(', ')})
insert into ${tableOf(resource)} (account_id, ${columns}, representation)
select $1, ${columns}, ${representation(resource, 'given')} from given
on conflict (account_id, id) do nothing`),
      values,
    );
  }
}

/** Writes the representations of an account's rows anew, where the declaration now says something else. No event. */
export async function rewrite(session: Session, resource: Resource): Promise<void> {
  const text = representation(resource, 'kept');
  await session.run(
    statement(`
update ${tableOf(resource)} as kept set representation = ${text}, revision = nextval('revisions')
where account_id = $1 and representation <> ${text}`),
  );
}

export const idIs =
  (id: string): Condition =>
  (place) =>
    `id = ${place(id)}`;

export const revisionIs =
  (revision: string): Condition =>
  (place) =>
    `revision = ${place(revision)}`;
