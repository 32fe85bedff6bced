/** Plans the erasure of a person. A worker runs it once it is approved. */

import { erasures } from '@muster/contract/administration/erasures.ts';
import type { Author } from '@muster/contract/author.ts';
import { detail } from '@muster/contract/messages.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { isNumericId } from '../platform/store/columns.ts';
import { findReferenced, type StoredRow } from '../platform/store/read.ts';
import { insert } from '../platform/store/write.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { type Actor, recordAudit } from '../platform/verbs/audit.ts';
import { type JsonObject, unknownReference, valuesIn } from '../platform/verbs/body.ts';
import { invalid, Problem } from '../problem.ts';
import { countPerson } from './counted.ts';
import { refuseIfHeld } from './holds.ts';
import { enqueue } from './queue.ts';

export async function createErasure(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const { employeeId, reason } = await checkedPlan(tx, access, body);
  return planErasure(tx, employeeId, reason, tx.author);
}

/** What would be removed. Refused for the same reasons as the erasure itself. */
export async function dryRunErasure(tx: Tx, access: AccessContext, body: JsonObject): Promise<JsonObject> {
  const { employeeId } = await checkedPlan(tx, access, body);
  await checkPerson(tx, employeeId);
  return { ...(await countPerson(tx, employeeId)) };
}

async function checkedPlan(tx: Tx, access: AccessContext, body: JsonObject) {
  const { employee, reason } = valuesIn(erasures, body, access.caller.baseUrl);
  const { id } = employee as { id: string };
  const found = await findReferenced(tx, [{ resource: employees, id, conditions: access.conditionsOn(employees) }]);
  if (!found.get(employees)?.has(id)) throw noSuchPerson();
  return { employeeId: id, reason: String(reason) };
}

const noSuchPerson = (): Problem => invalid({ 'employee.id': [unknownReference(employees.type)] });

const locked = statement('select 1 from employees where account_id = $1 and id = $2::bigint for no key update');

const open = statement(`
select 1 from erasures where account_id = $1 and employee_id = $2::bigint and status in ('planned', 'approved', 'running')`);

/** The login of a person is not removed silently: it may be that of the last owner. */
const administering = statement(`
select 1 from administrators join employees on employees.account_id = $1 and employees.id = $2::bigint
where administrators.account_id = $1 and lower(administrators.email) = lower(employees.email) limit 1`);

/** Throws unless there is such a person, whom no hold protects and nobody else is about to erase. */
async function checkPerson(tx: Tx, employeeId: string): Promise<void> {
  if (!isNumericId(employeeId) || (await tx.run(locked, [employeeId])).length === 0) throw noSuchPerson();
  await refuseIfHeld(tx, employeeId);
  if ((await tx.run(administering, [employeeId])).length > 0)
    throw new Problem('conflict', detail('personAdministers'));
  if ((await tx.run(open, [employeeId])).length > 0) throw new Problem('conflict', detail('erasureOpen'));
}

/**
 * Plans it for a person, the operator or the service, in the transaction of the caller. It is approved at once if the
 * account needs no second administrator. Who acts through the API or the command line has an audit entry already; that
 * of the service is written here.
 */
export async function planErasure(tx: Tx, employeeId: string, reason: string, author: Author): Promise<StoredRow> {
  await checkPerson(tx, employeeId);
  const status = (await needsApproval(tx)) ? 'planned' : 'approved';
  const planned = await insert(tx, erasures, {
    employee: { id: employeeId },
    reason,
    status,
    plannedBy: author,
    ...(await countPerson(tx, employeeId)),
  });
  if (author.type === 'service')
    await recordByService(tx, 'created', planned.id, { employee: { id: employeeId }, status });
  if (status === 'approved') await enqueue(tx, planned.id);
  return planned;
}

const setting = statement('select erasures_need_approval as needed from account_settings where account_id = $1');

async function needsApproval(session: Session): Promise<boolean> {
  const [row] = await session.run<{ needed: boolean | null }>(setting);
  return row?.needed ?? true;
}

const service: Actor = { kind: 'service', id: null, name: 'Muster', address: null, traceId: null };

/** The audit entry of what the service does by itself. It never names the person but by id. */
export const recordByService = (tx: Session, verb: string, erasureId: string, after: JsonObject): Promise<void> =>
  recordAudit(tx, service, {
    action: `${erasures.type}.${verb}`,
    subject: { type: erasures.type, id: erasureId },
    before: null,
    after,
  });
