/** Decisions, one level after the other. The decision, the request and its leaves change together. */
import { employees } from '@muster/contract/resources/employees.ts';
import { approval, denial, leaveRequestDecisions } from '@muster/contract/resources/leave-request-decisions.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { binder } from '../platform/store/condition.ts';
import { findOne, findReferenced, type StoredRow } from '../platform/store/read.ts';
import { opened } from '../platform/store/sealing.ts';
import { lockedText } from '../platform/store/stored-text.ts';
import { insert } from '../platform/store/write.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { checkedValues, type JsonObject, unknownReference } from '../platform/verbs/body.ts';
import { updateLocked } from '../platform/verbs/standard.ts';
import { addError, type FieldErrors, invalid, noErrors, throwIfAny } from '../problem.ts';
import { nextApprover } from './approvers.ts';
import { recordStep, type Step } from './periods.ts';
import { closeRequest, type Named, type Request, requestIn } from './requests.ts';

export async function createDecision(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const errors = noErrors();
  const values = checkedValues(leaveRequestDecisions, withoutBlankComment(body), access.caller.baseUrl, errors);
  throwIfAny(errors);
  checkComment(values, errors);
  const { request, asked } = await lockRequest(tx, access, (values.leaveRequest as Named).id, errors);
  await decideAsManager(tx, access, request, values);
  const decidedBy = deciderOf(access, values);
  const repeated = await sameDecision(tx, request, values, decidedBy);
  if (repeated) return repeated;
  if (request.status !== 'pending') {
    addError(errors, 'leaveRequest.id', `This request is ${request.status} already.`);
    throwIfAny(errors);
  }
  const level = request.approvedLevels + 1;
  if (values.level !== undefined && values.level !== level)
    addError(errors, 'level', `Must be ${level}, the open level.`);
  await checkApprover(tx, access, request, values.approver as Named | null | undefined, errors);
  throwIfAny(errors);
  const decision = await insert(tx, leaveRequestDecisions, {
    ...values,
    level,
    'employee.id': request.employee.id,
    'expectedApprover.id': request.expectedApprover?.id ?? null,
    decidedBy: decidedBy.name,
  });
  if (values.type === denial) await deny(tx, request, asked, values);
  else await approve(tx, request, asked, level);
  return decision;
}

/** A comment of blanks is none. */
function withoutBlankComment(body: JsonObject): JsonObject {
  const { comment, ...others } = body;
  return typeof comment === 'string' && comment.trim() === '' ? others : body;
}

/**
 * A manager decides in their own name what they are expected to decide, and stands in for managers of their team. They
 * decide neither their own requests nor the levels above them.
 */
async function decideAsManager(
  tx: Tx,
  access: AccessContext,
  { employee, expectedApprover: expected }: Request,
  values: JsonObject,
): Promise<void> {
  const own = access.caller.person?.teamOf ?? null;
  if (own === null) return;
  if (employee.id === own) throw invalid({ 'leaveRequest.id': ['Nobody decides their own request.'] });
  if (expected && expected.id !== own) {
    const wanted = { resource: employees, id: expected.id, conditions: access.conditionsOn(employees) };
    const isInTeam = (await findReferenced(tx, [wanted])).get(employees)?.has(expected.id);
    if (!isInTeam) throw invalid({ 'leaveRequest.id': ['Somebody above you is to decide this level.'] });
    return;
  }
  values.approver ??= { id: own };
}

/** Who decides: the named approver, the signed-in person, or an application that names nobody. */
interface Decider {
  readonly name: string;
  readonly isPerson: boolean;
}

function deciderOf({ caller: { person, clientApplicationId } }: AccessContext, values: JsonObject): Decider {
  const approver = values.approver as Named | null | undefined;
  if (approver) return { name: `employee ${approver.id}`, isPerson: true };
  if (person) return { name: `administrator ${person.administratorId}`, isPerson: true };
  return { name: `client-application ${clientApplicationId}`, isPerson: false };
}

const last = statement(`
select id::text as id from (
  select id, type, comment, level, decided_by, created_at from leave_request_decisions
  where account_id = $1 and leave_request_id = $2 order by level desc limit 1
) as decision
where decided_by = $3 and type = $4 and comment is not distinct from $5 and level = coalesce($6, level)
  and created_at >= coalesce($7, created_at)`);

/** Longer than a double click, and than a request that is sent again because the first one takes its time. */
const doubleClickMs = 10_000;

