/**
 * The ways to change a resource. Each writes the row, its representation and its event in one statement. A change
 * without its event, an event without its change, or a row whose text differs from its columns is therefore impossible.
 */
import type { Field } from '@muster/contract/kit/field.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { files } from '@muster/contract/resources/files.ts';
import { isRecorded } from '@muster/contract/versions.ts';
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { FromDatabase } from '../database/texts.ts';
import { bound, fileColumnsOf, type StoredField, storedFields, tableOf } from './columns.ts';
import { binder, type Condition, type Place } from './condition.ts';
import { refusing } from './constraint-errors.ts';
import { changedAttributes, previousAttributes } from './differences.ts';
import { movableColumn } from './establishments.ts';
import { listedRows } from './listed-rows.ts';
import type { StoredRow } from './read.ts';
import { alongside, authorText, recorded } from './recorded.ts';
import { representation } from './representation.ts';
import { opened, sealedChanges, sealedRow, sealedWithId } from './sealing.ts';
import { newRevision, newText, settingText, textColumns, textValues, textValuesAt } from './stored-text.ts';
import type { Values } from './values.ts';
import { versioned } from './versions.ts';

/** Records that a file is no longer referenced by `before`. The clean-up later checks for other references. */
const releasedBy = (rows: string, column: string, condition = 'true') => `, released_${column} as (
  update ${tableOf(files)} as named set unreferenced_since = $2
  from ${rows} where named.account_id = $1 and named.id = before.${column} and ${condition}
)`;

const answered = 'select id::text as id, revision::text as revision, representation from shown';

/** With an id, the statement is sent at once, so that the rows of one transaction travel together, in their order. */
export async function insert(session: Session, resource: Resource, values: Values): Promise<StoredRow> {
  const sealed = sealedRow(session, resource, values);
  const stored = sealed instanceof Promise ? await sealed : sealed;
  const { values: placed, place } = binder([session.now]);
  const fields = storedFields(resource);
  const given = fields.map((field) => `${newValue(resource, field, stored, place)} as ${field.column}`);
  const columns = fields.map(({ column }) => column).join(', ');
  const [row] = await refusing(
    resource,
    session.run<StoredRow>(
      statement(`
with given as (
  select ${[...given, newRevision].join(', ')}
), shown as (
  insert into ${tableOf(resource)} (account_id, revision, ${columns}, ${textColumns})
  select $1, revision, ${columns}, ${textValues(resource, 'given')} from given
  returning id, revision, representation${alongside(resource, tableOf(resource))}
)${recorded({ session, place }, resource, 'created')}
${answered}`),
      placed,
    ),
  );
  // An insert that succeeds returns its row.
  return opened(session, row as FromDatabase<StoredRow>);
}

/** Inserts many rows with one statement, each with its event, in the order of their ids, which the caller has drawn. */
export async function insertMany(session: Session, resource: Resource, rows: readonly Values[]): Promise<void> {
  if (rows.length > 0) await insertListed(session, resource, rows, 'select count(*) from shown');
}

/** The same, and returns the rows in this order. */
export async function insertManyShown(
  session: Session,
  resource: Resource,
  rows: readonly Values[],
): Promise<StoredRow[]> {
  if (rows.length === 0) return [];
  const shown = await insertListed<StoredRow>(session, resource, rows, `${answered} order by shown.id`);
  return shown.map((row) => opened(session, row));
}

/** Sent at once, so that the statements of one transaction travel together, in their order. */
function insertListed<Row>(
  session: Session,
  resource: Resource,
  rows: readonly Values[],
  answer: string,
): Promise<FromDatabase<Row>[]> {
  const fields = storedFields(resource);
  const stored = rows.map((row) => sealedWithId(session, resource, row));
  const { values, place } = binder([session.now]);
  const given = fields.filter(({ name }) => name !== 'createdAt' && name !== 'lastUpdatedAt');
  const listed = listedRows(given, stored, place);
  const selected = fields.map((field) =>
    given.includes(field) ? listed.column(field) : `$2::timestamptz as ${field.column}`,
  );
  const columns = fields.map(({ column }) => column).join(', ');
  const text = `
with given as (
  select ${[...selected, newRevision].join(', ')} from ${listed.from}
), shown as (
  insert into ${tableOf(resource)} (account_id, revision, ${columns}, ${textColumns})
  select $1, revision, ${columns}, ${textValuesAt(resource, 'given', '$2')} from given order by id
  returning id, revision, representation${alongside(resource, tableOf(resource))}
)${recorded({ session, place }, resource, 'created')}
${answer}`;
  return refusing(resource, session.run<Row>(statement(text), values));
}

