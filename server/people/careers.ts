/**
 * The frame of every change to a career: find, lock, check the precondition, change, compute derived members, record.
 * Three round trips: what is known of the career and of what the body names; the changed rows; the end of the transaction.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { jobPositions } from '@muster/contract/resources/job-positions.ts';
import type { Tx } from '../platform/database/database.ts';
import { sentTogether } from '../platform/database/sent-together.ts';
import { canName, isNumericId } from '../platform/store/columns.ts';
import type { StoredRow } from '../platform/store/read.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { changesIn, isObject, type JsonObject } from '../platform/verbs/body.ts';
import { addNamedErrors, findAhead, namedIn } from '../platform/verbs/references.ts';
import { parsed } from '../platform/verbs/standard.ts';
import { noErrors, noSuchResource, throwIfAny } from '../problem.ts';
import { type Career, careerAsOf, type Members } from './career.ts';
import { type CareerContext, careerContextAround, type NamedInCareer, nothingNamed } from './career-context.ts';
import { lockUpToDate } from './days.ts';
import { type Recorded, record, writtenAs } from './records.ts';
import { type AddError, addErrorAt, addErrorUnlessBlamed } from './rules.ts';

interface Found {
  readonly recorded: Recorded;
  readonly current: StoredRow;
}

/** The locked career that a body refers to; null if the caller cannot see it. */
export async function lockNamed(
  tx: Tx,
  resource: Resource,
  access: AccessContext,
  id: string,
): Promise<Recorded | null> {
  if (!canName(resource, id)) return null;
  const recorded = await lockUpToDate(tx, { resource, id, conditions: access.conditionsOn(resource) });
  return recorded?.shown.has(writtenAs(resource, id)) ? recorded : null;
}

/** The locked career of a row, and the row under the lock. */
async function lockAround(tx: Tx, resource: Resource, access: AccessContext, id: string): Promise<Found> {
  const recorded = await lockNamed(tx, resource, access, id);
  const current = recorded?.shown.get(writtenAs(resource, id));
  if (!recorded || !current) throw noSuchResource(resource.type, id);
  return { recorded, current };
}

/** Adds errors and returns the changed career. */
type Judge<Row> = (career: Career, row: Row, changes: JsonObject, addError: AddError, context: CareerContext) => Career;

/** Changes one row of a career. */
export async function changeCareer<Row extends Members>(
  tx: Tx,
  resource: Resource,
  access: AccessContext,
  id: string,
  write: Write,
  judge: Judge<Row>,
): Promise<StoredRow> {
  if (!canName(resource, id)) throw noSuchResource(resource.type, id);
  // A body that cannot be read is refused when its turn comes.
  const ahead = await write.body().catch((): JsonObject => ({}));
  const [{ recorded, current }, found, context] = await sentTogether([
    lockAround(tx, resource, access, id),
    findAhead(tx, access, resource, ahead),
    contextAround(tx, resource, id, ahead),
  ]);
  write.check(current);
  const members = parsed(current, access.caller.baseUrl);
  const changes = changesIn(resource, members, await write.body(), access.caller.baseUrl);
  if (Object.keys(changes).length === 0) return current;
  const errors = noErrors();
  addNamedErrors(namedIn(access, [{ resource, values: changes }], errors), found, errors);
  const career = judge(
    recorded.career,
    // Stored members with checked changes are a row of the kind that the resource names.
    { ...members, ...changes } as Row,
    changes,
    addErrorUnlessBlamed(errors),
    context,
  );
  throwIfAny(errors);
  const written = await record(tx, recorded, careerAsOf(career, recorded.now));
  return written.get(writtenAs(resource, id)) ?? current;
}

/**
 * What a career and a body refer to, before either is known to be right. Positions are judged by their establishments;
 * nothing else is judged by what it leaves as it is.
 */
async function contextAround(tx: Tx, resource: Resource, id: string, body: JsonObject): Promise<CareerContext> {
  const named = ['template', 'businessEstablishment', 'occupationCategory'].filter((name) => {
    const value = body[name];
    return isObject(value) && typeof value.id === 'string' && isNumericId(value.id);
  });
  if (named.length === 0 && resource !== jobPositions) return nothingNamed;
  const values = Object.fromEntries(named.map((name) => [name, body[name]])) as NamedInCareer;
  return careerContextAround(tx, { resource, id, conditions: [] }, values);
}

export async function removeFromCareer(
  tx: Tx,
  resource: Resource,
  access: AccessContext,
  id: string,
  write: Write,
  judge: (career: Career, addError: AddError) => Career,
): Promise<void> {
  const { recorded, current } = await lockAround(tx, resource, access, id);
  write.check(current);
  const errors = noErrors();
  const career = judge(recorded.career, addErrorAt(errors));
  throwIfAny(errors);
  await record(tx, recorded, careerAsOf(career, recorded.now));
}
