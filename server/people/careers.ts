/**
 * The frame of every change to a career: find, lock, check the precondition, change, compute derived members, record.
 */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { canName, tableOf } from '../platform/store/columns.ts';
import { binder, type Condition } from '../platform/store/condition.ts';
import type { StoredRow } from '../platform/store/read.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { changesIn, type JsonObject } from '../platform/verbs/body.ts';
import { addReferenceErrors } from '../platform/verbs/references.ts';
import { parsed } from '../platform/verbs/standard.ts';
import { noErrors, noSuchResource, throwIfAny } from '../problem.ts';
import { type Career, careerAsOf, type Members } from './career.ts';
import { lockUpToDate } from './days.ts';
import { type Recorded, record, writtenAs } from './records.ts';
import { type AddError, addErrorAt, addErrorBeside } from './rules.ts';

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
  const employeeId = await employeeBehind(tx, resource, access.conditionsOn(resource), id);
  const recorded = employeeId === undefined ? null : await lockUpToDate(tx, employeeId);
  return recorded?.shown.has(writtenAs(resource, id)) ? recorded : null;
}

/** The locked career of a row, and the row under the lock. */
async function lockAround(tx: Tx, resource: Resource, access: AccessContext, id: string): Promise<Found> {
  const recorded = await lockNamed(tx, resource, access, id);
  const current = recorded?.shown.get(writtenAs(resource, id));
  if (!recorded || !current) throw noSuchResource(resource.type, id);
  return { recorded, current };
}

async function employeeBehind(
  tx: Tx,
  resource: Resource,
  conditions: readonly Condition[],
  id: string,
): Promise<string | undefined> {
  if (!canName(resource, id)) return undefined;
  const { values, place } = binder([id]);
  const where = ['account_id = $1', 'id = $2', ...conditions.map((condition) => condition(place))];
  const [row] = await tx.run<{ employeeId: string }>(
    statement(
      `select employee_id::text as "employeeId" from ${tableOf(resource)} as shown_row where ${where.join(' and ')}`,
    ),
    values,
  );
  return row?.employeeId;
}

/** Changes one row of a career. `judge` adds errors and returns the changed career. */
export async function changeCareer<Row extends Members>(
  tx: Tx,
  resource: Resource,
  access: AccessContext,
  id: string,
  write: Write,
  judge: (career: Career, row: Row, changes: JsonObject, addError: AddError) => Career | Promise<Career>,
): Promise<StoredRow> {
  const { recorded, current } = await lockAround(tx, resource, access, id);
  write.check(current);
  const members = parsed(current, access.caller.baseUrl);
  const changes = changesIn(resource, members, await write.body(), access.caller.baseUrl);
  if (Object.keys(changes).length === 0) return current;
  const errors = noErrors();
  await addReferenceErrors(tx, access, [{ resource, values: changes }], errors);
  const career = await judge(
    recorded.career,
    // Stored members with checked changes are a row of the kind that the resource names.
    { ...members, ...changes } as Row,
    changes,
    addErrorBeside(errors),
  );
  throwIfAny(errors);
  const written = await record(tx, recorded, careerAsOf(career, recorded.now));
  return written.get(writtenAs(resource, id)) ?? current;
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
