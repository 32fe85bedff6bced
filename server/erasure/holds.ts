/** Legal holds: while one is active, nobody erases the person. */
import { legalHolds } from '@muster/contract/administration/legal-holds.ts';
import { detail } from '@muster/contract/messages.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { findReferenced, type StoredRow } from '../platform/store/read.ts';
import { insert } from '../platform/store/write.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { changesIn, type JsonObject, unknownReference, valuesIn } from '../platform/verbs/body.ts';
import { lock, parsed, updateLocked } from '../platform/verbs/standard.ts';
import { invalid, Problem } from '../problem.ts';

/** The row of the person is protected until the end: an erasure that begins waits, and then finds the hold. */
export async function createHold(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const values = valuesIn(legalHolds, body, access.caller.baseUrl);
  const { id } = values.employee as { id: string };
  const conditions = access.conditionsOn(employees);
  const found = await findReferenced(tx, [{ resource: employees, id, conditions }]);
  if (!found.get(employees)?.has(id)) throw invalid({ 'employee.id': [unknownReference(employees.type)] });
  return insert(tx, legalHolds, { ...values, status: 'active', setBy: tx.author });
}

/** The row stays: who held what, and who lifted it, can be read later. */
export async function updateHold(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  const current = await lock(tx, legalHolds, access, id);
  write.check(current);
  const { baseUrl } = access.caller;
  const { status } = changesIn(legalHolds, parsed(current, baseUrl), await write.body(), baseUrl);
  if (status === undefined) return current;
  if (status !== 'lifted') throw invalid({ status: ['A lifted hold stays lifted. Create another one.'] });
  return updateLocked(tx, legalHolds, current, { status, liftedAt: tx.now.toISOString(), liftedBy: tx.author });
}

/** A hold that is created at the same time waits, or is found. */
export const lockedPerson = statement('select 1 from employees where account_id = $1 and id = $2::bigint for update');

const active = statement(
  `select 1 from legal_holds where account_id = $1 and employee_id = $2::bigint and status = 'active' limit 1`,
);

export const isHeld = async (session: Session, employeeId: string): Promise<boolean> =>
  (await session.run(active, [employeeId])).length > 0;

export async function refuseIfHeld(session: Session, employeeId: string): Promise<void> {
  if (await isHeld(session, employeeId)) throw new Problem('conflict', detail('personHeld'));
}
