/** The tree of departments as the page shows it: who stands where, and where a move leads. Pure. */
import type { Listed } from '@muster/client/collection.ts';
import type { departments } from '@muster/contract/resources/departments.ts';

export type Department = Listed<typeof departments>;

/** Children by parent, in their order; archived ones keep their places, shown or not. */
export type Children = ReadonlyMap<string | null, readonly Department[]>;

/** Where a department stands: below whom, and at which place among the siblings, itself not counted. */
export interface Place {
  readonly parentId: string | null;
  readonly sortOrder: number;
}

export interface Move extends Place {
  readonly id: string;
}

export type DropPosition = 'before' | 'inside' | 'after';

export function childrenOf(all: readonly Department[]): Children {
  const byParent = Map.groupBy(all, ({ parent }) => parent?.id ?? null);
  for (const siblings of byParent.values()) siblings.sort((one, other) => one.sortOrder - other.sortOrder);
  return byParent;
}

export const placeOf = ({ parent, sortOrder }: Department): Place => ({ parentId: parent?.id ?? null, sortOrder });

export const isSamePlace = (one: Place, other: Place): boolean =>
  one.parentId === other.parentId && one.sortOrder === other.sortOrder;

/** The department and everything below it. */
export function subtreeOf(id: string, children: Children): ReadonlySet<string> {
  const found = new Set([id]);
  // A set that grows while it is walked through is walked to its new end.
  for (const parentId of found) for (const child of children.get(parentId) ?? []) found.add(child.id);
  return found;
}

const othersUnder = (parentId: string | null, id: string, children: Children): readonly Department[] =>
  (children.get(parentId) ?? []).filter((sibling) => sibling.id !== id);

/** Null where a department would come below itself. */
export function droppedAt(id: string, target: Department, position: DropPosition, children: Children): Place | null {
  if (subtreeOf(id, children).has(target.id)) return null;
  if (position === 'inside') return { parentId: target.id, sortOrder: othersUnder(target.id, id, children).length };
  const parentId = target.parent?.id ?? null;
  const index = othersUnder(parentId, id, children).findIndex((sibling) => sibling.id === target.id);
  return { parentId, sortOrder: position === 'before' ? index : index + 1 };
}

export type Step = 'up' | 'down' | 'in' | 'out';

/** One step by the keyboard, among what is shown; null where there is nowhere to go. */
export function stepped(department: Department, step: Step, shown: Children, children: Children): Place | null {
  const { id } = department;
  const parentId = department.parent?.id ?? null;
  const siblings = shown.get(parentId) ?? [];
  const index = siblings.findIndex((sibling) => sibling.id === id);
  const [previous, next] = [siblings[index - 1], siblings[index + 1]];
  if (step === 'up') return previous ? droppedAt(id, previous, 'before', children) : null;
  if (step === 'down') return next ? droppedAt(id, next, 'after', children) : null;
  if (step === 'in') return previous ? droppedAt(id, previous, 'inside', children) : null;
  const parent = [...children.values()].flat().find((one) => one.id === parentId);
  return parent ? droppedAt(id, parent, 'after', children) : null;
}

/** The tree as it will be: shown while the service is asked. */
export function moved(all: readonly Department[], move: Move | undefined): readonly Department[] {
  const department = all.find(({ id }) => id === move?.id);
  if (!department || !move) return all;
  const siblings = othersUnder(move.parentId, move.id, childrenOf(all));
  const parent = all.find(({ id }) => id === move.parentId);
  const placed: Department = {
    ...department,
    parent: parent ? { id: parent.id, type: 'department', url: parent.url } : null,
  };
  const places = new Map(siblings.toSpliced(move.sortOrder, 0, placed).map(({ id }, index) => [id, index]));
  return all.map((one) => {
    const sortOrder = places.get(one.id) ?? one.sortOrder;
    return { ...(one.id === move.id ? placed : one), sortOrder };
  });
}

/** Those whose name has the words, and everything above them. */
export function found(all: readonly Department[], search: string): ReadonlySet<string> {
  const wanted = search.trim().toLocaleLowerCase();
  const byId = new Map(all.map((department) => [department.id, department]));
  const kept = new Set<string>();
  for (const department of all) {
    if (!department.name.toLocaleLowerCase().includes(wanted)) continue;
    let current: Department | undefined = department;
    while (current && !kept.has(current.id)) {
      kept.add(current.id);
      current = current.parent ? byId.get(current.parent.id) : undefined;
    }
  }
  return kept;
}

/** `Sales / North`, so that equal names can be distinguished. */
export function pathOf({ name, parent }: Department, byId: ReadonlyMap<string, Department>): string {
  const above = parent ? byId.get(parent.id) : undefined;
  return above ? `${pathOf(above, byId)} / ${name}` : name;
}
