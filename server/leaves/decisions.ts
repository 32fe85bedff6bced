/** Decisions, one level after the other. The decision, the request and its leaves change together. */
import { employees } from '@muster/contract/resources/employees.ts';
import { approval, denial, leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import type { Tx } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { complain, type FieldErrors, invalid, noErrors, throwIfAny } from '../problem.ts';
import { binder } from '../store/condition.ts';
import { findOne, findReferenced, type Shown } from '../store/read.ts';
import { opened } from '../store/sealing.ts';
import { insert } from '../store/write.ts';
import type { Sight } from '../verbs/access.ts';
import { checkedValues, type JsonObject, unknownReference } from '../verbs/body.ts';
import { updateLocked } from '../verbs/standard.ts';
import { nextApprover } from './approvers.ts';
import { recordStep, type Step } from './periods.ts';
import { closeRequest, type Named, type Request, requestIn } from './requests.ts';

export async function createDecision(tx: Tx, sight: Sight, body: JsonObject): Promise<Shown> {
  const errors = noErrors();
  const values = checkedValues(leaveRequestDecisions, body, sight.caller.baseUrl, errors);
  checkComment(values, errors);
  throwIfAny(errors);
  const { request, asked } = await lockRequest(tx, sight, (values.leaveRequest as Named).id);
  if (request.status !== 'pending')
    throw invalid({ 'leaveRequest.id': [`This request is ${request.status} already.`] });
  const level = request.approvedLevels + 1;
  if (values.level !== undefined && values.level !== level)
    complain(errors, 'level', `Must be ${level}, the open level.`);
  await checkApprover(tx, sight, request, values.approver as Named | null | undefined, errors);
  throwIfAny(errors);
  const decision = await insert(tx, leaveRequestDecisions, {
    ...values,
    level,
    'employee.id': request.employee.id,
    'expectedApprover.id': request.expectedApprover?.id ?? null,
  });
  if (values.type === denial) await deny(tx, request, asked, values);
  else await approve(tx, request, asked, level);
  return decision;
}

function checkComment({ type, comment }: JsonObject, errors: FieldErrors): void {
  if (type === denial && (comment === undefined || comment === null)) {
    complain(errors, 'comment', 'Is required on a denial: 5 to 2000 characters.');
  }
  if (type === approval && comment !== undefined) complain(errors, 'comment', 'Must be left out of an approval.');
}

/**
 * Locks the leaves of the request, as every change of a leave does: a cancellation waits for the decision, or the other
 * way round. The request is read after the lock, because it may have changed.
 */
async function lockRequest(tx: Tx, sight: Sight, id: string): Promise<{ request: Request; asked: Shown[] }> {
  const { values, place } = binder([id]);
  const visible = sight.conditionsOn(leaveRequests).map((condition) => ` and ${condition(place)}`);
  const asked = await tx.run<Shown>(
    statement(`
select leave.id::text as id, leave.revision::text as revision, leave.representation
from leave_requests as shown_row
  join leaves as leave on leave.account_id = $1 and leave.id = any(shown_row.leaves_id)
where shown_row.account_id = $1 and shown_row.id = $2${visible.join('')}
order by leave.id for update of leave`),
    values,
  );
  const request = asked.length > 0 ? await findOne(tx, leaveRequests, id) : null;
  if (!request) throw invalid({ 'leaveRequest.id': [unknownReference(leaveRequests.type)] });
  return { request: requestIn(request), asked: asked.map((leave) => opened(tx, leave)) };
}

/**
 * The approver in whose name the decision is made: the expected one, or any active person except the requester if
 * nobody is expected.
 */
async function checkApprover(
  tx: Tx,
  sight: Sight,
  { expectedApprover: expected, employee }: Request,
  approver: Named | null | undefined,
  errors: FieldErrors,
): Promise<void> {
  if (!approver) return;
  if (expected) {
    if (approver.id !== expected.id) {
      complain(errors, 'approver.id', `Must be ${expected.id}, who is expected to decide, or left out.`);
    }
    return;
  }
  const sought = { resource: employees, id: approver.id, conditions: sight.conditionsOn(employees), along: 'status' };
  const found = (await findReferenced(tx, [sought])).get(employees)?.get(approver.id);
  if (found?.along !== 'active' || approver.id === employee.id) {
    complain(errors, 'approver.id', 'Must be an active employee other than the one who asks.');
  }
}

async function approve(tx: Tx, request: Request, asked: readonly Shown[], level: number): Promise<void> {
  if (level === request.approvalLevels) {
    await closeRequest(tx, request, { status: 'approved', approvedLevels: level });
    await settle(tx, asked, 'confirmed', { status: 2 });
    return;
  }
  const next = await nextApprover(tx, request);
  const isSame = (next?.id ?? null) === (request.expectedApprover?.id ?? null);
  await updateLocked(tx, leaveRequests, request, { approvedLevels: level, ...(!isSame && { expectedApprover: next }) });
  for (const { id } of asked) await recordStep(tx, id, { status: 1 });
}

async function deny(tx: Tx, request: Request, asked: readonly Shown[], values: JsonObject): Promise<void> {
  await closeRequest(tx, request, { status: 'rejected' });
  const cancelledById = (values.approver as Named | null | undefined)?.id ?? null;
  await settle(tx, asked, 'cancelled', { status: 3, comment: String(values.comment), cancelledById });
}

async function settle(tx: Tx, asked: readonly Shown[], status: 'confirmed' | 'cancelled', step: Step): Promise<void> {
  for (const leave of asked) {
    await updateLocked(tx, leaves, leave, { status });
    await recordStep(tx, leave.id, step);
  }
}