/** The value inside JSON, where a structure is not a text. */
export function plainValue(field: Field, value: unknown): unknown {
  const given = value === undefined ? field.fallback : value;
  return field.column === 'json' ? (given ?? null) : bound(field, given);
}

/** The statement sets ids and timestamps; the caller or the declaration sets everything else. */
function newValue(resource: Resource, { name, field, sqlType }: StoredField, values: Values, place: Place): string {
  if (name === 'id' && resource.idKind === 'number' && values.id === undefined) {
    return `nextval('${tableOf(resource)}_id_seq')`;
  }
  if (name === 'createdAt' || name === 'lastUpdatedAt') return '$2::timestamptz';
  return `${place(bound(field, values[name] === undefined ? field.fallback : values[name]))}::${sqlType}`;
}

/** Returns null and writes nothing if the row has changed since `revision` or is gone. */
export async function update(
  session: Session,
  resource: Resource,
  current: { readonly id: string; readonly revision: string },
  changes: Values,
): Promise<StoredRow | null> {
  const stored = sealedChanges(session, resource, current.id, changes);
  const { values, place } = binder([session.now, current.id, current.revision]);
  const fields = storedFields(resource);
  const changed = fields.filter(({ name }) => stored[name] !== undefined || name === 'lastUpdatedAt');
  const after = ({ name, field, column, sqlType }: StoredField) => {
    if (name === 'lastUpdatedAt') return `$2::timestamptz as ${column}`;
    return stored[name] === undefined ? column : `${place(bound(field, stored[name]))}::${sqlType} as ${column}`;
  };
  const table = tableOf(resource);
  const released = fileColumnsOf(resource).filter(([name]) => stored[name] !== undefined);
  // No other member can differ.
  const names = changed.map(({ name }) => name);
  const facts = {
    previous: `(select ${previousAttributes(resource, names)} from before, given)`,
    left: leftIn(resource),
    before: 'before',
    changed: `(select ${changedAttributes(resource, names)} from before, given)`,
  };
  const [row] = await refusing(
    resource,
    session.run<StoredRow>(
      statement(`
with before as (
  select * from ${table} where account_id = $1 and id = $3 and revision = $4 ${lockOf(resource)}
), given as (
  select ${fields.map(after).join(', ')} from before
), ${writtenStep(resource, changed, true)}, shown as (
  update ${table} as changed
  set ${setting(resource, changed, true)}
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation${alongside(resource, 'changed')}
)${released.map(([, column]) => releasedBy('before, given', column, `before.${column} is distinct from given.${column}`)).join('')}${recorded({ session, place }, resource, 'updated', facts)}
${answered}`),
      values,
    ),
  );
  return opened(session, row ?? null);
}

/** The values that an update sets, computed before it: of the columns that change, the text, and the revision if it is a new one. */
function writtenStep(resource: Resource, changed: readonly StoredField[], isVersion: boolean): string {
  const columns = ['id', ...changed.map(({ column }) => column)].map((column) => `given.${column}`);
  return `written as (
  select ${[...columns, newText(resource, 'given'), ...(isVersion ? [newRevision] : [])].join(', ')} from given
)`;
}

const setting = (resource: Resource, changed: readonly StoredField[], isVersion: boolean): string =>
  [
    ...changed.map(({ column }) => `${column} = written.${column}`),
    settingText(resource, 'written'),
    ...(isVersion ? ['revision = written.revision'] : []),
  ].join(', ');

const leftIn = (resource: Resource): string | undefined => {
  const column = movableColumn(resource);
  return column && `(select before.${column} from before)`;
};

/**
 * A resource that can be archived is locked against new references while it changes; for others, new references do not
 * wait.
 */
