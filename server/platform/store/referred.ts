/** What rows refer to by a column, whether or not their representations show it. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Session } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { columnAt, idTypeOf, ownerColumn, tableOf } from './columns.ts';

/** The id of what the row refers to, and its requested members. */
export interface Referred {
  readonly referredId: string;
  readonly members: Readonly<Record<string, unknown>>;
}

/** By the id of the row; rows that refer to nothing are missing. */
export async function findReferred(
  session: Session,
  resource: Resource,
  ids: readonly string[],
  target: Resource,
  members: readonly string[],
): Promise<ReadonlyMap<string, Referred>> {
  const named = members.map((member) => `'${member}', referred.${columnAt(member)}`);
  const rows = await session.run<Referred & { readonly id: string }>(
    statement(`
select shown_row.id::text as id, referred.id::text as "referredId", json_build_object(${named.join(', ')}) as members
from ${tableOf(resource)} as shown_row join ${tableOf(target)} as referred
  on referred.account_id = $1 and referred.id = shown_row.${ownerColumn(target.type)}
where shown_row.account_id = $1 and shown_row.id = any($2::${idTypeOf(resource)}[])`),
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
