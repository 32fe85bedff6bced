/** The names of a person who has administered the account, wherever the author of something is named. */

import { auditEntries } from '@muster/contract/administration/audit-entries.ts';
import { savedViews } from '@muster/contract/administration/saved-views.ts';
import { administration } from '@muster/contract/administration.ts';
import { type Author, authorSchema } from '@muster/contract/author.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { renameAuthors } from '../events/erased.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { columnOf, tableOf } from '../platform/store/columns.ts';
import { idIs, updateWithoutTimestamp } from '../platform/store/write.ts';
import { erasedPerson } from './logs.ts';
import type { Traces } from './remove-person.ts';

const knownAuthors = statement(`
select 1 from audit_entries where account_id = $1 and actor_name = any($2::text[])
union all
select 1 from administrators where account_id = $1 and (email = any($2::text[]) or name = any($2::text[])) limit 1`);

const named = `'"name":' || to_json(word)::text`;

const versionAuthors = statement(`
update versions set author = replace(author, ${named}, '"name":"${erasedPerson}"') from unnest($2::text[]) as word
where account_id = $1 and author like '{"type":"administrator"%' and position(${named} in author) > 0`);

const actors = statement(`
select id::text as id from audit_entries where account_id = $1 and actor_name = any($2::text[])`);

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
) {
  const found = statement(`
select id::text as id, ${column} as author from ${tableOf(resource)}
where account_id = $1 and ${column} ->> 'type' = 'administrator' and ${column} ->> 'name' = any($2::text[])`);
  for (const { id, author } of await tx.run<{ id: string; author: Author }>(found, [texts])) {
    await updateWithoutTimestamp(tx, resource, [idIs(id)], { [member]: { ...author, name: erasedPerson } });
  }
}

/** Only if the person has administered the account is the whole history searched. */
export async function clearAuthors(tx: Tx, { texts }: Traces): Promise<void> {
  if ((await tx.run(knownAuthors, [texts])).length === 0) return;
  await tx.run(versionAuthors, [texts]);
  await renameAuthors(tx, texts, erasedPerson);
  for (const { id } of await tx.run<{ id: string }>(actors, [texts])) {
    await updateWithoutTimestamp(tx, auditEntries, [idIs(id)], { actorName: erasedPerson });
  }
  for (const named of authorMembers) await renameIn(tx, named, texts);
  const isOwned = (place: (value: unknown) => string) => `owner_name = any(${place(texts)}::text[])`;
  await updateWithoutTimestamp(tx, savedViews, [isOwned], { ownerName: erasedPerson });
}