const lockOf = ({ fields }: Resource): string => ('isArchived' in fields ? 'for update' : 'for no key update');

/** Sets hidden columns. No event and no new version, because nothing visible has changed. */
export async function setHiddenColumns(
  session: Session,
  resource: Resource,
  conditions: readonly Condition[],
  values: Values,
): Promise<void> {
  const { values: placed, place } = binder();
  const set = storedFields(resource)
    .filter(({ name }) => name in resource.hidden && values[name] !== undefined)
    .map(({ name, column, sqlType }) => `${column} = ${place(values[name])}::${sqlType}`);
  const where = ['account_id = $1', ...conditions.map((condition) => condition(place))];
  await session.run(
    statement(`update ${tableOf(resource)} set ${set.join(', ')} where ${where.join(' and ')}`),
    placed,
  );
}

/**
 * Sets members that change without an update: a new version of the rows (unless the member is unversioned), but
 * `lastUpdatedAt` stays. An event is recorded only with a verb. Returns the number of matching rows.
 */
export async function updateWithoutTimestamp(
  session: Session,
  resource: Resource,
  conditions: readonly Condition[],
  changes: Values,
  verb?: Resource['events'][number],
): Promise<number> {
  const { values, place } = binder(verb ? [session.now] : []);
  const table = tableOf(resource);
  const where = ['account_id = $1', ...conditions.map((condition) => condition(place))];
  const fields = storedFields(resource);
  const changed = fields.filter(({ name }) => changes[name] !== undefined);
  const isVersion = changed.some(({ name }) => !resource.unversioned?.includes(name));
  const names = changed.map(({ name }) => name);
  const compared = `(select ${changedAttributes(resource, names)} from given where given.id = before.id)`;
  const facts = { before: 'before', changed: compared };
  const recording = () => {
    if (verb) return recorded({ session, place }, resource, verb, facts);
    if (!isVersion || !isRecorded(resource)) return '';
    const author = `${place(authorText(session.author))}::text`;
    return versioned(resource, 'updated', { ...facts, at: `${place(session.now)}::timestamptz`, author });
  };
  const after = (stored: StoredField) =>
    changed.includes(stored)
      ? `${place(bound(stored.field, changes[stored.name]))}::${stored.sqlType} as ${stored.column}`
      : stored.column;
  const rows = await session.run<{ id: string }>(
    statement(`
with before as (
  select * from ${table} where ${where.join(' and ')} for no key update
), given as (
  select ${fields.map(after).join(', ')} from before
), ${writtenStep(resource, changed, isVersion)}, shown as (
  update ${table} as changed
  set ${setting(resource, changed, isVersion)}
  from written where changed.account_id = $1 and changed.id = written.id
  returning changed.id, changed.revision, changed.representation${alongside(resource, 'changed')}
)${recording()}
select id::text as id from shown`),
    values,
  );
  return rows.length;
}

/** Deletes the matching rows, each with its event, oldest first; returns their number. */
export async function remove(session: Session, resource: Resource, conditions: readonly Condition[]): Promise<number> {
  const { values, place } = binder([session.now]);
  const where = ['account_id = $1', ...conditions.map((condition) => condition(place))];
  // The event of a deletion shows the last state, with the time of the deletion.
  const last = storedFields(resource).map(({ name, column }) =>
    name === 'lastUpdatedAt' ? `$2::timestamptz as ${column}` : column,
  );
  const released = fileColumnsOf(resource).map(([, column]) => releasedBy('removed as before', column));
  const [row] = await refusing(
    resource,
    session.run<{ count: string }>(
      statement(`
with removed as (
  delete from ${tableOf(resource)} where ${where.join(' and ')} returning *
), given as (
  select ${last.join(', ')} from removed
), shown as (
  select id, ${representation(resource, 'given')} as representation${alongside(resource, 'given')} from given
)${released.join('')}${recorded({ session, place }, resource, 'deleted', { before: 'removed' })}
select count(*) from shown`),
      values,
    ),
  );
  return Number(row?.count);
}

export const idIs =
  (id: string): Condition =>
  (place) =>
    `id = ${place(id)}`;

export const revisionIs =
  (revision: string): Condition =>
  (place) =>
    `revision = ${place(revision)}`;
