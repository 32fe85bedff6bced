/**
 * Leaves: days are counted when a leave is written, and half-days of an employee never overlap. What may change depends
 * on the state of the approval.
 */
import { employees } from '@muster/contract/resources/employees.ts';
import { leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import type { Tx } from '../platform/database/database.ts';
import { sentTogether } from '../platform/database/sent-together.ts';
import type { StoredRow } from '../platform/store/read.ts';
import { idIs, insert, remove as removeRows } from '../platform/store/write.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { changesIn, checkedValues, type JsonObject, merge, unknownReference } from '../platform/verbs/body.ts';
import { isBlamed } from '../platform/verbs/other-errors.ts';
import { addReferenceErrors } from '../platform/verbs/references.ts';
import { lock, parsed, updateLocked } from '../platform/verbs/standard.ts';
import { addError, type FieldErrors, noErrors, throwIfAny } from '../problem.ts';
import { type CountedDay, type CoveredDay, halvesOf, type Period } from './counting.ts';
import { checkDetails, checkDetailsTogether, checkNamedLeaves, findNamedLeaves, keptDetails } from './details.ts';
import { type LeaveContext, leaveContextOf } from './leave-context.ts';
import { checkPeriod, countedIn, givenMs, writtenPeriod } from './leave-days.ts';
import { addOverlapError, alone } from './overlaps.ts';
import { keepPeriod, movePeriod, recordDeletion, recordStep } from './periods.ts';
import { closeRequest, type Request, requestOf } from './requests.ts';

/** Three round trips: what it is counted by; the leave, its request and its period; the end of the transaction. */
export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const errors = noErrors();
  const given = givenValues(access, body, errors);
  const [, context, named] = await sentTogether([
    // Locks the account: a change of its unit, an archiving or a deletion waits, or has happened before.
    addReferenceErrors(tx, access, [{ resource: leaves, values: given }], errors),
    contextAhead(tx, given, errors),
    findNamedLeaves(tx, given.details, idIn(given.employee) ?? '0'),
  ]);
  const values = sound(given, errors);
  const period = periodIn(values, errors);
  const employeeId = idIn(values.employee);
  const count = period && countNew(values, period, context, errors);
  if (employeeId) checkNamedLeaves(values.details, named, null, errors);
  if (employeeId && period) await addOverlapError(tx, { employeeId, period }, errors);
  throwIfAny(errors);
  if (!count || !period || !employeeId) throw new Error('A leave without errors was not counted.');
  return writeNew(tx, values, period, employeeId, count);
}

async function writeNew(
  tx: Tx,
  values: JsonObject,
  period: Period,
  employeeId: string,
  { context, days, statedMs }: NewCount,
): Promise<StoredRow> {
  const { leaveId: id, counting } = context;
  const isConfirmed = values.status === 'confirmed';
  const leaveAccountId = String(idIn(values.leaveAccount));
  const created = insert(tx, leaves, {
    ...values,
    ...period,
    ...writtenPeriod(period, days, counting.unit),
    id,
    details: keptDetails(values.details),
    statedMs: statedMs === null ? null : Math.round(statedMs),
    'leaveRequest.id': isConfirmed ? null : context.requestId,
  });
  const [row] = await sentTogether([
    alone(created),
    isConfirmed ? null : openRequest(tx, id, employeeId, context),
    keepPeriod(tx, { ...period, id, employeeId, leaveAccountId, isConfirmed, halves: halvesOf(days, counting) }),
  ]);
  return row;
}

/** The members that no error concerns: what is wrong keeps no other error back. */
const sound = (values: JsonObject, errors: FieldErrors): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isBlamed(name, errors)));

/** Those of a body, before its references are looked up. */
function givenValues(access: AccessContext, body: JsonObject, errors: FieldErrors): JsonObject {
  const given = checkedValues(leaves, body, access.caller.baseUrl, errors);
  checkDetails(given.details, (given.details as JsonObject | null)?.nature, errors);
  if (given.status === 'cancelled') addError(errors, 'status', 'Must be tentative or confirmed on creation.');
  return sound(given, errors);
}

