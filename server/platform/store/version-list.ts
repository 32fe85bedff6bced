/**
 * Reads the versions of one resource. A change stores the text before it, so the text after it is the former text of the
 * next version, or that of the row. What existed before versions were recorded has a first version too: the oldest state
 * that is known. It is not stored, because the next version, or the row, has its text.
 */
import { byService } from '@muster/contract/author.ts';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { declaredAs } from '@muster/contract/resources.ts';
import { versionsOf } from '@muster/contract/versions.ts';
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { canName, idTypeOf, ownerColumn, tableOf } from './columns.ts';
import { binder, type Place } from './condition.ts';
import { inOneOf, isLimited } from './establishments.ts';
import type { Page, PageQuery } from './list-page.ts';
import { tableOrder } from './order.ts';
import { pageAmong } from './page.ts';
import { authorText } from './recorded.ts';
import { representation } from './representation.ts';
import { storedText } from './stored-text.ts';

/** A page of the versions of the resource with this id, for a caller that may see them. */
export function findVersions(session: Session, resource: Resource, id: string, query: PageQuery): Promise<Page> {
  const versions = versionsOf(resource);
  const source = {
    from: (place: Place) => `(${statesOf(resource, `${place(id)}::text`)}) as shown_row`,
    conditions: [],
    order: tableOrder(versions),
  };
  return pageAmong(session, versions, [source], { ...query, conditions: [] });
}

/** SQL of every version; `id` is that of the resource. */
function statesOf(resource: Resource, id: string): string {
  const row = `select revision, ${storedText(resource, 'held')} as representation from ${tableOf(resource)} as held
    where held.account_id = $1 and held.id = ${id}::${idTypeOf(resource)}`;
  return `
select account_id, id, revision, ${representation(versionsOf(resource), 'stated')} as representation from (
  select $1::bigint as account_id, ${id} as ${ownerColumn(resource.type)}, chain.id,
    coalesce(next_id, latest.revision, chain.id) as revision, recorded_at, superseded_at, author, verb, changed_attributes,
    coalesce(last_state, next_former, latest.representation) || '}' as data
  from (
    select *, lag(id) over newest as next_id, lag(recorded_at) over newest as superseded_at,
      lag(former) over newest as next_former
    from (
      select id, recorded_at, author, verb, changed_attributes, former, last_state from versions where ${keyOf(resource, id)}
      union all ${firstOf(resource, id, row)}
    ) as known window newest as (order by id desc)
  ) as chain left join lateral (${row}) as latest on next_id is null and verb <> 'deleted'
) as stated where data is not null`;
}

/**
 * SQL of the state after one change: `text`, null if it is not kept. `change` is the alias of its version, in the
 * statement around it. A case keeps ids of one type from being cast to those of another.
 */
export function stateAfter(recorded: readonly Resource[], change: string): string {
  const rows = recorded.map(
    (
      resource,
    ) => `select ${storedText(resource, 'held')} as representation from ${tableOf(resource)} as held where held.account_id = $1 and held.id =
      case when next.id is null and ${change}.data_type = '${resource.type}' then ${change}.data_id::${idTypeOf(resource)} end`,
  );
  return `
select coalesce(${change}.last_state, next.former, latest.representation) as text
from (select 1) as one left join lateral (
    select id, former from versions as later
    where later.account_id = $1 and later.data_type = ${change}.data_type and later.data_id = ${change}.data_id
      and later.id > ${change}.id order by later.id limit 1
  ) as next on true
  left join lateral (${['select null::text as representation where false', ...rows].join(' union all ')}) as latest on true`;
}

/** SQL of a column with the text of a row that is not stored; `from` selects its members. */
export const rowText = (resource: Resource, from: string): string =>
  `(select ${representation(resource, 'stated')} from (${from}) as stated) as representation`;

const keyOf = ({ type }: Resource, id: string): string =>
  `account_id = $1 and data_type = '${type}' and data_id = ${id}`;

/** The first version of a row that existed before, or that a copy of an account or the service itself has written. */
const firstOf = (resource: Resource, id: string, row: string): string => `
      select coalesce(oldest.former_revision, found.revision),
        least(oldest.recorded_at, greatest(coalesce(accounts.versions_since, installation_state.versions_since), accounts.created_at)),
        '${authorText(byService('first-version'))}', 'created', '{}', null, null
      from installation_state join accounts on accounts.id = $1
        left join lateral (
          select id, former_revision, recorded_at from versions where ${keyOf(resource, id)} order by id limit 1
        ) as oldest on true
        left join lateral (${row}) as found on oldest.id is null
      where coalesce(oldest.former_revision, found.revision) is not null`;

/** Who asks for the versions of a resource that was deleted. */
export interface FormerReader {
  readonly establishments: readonly string[] | null;
  /** Null for a person, who sees what belongs to any application. */
  readonly clientApplicationId: string | null;
}

/** Whether a resource was deleted that this caller could see today. */
export async function wasDeleted(
  session: Session,
  resource: Resource,
  id: string,
  reader: FormerReader,
): Promise<boolean> {
  if (!canName(resource, id)) return false;
  const { values, place } = binder([id]);
  const found = await session.run(
    statement(`
select 1 from (
  select * from versions where ${keyOf(resource, '$2::text')} order by id desc limit 1
) as last_version where verb = 'deleted' and ${visibleTo(resource, reader, place).join(' and ')}`),
    values,
  );
  return found.length > 0;
}

export function visibleTo(resource: Resource, reader: FormerReader, place: Place): string[] {
  const { establishments, clientApplicationId } = reader;
  const isOfOther = resource.isOwned && clientApplicationId !== null;
  return [
    'true',
    ...(isOfOther ? [`last_version.client_application_id = ${place(clientApplicationId)}::bigint`] : []),
    ...(establishments && isLimited(resource) ? [inEstablishments(resource, establishments, place)] : []),
  ];
}

/** By the establishment of its owner today; by its own at the end if it has no owner, or the owner is gone too. */
function inEstablishments({ ownedThrough, seenThrough }: Resource, listed: readonly string[], place: Place): string {
  // Nothing names it any more.
  if (seenThrough !== undefined) return 'false';
  const establishments = `${place(listed)}::bigint[]`;
  const own = `last_version.business_establishment_id = any(${establishments})`;
  if (ownedThrough === undefined) return own;
  const owner = declaredAs(ownedThrough);
  const found = (more: string) =>
    `exists (select 1 from ${tableOf(owner)} as owner where owner.account_id = $1 and owner.id = last_version.owner_id${more})`;
  return `(${found(` and ${inOneOf(owner, 'owner', establishments)}`)} or (not ${found('')} and ${own}))`;
}
