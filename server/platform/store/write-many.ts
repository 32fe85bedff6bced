/**
 * The batch form of `write.ts`: one statement changes many rows of a resource, each with its representation and its
 * event. The caller has locked the rows, so no revision is compared.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { fileColumnsOf, idTypeOf, type StoredField, storedFields, tableOf } from './columns.ts';
import { binder } from './condition.ts';
import { refusing } from './constraint-errors.ts';
import { changedAttributes, previousAttributes } from './differences.ts';
import { movableColumn } from './establishments.ts';
import { alongside, recorded } from './recorded.ts';
import { sealedRow } from './sealing.ts';
import { newRevision, newText, settingText, textColumns, textValues, versionOf } from './stored-text.ts';
import type { Values } from './values.ts';
import { plainValue } from './write.ts';

export interface ChangedRow {
  readonly id: string;
  /** All names of the statement, also those that do not change in this row. */
  readonly values: Values;
}

/**
 * Changes the same members of many rows. `occurredAt` is the time of the change; `lastUpdatedAt` is the time of the
 * session, so that clients that ask for recent updates find rows that were late. Events are in the order of ids.
 */
export async function updateMany(
  session: Session,
  resource: Resource,
  occurredAt: Date,
  names: readonly string[],
  rows: readonly ChangedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const table = tableOf(resource);
  const column = movableColumn(resource);
  const fields = storedFields(resource);
  const changed = changeable(resource, names);
  const after = ({ name, column }: StoredField) => {
    if (name === 'lastUpdatedAt') return `$3::timestamptz as ${column}`;
    return names.includes(name) ? `listed.${column}` : `before.${column}`;
  };
  const columns = fields.filter(({ name }) => names.includes(name) || name === 'lastUpdatedAt');
  const { values, place } = binder([occurredAt, session.now, listedText(changed, rows)]);
  const version = { at: '$3', before: 'before', changed: 'shown.changed_names' };
  await refusing(
    resource,
    session.run(
      statement(`
with listed as materialized (
  select * from ${recordset('$4', resource, changed)}
), before as materialized (
  select * from ${table} where account_id = $1 and id = any(array(select id from listed)) for no key update
), given as materialized (
  select ${fields.map(after).join(', ')} from before join listed on listed.id = before.id
), compared as materialized (
  select given.*, ${previousAttributes(resource, [...names])} as former_values, ${changedAttributes(resource, [...names])} as changed_names${column ? `, before.${column} as left_in` : ''}, ${newText(resource, 'given')}, ${newRevision} from before join given on given.id = before.id
), shown as (
  update ${table} as changed
  set ${columns.map(({ column }) => `${column} = given.${column}`).join(', ')},
    ${settingText(resource, 'given')}, revision = given.revision
  from compared as given where changed.account_id = $1 and changed.id = given.id
  returning changed.id, changed.revision, changed.representation, given.former_values, given.changed_names${column ? ', given.left_in' : ''}${alongside(resource, 'changed')}
)${recorded({ session, place }, resource, 'updated', { previous: 'shown.former_values', late: 'nullif($3::timestamptz, $2::timestamptz)', left: column && 'shown.left_in', ...version })}
select count(*) from shown`),
      values,
    ),
  );
}

/** Sets hidden columns, with separate values for each row. No event and no new version. */
export async function setHiddenColumnsOfMany(
  session: Session,
  resource: Resource,
  names: readonly string[],
  rows: readonly ChangedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const changed = changeable(resource, names).filter(({ name }) => name in resource.hidden);
  await session.run(
    statement(`
update ${tableOf(resource)} as kept set ${changed.map(({ column }) => `${column} = listed.${column}`).join(', ')}
from ${recordset('$2', resource, changed)} where kept.account_id = $1 and kept.id = listed.id`),
    [listedText(changed, rows)],
  );
}

/** Writes rows that every account has from the beginning. They record no event, because nothing has changed. */
export async function seed(session: Session, resource: Resource, rows: readonly Values[]): Promise<void> {
  const fields = storedFields(resource);
  const stored = await Promise.all(rows.map((row) => sealedRow(session, resource, row)));
  const texts = stored.map((row) =>
    Object.fromEntries(fields.map(({ name, field, column }) => [column, plainValue(field, row[name] ?? undefined)])),
  );
  const columns = fields.map(({ column }) => column).join(', ');
  await session.run(
    statement(`
with given as (
  select * from json_to_recordset($2::json) as listed (${fields.map(({ column, sqlType }) => `${column} ${sqlType}`).join(', ')})
)
insert into ${tableOf(resource)} (account_id, ${columns}, ${textColumns})
select $1, ${columns}, ${textValues(resource, 'given')} from given
on conflict (account_id, id) do nothing`),
    [JSON.stringify(texts)],
  );
}

export interface RewrittenTexts {
  /** The last row that was looked at, in the order of ids. */
  readonly last: string | null;
  readonly seen: number;
  /** Rows with a text of another version, and those of them that nobody else was writing. */
  readonly former: number;
  readonly rewritten: number;
}

/**
 * Writes the texts of some rows after this one in the form of this build: with a new entity tag, and without an event,
 * because nothing changed but the form. Rows that somebody else is writing are left out.
 */
export async function rewriteTexts(
  session: Session,
  resource: Resource,
  after: string | null,
  max: number,
): Promise<RewrittenTexts> {
  const [table, idType] = [tableOf(resource), idTypeOf(resource)];
  const [row] = await session.run<RewrittenTexts>(
    statement(`
with looked as materialized (
  select id, representation_version is distinct from ${versionOf(resource)} as is_former from ${table}
  where account_id = $1 and ($2::${idType} is null or id > $2::${idType}) order by id limit $3::bigint
), kept as materialized (
  select * from ${table} where account_id = $1 and id = any(array(select id from looked where is_former))
  for no key update skip locked
), written as (
  select kept.id, ${newText(resource, 'kept')}, ${newRevision} from kept
), rewritten as (
  update ${table} as changed set ${settingText(resource, 'written')}, revision = written.revision
  from written where changed.account_id = $1 and changed.id = written.id returning 1
)
select (select id::text from looked order by looked.id desc limit 1) as last,
  (select count(*) from looked)::integer as seen, (select count(*) from looked where is_former)::integer as former,
  (select count(*) from rewritten)::integer as rewritten`),
    [after, max],
  );
  return row ?? { last: null, seen: 0, former: 0, rewritten: 0 };
}

/** Released files are handled by `write.ts`, and encrypted members row by row: neither is supported here. */
function changeable(resource: Resource, names: readonly string[]): StoredField[] {
  const files = fileColumnsOf(resource).map(([name]) => name);
  const unfit = names.find((name) => files.includes(name) || resource.fields[name]?.column === 'sealed');
  if (unfit !== undefined) throw new Error(`${unfit} of ${resource.type} cannot be changed in many rows at once.`);
  return storedFields(resource).filter(({ name }) => names.includes(name));
}

const recordset = (place: string, resource: Resource, changed: readonly StoredField[]): string => {
  const shape = [`id ${idTypeOf(resource)}`, ...changed.map(({ column, sqlType }) => `${column} ${sqlType}`)];
  return `json_to_recordset(${place}::json) as listed (${shape.join(', ')})`;
};

const listedText = (changed: readonly StoredField[], rows: readonly ChangedRow[]): string =>
  JSON.stringify(
    rows.map(({ id, values }) => ({
      id,
      ...Object.fromEntries(changed.map(({ name, field, column }) => [column, plainValue(field, values[name])])),
    })),
  );