/** What the days are counted by, looked up together with the references of the body. Null if something is missing. */
async function contextAhead(tx: Tx, given: JsonObject, errors: FieldErrors): Promise<LeaveContext | null> {
  const [employeeId, accountId] = [idIn(given.employee), idIn(given.leaveAccount)];
  // The errors of the period are reported in their turn.
  const period = periodIn(given, { ...errors });
  if (employeeId === undefined || accountId === undefined || !period) return null;
  return leaveContextOf(tx, employeeId, accountId, period);
}

const idIn = (reference: unknown): string | undefined => (reference as { id: string } | undefined)?.id;

const dates = ['startsOn', 'startPosition', 'endsOn', 'endPosition'] as const;

/** Null if there is an error in one of its members. */
function periodIn(values: JsonObject, errors: FieldErrors): Period | null {
  const isWrong = () => dates.some((name) => isBlamed(name, errors));
  if (isWrong()) return null;
  // Checked by the declaration.
  const period = { startPosition: 'firstHalfDay', endPosition: 'secondHalfDay', ...values } as Period;
  checkPeriod(period, errors);
  return isWrong() ? null : period;
}

interface NewCount {
  readonly context: LeaveContext;
  readonly days: CountedDay[];
  readonly statedMs: number | null;
}

/** Null if there is nobody whose days could be counted, or nothing to count them by. */
function countNew(
  values: JsonObject,
  period: Period,
  context: LeaveContext | null,
  errors: FieldErrors,
): NewCount | null {
  if (idIn(values.employee) === undefined || idIn(values.leaveAccount) === undefined) return null;
  if (!context) {
    addError(errors, 'employee.id', unknownReference(employees.type));
    return null;
  }
  const statedMs = givenMs(values.totalDuration, context, errors);
  const days = countedIn(period, context, statedMs, errors);
  checkDetailsTogether(values.details, days, errors);
  return { context, days, statedMs };
}

async function openRequest(tx: Tx, leaveId: string, employeeId: string, context: LeaveContext): Promise<void> {
  await insert(tx, leaveRequests, {
    id: context.requestId,
    status: 'pending',
    employee: { id: employeeId },
    leaves: [{ id: leaveId }],
    expectedApprover: context.approver,
    approvalLevels: context.approvalLevels,
    approvedLevels: 0,
    'leave.id': leaveId,
  });
}

/** The members of a leave that the rules use. */
interface Leave extends Period {
  readonly id: string;
  readonly employee: { readonly id: string };
  readonly leaveAccount: { readonly id: string };
  readonly days: readonly CoveredDay[];
  readonly status: string;
  readonly details: JsonObject | null;
}

