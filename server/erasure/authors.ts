/** The names of a person who has administered the account, wherever the author of something is named. */

import { auditEntries } from '@muster/contract/administration/audit-entries.ts';
import { savedViews } from '@muster/contract/administration/saved-views.ts';
import { administration } from '@muster/contract/administration.ts';
import { type Author, authorSchema } from '@muster/contract/author.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { isAuthoredBy, nameMember, renameAuthors, renameAuthorsById, withName } from '../events/erased.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { columnOf, tableOf } from '../platform/store/columns.ts';
import { idIs, updateWithoutTimestamp } from '../platform/store/write.ts';
import { erasedPerson } from './logs.ts';
import type { Traces } from './remove-person.ts';

/**
 * The person as an administrator, with an id if there is one: audit entries name administrators by their address,
 * whatever name they gave themselves. An administrator of today with the same name is somebody else.
 */
const knownAuthors = statement(`
select distinct case actor_kind when 'person' then actor_id end as id from audit_entries
where account_id = $1 and actor_name = any($2::text[])
union
select subject_id from audit_entries where account_id = $1 and subject_type = 'administrator'
  and lower(coalesce(before ->> 'email', after ->> 'email')) in (select lower(word) from unnest($2::text[]) as word)
union
select null from administrators where account_id = $1 and (email = any($2::text[]) or name = any($2::text[]))`);

const authorsById = statement(`
update versions set author = ${withName('author')} where account_id = $1 and ${isAuthoredBy('author')}`);

const readers = statement(`
update read_log set reader_name = '${erasedPerson}'
where account_id = $1 and (reader_name = any($2::text[]) or (reader_type = 'administrator' and reader_id = any($3::text[])))`);

const versionAuthors = statement(`
update versions set author = replace(author, word, $3::text) from unnest($2::text[]) as word
where account_id = $1 and author like '{"type":"administrator"%' and position(word in author) > 0`);

/** Every name that the person had as an administrator; $2 are ids. */
const ownNames = statement(`
select distinct name from (
  select author::json ->> 'name' from versions where account_id = $1 and ${isAuthoredBy('author')}
  union all select author::json ->> 'name' from events where account_id = $1 and author_type = 'administrator' and ${isAuthoredBy('author')}
  union all select owner_name from saved_views where account_id = $1 and owner_id = any($2::text[])
  union all select reader_name from read_log where account_id = $1 and reader_type = 'administrator' and reader_id = any($2::text[])
  union all select unnest(array[before ->> 'name', after ->> 'name']) from audit_entries
    where account_id = $1 and subject_type = 'administrator' and subject_id = any($2::text[])
) as named (name) where name is not null`);

/** Entries about the person as an administrator, and entries whose members name them with id and name, such as `setBy`. */
const entriesAbout = statement(`
select id::text as id from audit_entries
  cross join lateral (select coalesce(before::text, '') || coalesce(after::text, '') as members) as noted
where account_id = $1 and (before is not null or after is not null)
  and ((subject_type = 'administrator' and subject_id = any($2::text[]))
    or (exists (select from unnest($2::text[]) as own where position(to_json(own)::text in members) > 0)
      and exists (select from unnest($3::text[]) as own where position(to_json(own)::text in members) > 0)))`);

const actors = statement(`
select id::text as id from audit_entries where account_id = $1
  and (actor_name = any($2::text[]) or (actor_kind = 'person' and actor_id = any($3::text[])))`);

/** Members that hold an author, by the declarations: who planned, who decided, who set a hold. */
const authorMembers = Object.values<Resource>({ ...resources, ...administration })
  .filter(({ isWrittenElsewhere }) => !isWrittenElsewhere)
  .flatMap((resource) =>
    Object.entries(resource.fields)
      .filter(([, { column, read }]) => column === 'json' && read.properties === authorSchema.properties)
      .map(([member, field]) => ({ resource, member, column: columnOf(member, field) })),
  );

async function renameIn(
  tx: Tx,
  { resource, member, column }: (typeof authorMembers)[number],
  texts: readonly string[],
  ids: readonly string[],
) {
  const found = statement(`
select id::text as id, ${column} as author from ${tableOf(resource)}
where account_id = $1 and ${column} ->> 'type' = 'administrator'
  and (${column} ->> 'name' = any($2::text[]) or ${column} ->> 'id' = any($3::text[]))`);
  for (const { id, author } of await tx.run<{ id: string; author: Author }>(found, [texts, ids])) {
    await updateWithoutTimestamp(tx, resource, [idIs(id)], { [member]: { ...author, name: erasedPerson } });
  }
}

/** Only if the person has administered the account is the whole history searched. */
export async function clearAuthors(tx: Tx, { texts }: Traces): Promise<void> {
  const known = await tx.run<{ id: string | null }>(knownAuthors, [texts]);
  const ids = known.flatMap(({ id }) => (id === null ? [] : [id]));
  await tx.run(readers, [texts, ids]);
  if (known.length === 0) return;
  const names = (await tx.run<{ name: string }>(ownNames, [ids])).map(({ name }) => name);
  await tx.run(versionAuthors, [texts.map(nameMember), nameMember(erasedPerson)]);
  await tx.run(authorsById, [ids, erasedPerson]);
  await renameAuthors(tx, texts, erasedPerson);
  await renameAuthorsById(tx, ids, erasedPerson);
  for (const { id } of await tx.run<{ id: string }>(actors, [texts, ids])) {
    await updateWithoutTimestamp(tx, auditEntries, [idIs(id)], { actorName: erasedPerson });
  }
  for (const { id } of await tx.run<{ id: string }>(entriesAbout, [ids, names])) {
    await updateWithoutTimestamp(tx, auditEntries, [idIs(id)], { before: null, after: null });
  }
  for (const named of authorMembers) await renameIn(tx, named, texts, ids);
  const isOwned = (place: (value: unknown) => string) =>
    `(owner_name = any(${place(texts)}::text[]) or owner_id = any(${place(ids)}::text[]))`;
  await updateWithoutTimestamp(tx, savedViews, [isOwned], { ownerName: erasedPerson });
}
