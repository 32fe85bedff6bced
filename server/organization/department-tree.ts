/**
 * The places of departments in the tree of their account. Siblings are numbered 0, 1, 2, … without gaps, a level is one
 * more than that of the parent, and every department that moves along records its own change.
 */
import { departments } from '@muster/contract/resources/departments.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { update } from '../platform/store/write.ts';
import type { JsonObject } from '../platform/verbs/body.ts';

export interface TreePosition {
  readonly parentId: string | null;
  readonly level: number;
  readonly sortOrder: number;
}

export function positionOf({ parent, level, sortOrder }: JsonObject): TreePosition {
  return { parentId: idIn(parent), level: Number(level), sortOrder: Number(sortOrder) };
}

export const idIn = (reference: unknown): string | null => (reference as { id: string } | null | undefined)?.id ?? null;

/**
 * One change of a tree at a time. Row locks are not enough: two moves that close a cycle only together touch no common
 * row, and two creations under one parent count the same siblings. If two accounts share a lock key by chance, they
 * only wait for each other.
 */
export async function lockTree(tx: Tx): Promise<void> {
  await tx.run(takeTree);
}

const takeTree = statement(`select pg_advisory_xact_lock(hashtextextended('departments', $1::bigint))`);

export interface Parent {
  readonly level: number;
  readonly isArchived: boolean;
  /** Whether it is the department itself or below it. */
  readonly isWithin: boolean;
}

/** Null if it does not exist. A new department has no id and nothing below it. */
export async function findParent(tx: Tx, parentId: string, id: string | null): Promise<Parent | null> {
  const [found] = await tx.run<Parent>(parentWithPath, [parentId, id]);
  return found ?? null;
}

const parentWithPath = statement(`
with recursive path as (
  select id, parent_id from departments where account_id = $1 and id = $2
  union
  select above.id, above.parent_id from path join departments as above on above.id = path.parent_id
  where above.account_id = $1
)
select level, is_archived as "isArchived", exists (select from path where path.id = $3) as "isWithin"
from departments where account_id = $1 and id = $2`);

/** True for the roots when the id is null. */
const isChildOf = (id: string) => `(parent_id = ${id}::bigint or (${id}::bigint is null and parent_id is null))`;

/** The place after all others under a parent. */
export async function lastUnder(tx: Tx, parentId: string | null, id: string | null): Promise<number> {
  const [row] = await tx.run<{ count: number }>(countOthers, [parentId, id]);
  return row?.count ?? 0;
}

const countOthers = statement(`
select count(*)::integer as count from departments
where account_id = $1 and ${isChildOf('$2')} and id is distinct from $3::bigint`);

interface Moved {
  readonly id: string;
  readonly revision: string;
  readonly level: number;
  readonly sortOrder: number;
}

/**
 * Moves the siblings after a department moved from one place to another; a creation has no former place, a deletion no
 * new one. The department itself is already in place and is not changed.
 */
export async function moveOthers(
  tx: Tx,
  id: string,
  before: TreePosition | null,
  after: TreePosition | null,
): Promise<void> {
  const deeper = before && after ? after.level - before.level : 0;
  const isAmongSame = before !== null && after !== null && before.parentId === after.parentId;
  if (isAmongSame && before.sortOrder === after.sortOrder && deeper === 0) return;
  const gap = before?.sortOrder ?? null;
  // Computed while the gap still exists: among the same siblings, those after it are one ahead of their new place.
  const room = isAmongSame && after.sortOrder > before.sortOrder ? after.sortOrder + 1 : (after?.sortOrder ?? null);
  const values = [id, before?.parentId ?? null, gap, after?.parentId ?? null, room, deeper];
  for (const { level, sortOrder, ...row } of await tx.run<Moved>(othersMoved, values)) {
    await update(tx, departments, row, { level, sortOrder });
  }
}

/** `$3`, `$4`: the former place; `$5`, `$6`: the new place; `$7`: how much deeper everything below is. */
const othersMoved = statement(`
with recursive below as (
  select id from departments where account_id = $1 and parent_id = $2 and $7::integer <> 0
  union
  select child.id from below join departments as child on child.parent_id = below.id where child.account_id = $1
), steps as (
  select id, $7::integer as deeper, 0 as further from below
  union all
  select id, 0, -1 from departments where account_id = $1 and id <> $2 and ${isChildOf('$3')} and sort_order > $4
  union all
  select id, 0, 1 from departments where account_id = $1 and id <> $2 and ${isChildOf('$5')} and sort_order >= $6
), moves as (
  select id, sum(deeper)::integer as deeper, sum(further)::integer as further from steps group by id
)
select moved.id::text as id, moved.revision::text as revision, moved.level + moves.deeper as level,
  moved.sort_order + moves.further as "sortOrder"
from moves join departments as moved on moved.account_id = $1 and moved.id = moves.id
where moves.deeper <> 0 or moves.further <> 0
order by moved.id for update of moved`);