/**
 * The last decision of the request if this one is the same: a button that is pressed twice decides one level. Who decides
 * the next level as well sends its number. The leaves of the request are locked, so two at once come one after the other.
 *
 * An application that names nobody may decide for several people, one level after the other: only its decision of a
 * moment ago is the same one, and only if neither a level nor the end of the request tells the two apart.
 */
async function sameDecision(
  tx: Tx,
  { id, status }: Request,
  { type, comment = null, level = null }: JsonObject,
  { name, isPerson }: Decider,
): Promise<StoredRow | null> {
  if (!isPerson && (level !== null || status !== 'pending')) return null;
  const since = isPerson ? null : new Date(tx.now.getTime() - doubleClickMs);
  const [same] = await tx.run<Named>(last, [id, name, type, comment, level, since]);
  return same ? findOne(tx, leaveRequestDecisions, same.id) : null;
}

function checkComment({ type, comment }: JsonObject, errors: FieldErrors): void {
  if (type === denial && (comment === undefined || comment === null)) {
    addError(errors, 'comment', 'Is required on a denial: 5 to 2000 characters.');
  }
  if (type === approval && comment !== undefined) addError(errors, 'comment', 'Must be left out of an approval.');
}

/**
 * Locks the leaves of the request, as every change of a leave does: a cancellation waits for the decision, or the other
 * way round. The request is read after the lock, because it may have changed.
 */
async function lockRequest(
  tx: Tx,
  access: AccessContext,
  id: string,
  errors: FieldErrors,
): Promise<{ request: Request; asked: StoredRow[] }> {
  const { values, place } = binder([id]);
  const visible = access.conditionsOn(leaveRequests).map((condition) => ` and ${condition(place)}`);
  const asked = await tx.run<StoredRow>(
    statement(`
select leave.id::text as id, leave.revision::text as revision, ${lockedText(leaves, 'leave')} as representation
from leave_requests as shown_row
  join leaves as leave on leave.account_id = $1 and leave.id = any(shown_row.leaves_id)
where shown_row.account_id = $1 and shown_row.id = $2${visible.join('')}
order by leave.id for update of leave`),
    values,
  );
  const request = asked.length > 0 ? await findOne(tx, leaveRequests, id) : null;
  if (!request) {
    addError(errors, 'leaveRequest.id', unknownReference(leaveRequests.type));
    throw invalid(errors);
  }
  return { request: requestIn(request), asked: asked.map((leave) => opened(tx, leave)) };
}

/**
 * The approver in whose name the decision is made: the expected one, or any active person except the requester if
 * nobody is expected.
 */
async function checkApprover(
  tx: Tx,
  access: AccessContext,
  { expectedApprover: expected, employee }: Request,
  approver: Named | null | undefined,
  errors: FieldErrors,
): Promise<void> {
  if (!approver) return;
  if (expected) {
    if (approver.id !== expected.id) {
      addError(errors, 'approver.id', `Must be ${expected.id}, who is expected to decide, or left out.`);
    }
    return;
  }
  const wanted = { resource: employees, id: approver.id, conditions: access.conditionsOn(employees), along: 'status' };
  const found = (await findReferenced(tx, [wanted])).get(employees)?.get(approver.id);
  if (found?.along !== 'active' || approver.id === employee.id) {
    addError(errors, 'approver.id', 'Must be an active employee other than the one who asks.');
  }
}

async function approve(tx: Tx, request: Request, asked: readonly StoredRow[], level: number): Promise<void> {
  if (level === request.approvalLevels) {
    await closeRequest(tx, request, { status: 'approved', approvedLevels: level });
    await decideAll(tx, asked, 'confirmed', { status: 2 });
    return;
  }
  const next = await nextApprover(tx, request);
  const isSame = (next?.id ?? null) === (request.expectedApprover?.id ?? null);
  await updateLocked(tx, leaveRequests, request, { approvedLevels: level, ...(!isSame && { expectedApprover: next }) });
  for (const { id } of asked) await recordStep(tx, id, { status: 1 });
}

async function deny(tx: Tx, request: Request, asked: readonly StoredRow[], values: JsonObject): Promise<void> {
  await closeRequest(tx, request, { status: 'rejected' });
  const cancelledById = (values.approver as Named | null | undefined)?.id ?? null;
  await decideAll(tx, asked, 'cancelled', { status: 3, comment: String(values.comment), cancelledById });
}

async function decideAll(
  tx: Tx,
  asked: readonly StoredRow[],
  status: 'confirmed' | 'cancelled',
  step: Step,
): Promise<void> {
  for (const leave of asked) {
    await updateLocked(tx, leaves, leave, { status });
    await recordStep(tx, leave.id, step);
  }
}