export async function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  const [shown, request] = await sentTogether([lock(tx, leaves, access, id), requestOf(tx, id)]);
  write.check(shown);
  const body = await write.body();
  const current = parsed(shown, access.caller.baseUrl);
  const changes = changesIn(leaves, current, body, access.caller.baseUrl);
  // As the service wrote it.
  const leave = current as unknown as Leave;
  const errors = noErrors();
  checkDetails(body.details, (merge(leave.details, body.details) as JsonObject | null)?.nature, errors);
  addStateErrors(leave, request, changes, errors);
  if (leave.status === 'cancelled') throwIfAny(errors);
  const isMoved = dates.some((name) => changes[name] !== undefined);
  const moved = isMoved ? await recounted(tx, leave, changes, errors) : null;
  // Details may have become too many by a recount: they block no other change.
  if (moved || (!isMoved && changes.details !== undefined)) {
    const details = changes.details === undefined ? leave.details : changes.details;
    checkDetailsTogether(details, moved?.days ?? leave.days, errors);
  }
  checkNamedLeaves(changes.details, await findNamedLeaves(tx, changes.details, leave.employee.id), id, errors);
  if (moved) {
    const { period } = moved;
    await addOverlapError(tx, { employeeId: leave.employee.id, period, leaveId: id }, errors);
  }
  throwIfAny(errors);
  if (Object.keys(changes).length === 0) return shown;
  const isReopened =
    leave.status === 'confirmed' && changes.status === undefined && moved?.context.needsApprovalToMove === true;
  const changed = updateLocked(tx, leaves, shown, {
    ...changes,
    ...(isReopened && { status: 'tentative', 'leaveRequest.id': moved.context.requestId }),
    ...(moved && writtenPeriod(moved.period, moved.days, moved.context.counting.unit)),
    ...(changes.details !== undefined && { details: keptDetails(changes.details) }),
  });
  const [row] = await sentTogether([
    alone(changed),
    moved && movePeriod(tx, id, moved.period, halvesOf(moved.days, moved.context.counting)),
    isReopened && openRequest(tx, id, leave.employee.id, moved.context),
    isReopened && recordStep(tx, id, { status: 0 }),
    changes.status === 'cancelled' && cancelRequest(tx, id, request),
  ]);
  return row;
}

interface Moved {
  readonly period: Period;
  readonly context: LeaveContext;
  readonly days: CountedDay[];
}

/** The leave counted on its new days; null if they cannot be. */
async function recounted(tx: Tx, leave: Leave, changes: JsonObject, errors: FieldErrors): Promise<Moved | null> {
  const period = periodIn({ ...leave, ...changes }, errors);
  if (!period) return null;
  const context = await leaveContextOf(tx, leave.employee.id, leave.leaveAccount.id, period);
  if (!context) throw new Error(`The employee or the account of the leave ${leave.id} is gone.`);
  if (context.counting.unit === 'workingHours') {
    for (const name of dates.filter((one) => changes[one] !== undefined)) {
      addError(errors, name, 'The days of a leave in hours cannot be changed: cancel it and make another.');
    }
    return null;
  }
  const days = countedIn(period, context, null, errors);
  return { period, context, days };
}

/** Adds errors for changes that the state of the leave does not allow. */
function addStateErrors(leave: Leave, request: Request | null, changes: JsonObject, errors: FieldErrors): void {
  const refuse = (name: string, message: string) => {
    if (changes[name] !== undefined) addError(errors, name, message);
  };
  if (leave.status === 'cancelled') {
    for (const name of Object.keys(changes)) refuse(name, 'A cancelled leave cannot be changed.');
    return;
  }
  if (changes.status !== 'cancelled') {
    const how = leave.status === 'tentative' ? ' A leave is confirmed by decisions on its request.' : '';
    refuse('status', `Can only become cancelled.${how}`);
  }
  if (leave.status === 'tentative' && (request?.approvedLevels ?? 0) > 0) {
    for (const name of dates) refuse(name, 'Cannot be changed between two approvals: wait for the last one.');
  }
}

async function cancelRequest(tx: Tx, leaveId: string, request: Request | null): Promise<void> {
  await sentTogether([
    request?.status === 'pending' && closeRequest(tx, request, { status: 'cancelled' }),
    recordStep(tx, leaveId, { status: 4 }),
  ]);
}

/** Deletes the decisions, the requests and the leave, in this order; the rows for older systems stay. */
export async function remove(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  write.check(await lock(tx, leaves, access, id));
  // A leave that was moved after its confirmation may have several.
  await removeRows(tx, leaveRequestDecisions, [
    (place) => `leave_request_id in (select id from leave_requests where account_id = $1 and leave_id = ${place(id)})`,
  ]);
  await removeRows(tx, leaveRequests, [(place) => `leave_id = ${place(id)}`]);
  await removeRows(tx, leaves, [idIs(id)]);
  await recordDeletion(tx, id);
}
