/** Events about an erased person: `data` names the resource, and nothing else is left. */
import { collectionPath } from '@muster/contract/kit/belonging.ts';
import { type Resource, rowTypesOf } from '@muster/contract/kit/resource.ts';
import { events } from '@muster/contract/resources/events.ts';
import { resources } from '@muster/contract/resources.ts';
import { apiVersion } from '@muster/contract/version.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { addressMarkInSql } from '../platform/store/address.ts';
import { representation } from '../platform/store/representation.ts';

const pathCases = Object.values<Resource>(resources)
  .flatMap((resource) => rowTypesOf(resource).map((type) => `when '${type}' then '${collectionPath(resource)}'`))
  .join(' ');

/** SQL of the reduced data of an event; `event` is an alias of the outbox or of the log. */
const dataOf = (event: string): string =>
  `'{"id":' || to_json(${event}.data_id) || ',"type":"' || ${event}.data_type || E'","url":"${addressMarkInSql}'
    || case ${event}.data_type ${pathCases} end || '/' || ${event}.data_id || '"}'`;

/** $2 and $3 are types and ids. */
const isAbout = (event: string): string =>
  `${event}.account_id = $1 and (${event}.data_type, ${event}.data_id) in (select * from unnest($2::text[], $3::text[]))`;

/** Publication is serial by this row: no event is on its way from the outbox to the log meanwhile. */
const locked = statement('select 1 from published where account_id = $1 for update');

// Citus computes no JSON from columns inside an update, so both are written in an earlier step.
const waiting = statement(`
with reduced as (select event.seq, ${dataOf('event')} as data from outbox as event where ${isAbout('event')})
update outbox as event set data = reduced.data, previous_attributes = null
from reduced where event.account_id = $1 and event.seq = reduced.seq`);

const logged = statement(`
with reduced as (
  select event.id, event.published_at, ${representation(events, 'event')} as representation from (
    select event.account_id, event.id, event.published_at, date '${apiVersion}' as api_version, event.topic,
      event.occurred_at, event.business_establishment_id, event.author, null::text as previous_attributes,
      ${dataOf('event')} as data
    from events as event where ${isAbout('event')}
  ) as event
)
update events as event set representation = reduced.representation, revision = event.revision + 1
from reduced where event.account_id = $1 and event.id = reduced.id and event.published_at = reduced.published_at
returning event.id::text as id`);

export interface RowName {
  readonly type: string;
  readonly id: string;
}

/** Reduces those that wait and those that are published; returns the ids of the latter. */
export async function reduceEvents(tx: Tx, rows: readonly RowName[]): Promise<string[]> {
  const names = [rows.map(({ type }) => type), rows.map(({ id }) => id)];
  await tx.run(locked);
  await tx.run(waiting, names);
  return (await tx.run<{ id: string }>(logged, names)).map(({ id }) => id);
}

/** $2 are the members with the names of people who have made changes, $3 is what stands there instead. */
const renamed = (column: string): string => `replace(${column}, word, $3::text)`;

/** As the text of an author has it. */
export const nameMember = (name: string): string => `"name":${JSON.stringify(name)}`;

const authors = [
  statement(`
update events set author = ${renamed('author')}, representation = ${renamed('representation')}
from unnest($2::text[]) as word
where account_id = $1 and author_type = 'administrator' and position(word in author) > 0`),
  statement(`
update outbox set author = ${renamed('author')} from unnest($2::text[]) as word
where account_id = $1 and author like '{"type":"administrator"%' and position(word in author) > 0`),
];

/** Searches all events of the account. */
export async function renameAuthors(tx: Tx, names: readonly string[], name: string): Promise<void> {
  await tx.run(locked);
  for (const change of authors) await tx.run(change, [names.map(nameMember), nameMember(name)]);
}

/** SQL: the text of an author with the name $3. */
export const withName = (author: string): string =>
  `regexp_replace(${author}, '"name":"(?:[^"\\\\]|\\\\.)*"', '"name":' || to_json($3::text)::text)`;

/** SQL: whether an author is an administrator with one of the ids $2. */
export const isAuthoredBy = (author: string): string =>
  `exists (select from unnest($2::text[]) as id where starts_with(${author}, '{"type":"administrator","id":"' || id || '",'))`;

const authorsById = [
  statement(`
update events set author = ${withName('author')}, representation = replace(representation, author, ${withName('author')})
where account_id = $1 and author_type = 'administrator' and ${isAuthoredBy('author')}`),
  statement(`update outbox set author = ${withName('author')} where account_id = $1 and ${isAuthoredBy('author')}`),
];

/** The same for administrators with these ids, whatever their names were. */
export async function renameAuthorsById(tx: Tx, ids: readonly string[], name: string): Promise<void> {
  if (ids.length > 0) for (const change of authorsById) await tx.run(change, [ids, name]);
}
