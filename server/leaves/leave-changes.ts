/** Changes of a leave: what may change depends on the state of its approval. */
import { leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import type { Tx } from '../platform/database/database.ts';
import type { StoredRow } from '../platform/store/read.ts';
import { idIs, remove as removeRows } from '../platform/store/write.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { changesIn, type JsonObject, merge } from '../platform/verbs/body.ts';
import { lock, parsed, updateLocked } from '../platform/verbs/standard.ts';
import { addError, type FieldErrors, noErrors, throwIfAny } from '../problem.ts';
import { type CountedDay, type CoveredDay, halvesOf, type Period } from './counting.ts';
import { checkDetails, checkDetailsTogether, checkNamedLeaves, keptDetails } from './details.ts';
import { type LeaveContext, leaveContextOf } from './leave-context.ts';
import { alone, checkPeriod, countedIn, writtenPeriod } from './leaves.ts';
import { movePeriod, recordDeletion, recordStep } from './periods.ts';
import { closeRequest, type Request, requestOf } from './requests.ts';

const dates = ['startsOn', 'startPosition', 'endsOn', 'endPosition'] as const;

/** The members of a leave that the rules use. */
interface Leave extends Period {
  readonly id: string;
  readonly employee: { readonly id: string };
  readonly leaveAccount: { readonly id: string };
  readonly days: readonly CoveredDay[];
  readonly status: string;
  readonly details: JsonObject | null;
}

export async function updateLeave(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  const shown = await lock(tx, leaves, access, id);
  write.check(shown);
  const body = await write.body();
  const current = parsed(shown, access.caller.baseUrl);
  const changes = changesIn(leaves, current, body, access.caller.baseUrl);
  // As the service wrote it.
  const leave = current as unknown as Leave;
  const errors = noErrors();
  checkDetails(body.details, (merge(leave.details, body.details) as JsonObject | null)?.nature, errors);
  const request = await requestOf(tx, id);
  addStateErrors(leave, request, changes, errors);
  throwIfAny(errors);
  if (Object.keys(changes).length === 0) return shown;
  const moved = dates.some((name) => changes[name] !== undefined) ? await recounted(tx, leave, changes, errors) : null;
  checkDetailsTogether(
    changes.details === undefined ? leave.details : changes.details,
    moved?.days ?? leave.days,
    errors,
  );
  await checkNamedLeaves(tx, changes.details, { employeeId: leave.employee.id, leaveId: id }, errors);
  throwIfAny(errors);
  const changed = await alone(
    updateLocked(tx, leaves, shown, {
      ...changes,
      ...(moved && writtenPeriod(moved.period, moved.days, moved.context.counting.unit)),
      ...(changes.details !== undefined && { details: keptDetails(changes.details) }),
    }),
  );
  if (moved) await movePeriod(tx, id, moved.period, halvesOf(moved.days, moved.context.counting));
  if (changes.status === 'cancelled') await cancelRequest(tx, id, request);
  return changed;
}

interface Moved {
  readonly period: Period;
  readonly context: LeaveContext;
  readonly days: CountedDay[];
}

/** The leave counted on its new days. */
async function recounted(tx: Tx, leave: Leave, changes: JsonObject, errors: FieldErrors): Promise<Moved> {
  // Checked by the declaration.
  const period = { ...leave, ...changes } as Period;
  checkPeriod(period, errors);
  throwIfAny(errors);
  const context = await leaveContextOf(tx, leave.employee.id, leave.leaveAccount.id, period);
  if (!context) throw new Error(`The employee or the account of the leave ${leave.id} is gone.`);
  if (context.counting.unit === 'workingHours') {
    for (const name of dates.filter((one) => changes[one] !== undefined)) {
      addError(errors, name, 'The days of a leave in hours cannot be changed: cancel it and make another.');
    }
    throwIfAny(errors);
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
  if (leave.status === 'confirmed' && !request) {
    for (const name of [...dates, 'details']) refuse(name, 'A leave that was created confirmed can only be cancelled.');
  } else if (leave.status === 'confirmed' || (request?.approvedLevels ?? 0) > 0) {
    for (const name of dates) refuse(name, 'Cannot be changed any more: an approval has been given.');
  }
}

async function cancelRequest(tx: Tx, leaveId: string, request: Request | null): Promise<void> {
  if (request?.status === 'pending') await closeRequest(tx, request, { status: 'cancelled' });
  await recordStep(tx, leaveId, { status: 4 });
}

/** Deletes the decisions, the request and the leave, in this order; the rows for older systems stay. */
export async function removeLeave(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  write.check(await lock(tx, leaves, access, id));
  const request = await requestOf(tx, id);
  if (request) {
    await removeRows(tx, leaveRequestDecisions, [(place) => `leave_request_id = ${place(request.id)}`]);
    await removeRows(tx, leaveRequests, [idIs(request.id)]);
  }
  await removeRows(tx, leaves, [idIs(id)]);
  await recordDeletion(tx, id);
}
