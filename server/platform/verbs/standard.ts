/**
 * The five standard verbs, which every resource uses unless `behaviours.ts` replaces them. They handle rows and rules,
 * not requests. The order of errors (not found, precondition, body) is the order of the code.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { detail } from '@muster/contract/messages.ts';
import { noSuchResource, Problem } from '../../problem.ts';
import type { Session, Tx } from '../database/database.ts';
import { addressed, withTail } from '../store/address.ts';
import type { Page, PageQuery } from '../store/list-page.ts';
import { findPage } from '../store/page.ts';
import { findOneInTime, findPageInTime } from '../store/page-in-time.ts';
import { findOne, lockOne, type StoredRow } from '../store/read.ts';
import { idIs, insert, remove as removeRows, revisionIs, update as updateRow } from '../store/write.ts';
import type { AccessContext, Write } from './access.ts';
import { belongings } from './belonging.ts';
import { changesIn, type JsonObject, valuesIn } from './body.ts';
import { refuseProtected } from './protected-members.ts';
import { checkReferences, onVisible } from './references.ts';

export async function list(
  session: Session,
  resource: Resource,
  access: AccessContext,
  query: PageQuery,
): Promise<Page> {
  const filters = await onVisible(session, resource, access, query.filters);
  if (access.pointInTime) return findPageInTime(session, resource, access.pointInTime, { ...query, filters });
  const { conditions, shown = null } = access;
  return findPage(session, resource, { ...query, filters, conditions, shown });
}

export async function read(
  session: Session,
  resource: Resource,
  access: AccessContext,
  id: string,
): Promise<StoredRow> {
  const found = access.pointInTime
    ? await findOneInTime(session, resource, access.pointInTime, id)
    : await findOne(session, resource, id, access.conditions, access.shown);
  if (!found) throw noSuchResource(resource.type, id);
  return found;
}

/** Reads one row and locks it against changes and new references until the transaction ends. */
export async function lock(tx: Tx, resource: Resource, access: AccessContext, id: string): Promise<StoredRow> {
  const found = await lockOne(tx, resource, id, access.conditions);
  if (!found) throw noSuchResource(resource.type, id);
  return found;
}

/** Changes a row that this transaction has locked. */
export async function updateLocked(
  tx: Tx,
  resource: Resource,
  current: Pick<StoredRow, 'id' | 'revision'>,
  changes: JsonObject,
): Promise<StoredRow> {
  const changed = await updateRow(tx, resource, current, changes);
  if (!changed) throw new Error(`The ${resource.type} ${current.id} has changed while it was locked.`);
  return changed;
}

export async function create(
  session: Session,
  resource: Resource,
  access: AccessContext,
  body: JsonObject,
): Promise<StoredRow> {
  const values = valuesIn(resource, body, access.caller.baseUrl);
  await checkReferences(session, resource, access, values);
  return insert(session, resource, {
    ...withArchival(resource, values, session.now),
    ...belongings(resource, access),
  });
}

export async function update(
  session: Session,
  resource: Resource,
  access: AccessContext,
  id: string,
  write: Write,
): Promise<StoredRow> {
  return change(session, resource, access, id, write, async (current, body) => {
    const changes = changesIn(resource, current, body, access.caller.baseUrl);
    refuseProtected(resource, access, current, changes);
    await checkReferences(session, resource, access, changes, current);
    return changes;
  });
}

/** Another change came between reading and writing: read again. More retries than this are not contention. */
const attemptsMax = 20;

/**
 * Reads the current version, lets `changesOf` compare it with the body, and writes if nobody else has written in
 * between.
 */
export async function change(
  session: Session,
  resource: Resource,
  access: AccessContext,
  id: string,
  write: Write,
  changesOf: (current: JsonObject, body: JsonObject) => JsonObject | Promise<JsonObject>,
): Promise<StoredRow> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const current = await read(session, resource, access, id);
    write.check(current);
    const body = await write.body();
    const changes = await changesOf(parsed(current, access.caller.baseUrl), body);
    if (Object.keys(changes).length === 0) return current;
    const changed = await updateRow(session, resource, current, withArchival(resource, changes, session.now));
    if (changed) return changed;
  }
  throw new Problem('internal', detail('internal'), {
    cause: `${resource.type} ${id} kept changing under ${attemptsMax} attempts.`,
  });
}

export async function remove(
  session: Session,
  resource: Resource,
  access: AccessContext,
  id: string,
  write: Write,
): Promise<void> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const current = await read(session, resource, access, id);
    write.check(current);
    const conditions = write.isConditional ? [idIs(id), revisionIs(current.revision)] : [idIs(id)];
    if ((await removeRows(session, resource, conditions)) > 0) return;
  }
}

/** The representation as an object, with addresses inserted. */
export const parsed = (shown: StoredRow, baseUrl: string): JsonObject =>
  JSON.parse(addressed(withTail(shown.representation, '}'), baseUrl));

export function withArchival(resource: Resource, values: JsonObject, now: Date): JsonObject {
  return values.isArchived === true && 'lastArchivedAt' in resource.fields
    ? { ...values, lastArchivedAt: now }
    : values;
}
