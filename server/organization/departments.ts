/** Departments: a tree without cycles. An active department cannot be under an archived one. */
import { detail } from '@muster/contract/messages.ts';
import { departments } from '@muster/contract/resources/departments.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { hiringDefaultError } from '../people/hiring-defaults.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { findReferenced, lockOne, type StoredRow } from '../platform/store/read.ts';
import { idIs, insert, remove as removeRows } from '../platform/store/write.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { changesIn, type JsonObject, unknownReference, valuesIn } from '../platform/verbs/body.ts';
import * as standard from '../platform/verbs/standard.ts';
import { addError, type FieldErrors, noErrors, noSuchResource, Problem, throwIfAny } from '../problem.ts';
import { findParent, idIn, lastUnder, lockTree, moveOthers, positionOf, type TreePosition } from './department-tree.ts';

export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const values = valuesIn(departments, body, access.caller.baseUrl);
  await lockTree(tx);
  const errors = noErrors();
  await checkManager(tx, access, values, errors);
  const level = await levelUnderParent(tx, values, null, errors);
  throwIfAny(errors);
  const place = await placeAt(tx, values, null, level, values.sortOrder);
  const created = await insert(tx, departments, { ...values, level, sortOrder: place.sortOrder });
  await moveOthers(tx, created.id, null, place);
  return created;
}

export async function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  const { baseUrl } = access.caller;
  await lockTree(tx);
  const before = standard.parsed(await standard.read(tx, departments, access, id), baseUrl);
  refuseManaged(before);
  const changed = await standard.change(tx, departments, access, id, write, (current, body) =>
    changesTo(tx, access, id, current, body),
  );
  await moveOthers(tx, id, positionOf(before), positionOf(standard.parsed(changed, baseUrl)));
  return changed;
}

async function changesTo(
  tx: Tx,
  access: AccessContext,
  id: string,
  current: JsonObject,
  body: JsonObject,
): Promise<JsonObject> {
  const { sortOrder: _, ...changes } = changesIn(departments, current, body, access.caller.baseUrl);
  const next = { ...current, ...changes };
  const errors = noErrors();
  await checkManager(tx, access, changes, errors);
  const level = await levelUnderParent(tx, next, id, errors);
  if (changes.isArchived === true) await refuseArchivalInUse(tx, id, errors);
  throwIfAny(errors);
  // A given place refers to the new siblings, even if it equals the former one.
  const wanted = body.sortOrder ?? (changes.parent === undefined ? current.sortOrder : undefined);
  const { sortOrder } = await placeAt(tx, next, id, level, wanted);
  return {
    ...changes,
    ...(level !== current.level && { level }),
    ...(sortOrder !== current.sortOrder && { sortOrder }),
  };
}

export async function remove(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  await lockTree(tx);
  const locked = await lockOne(tx, departments, id);
  if (!locked) throw noSuchResource(departments.type, id);
  const current = standard.parsed(locked, access.caller.baseUrl);
  refuseManaged(current);
  write.check(locked);
  const errors = noErrors();
  const { hasChildren, isNamed } = await useOf(tx, id);
  if (hasChildren) addError(errors, 'id', 'This department has children, so it cannot be deleted.');
  if (isNamed) addError(errors, 'id', 'A job position names this department, so it cannot be deleted.');
  const error = await hiringDefaultError(tx, 'department', id);
  if (error) addError(errors, 'id', error);
  throwIfAny(errors);
  await removeRows(tx, departments, [idIs(id)]);
  await moveOthers(tx, id, positionOf(current), null);
}

/** Moving along with others is not a write to a department, so it also affects these. */
function refuseManaged({ owningApplication }: JsonObject): void {
  if (owningApplication !== null) throw new Problem('forbidden', detail('managedByAnotherApplication'));
}

/**
 * Locks the employee before anything of the tree is written, in the same order as writes of careers: employees first,
 * then what they refer to. The reverse order could deadlock.
 */
async function checkManager(
  tx: Tx,
  access: AccessContext,
  { manager }: JsonObject,
  errors: FieldErrors,
): Promise<void> {
  const id = idIn(manager);
  if (id === null) return;
  const found = await findReferenced(tx, [{ resource: employees, id, conditions: access.conditionsOn(employees) }]);
  if (!found.get(employees)?.has(id)) addError(errors, 'manager', unknownReference(employees.type));
}

/** The level under the given parent. Only an archived department may be under an archived one. */
async function levelUnderParent(
  tx: Tx,
  { parent: reference, isArchived }: JsonObject,
  id: string | null,
  errors: FieldErrors,
): Promise<number> {
  const parentId = idIn(reference);
  if (parentId === null) return 1;
  const parent = await findParent(tx, parentId, id);
  if (!parent) addError(errors, 'parent', unknownReference(departments.type));
  else if (parent.isWithin) addError(errors, 'parent', 'Must be neither the department itself nor one below it.');
  else if (parent.isArchived && isArchived !== true) {
    addError(errors, 'parent', 'This department is archived, so only archived ones can stand under it.');
  }
  return (parent?.level ?? 0) + 1;
}

/** The last place, if none is given or it is past the end. */
async function placeAt(
  tx: Tx,
  { parent }: JsonObject,
  id: string | null,
  level: number,
  wanted: unknown,
): Promise<TreePosition> {
  const parentId = idIn(parent);
  const last = await lastUnder(tx, parentId, id);
  return { parentId, level, sortOrder: typeof wanted === 'number' ? Math.min(wanted, last) : last };
}

/** The lock prevents new positions while the existing ones are checked. */
async function refuseArchivalInUse(tx: Tx, id: string, errors: FieldErrors): Promise<void> {
  await lockOne(tx, departments, id);
  const { hasOpenChildren, isStaffed } = await useOf(tx, id);
  if (hasOpenChildren) addError(errors, 'isArchived', 'A child of this department is not archived yet.');
  if (isStaffed) addError(errors, 'isArchived', 'An active or upcoming job position names this department.');
  const error = await hiringDefaultError(tx, 'department', id);
  if (error) addError(errors, 'isArchived', error);
}

interface Use {
  readonly hasChildren: boolean;
  readonly hasOpenChildren: boolean;
  readonly isNamed: boolean;
  readonly isStaffed: boolean;
}

async function useOf(tx: Tx, id: string): Promise<Use> {
  const [use] = await tx.run<Use>(childrenAndPositions, [id]);
  return use as Use;
}

const children = 'select from departments where account_id = $1 and parent_id = $2';
const positions = 'select from job_positions where account_id = $1 and department_id = $2';

const childrenAndPositions = statement(`
select exists (${children}) as "hasChildren", exists (${children} and not is_archived) as "hasOpenChildren",
  exists (${positions}) as "isNamed", exists (${positions} and status <> 'deactivated') as "isStaffed"`);
