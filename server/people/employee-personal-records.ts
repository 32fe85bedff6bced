/**
 * Personal records: their rules, and the birthday that they set on the employee. Every write locks the employee, so the
 * birthday always matches the current record.
 */
import { employeePersonalRecords } from '@muster/contract/resources/employee-personal-records.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import type { Tx } from '../platform/database/database.ts';
import { lockOne, type StoredRow } from '../platform/store/read.ts';
import { insert, update as updateRow } from '../platform/store/write.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { changesIn, checkedValues, type JsonObject } from '../platform/verbs/body.ts';
import { checkReferences } from '../platform/verbs/references.ts';
import * as standard from '../platform/verbs/standard.ts';
import { noErrors, throwIfAny } from '../problem.ts';
import { dayAndMonth } from './calendar.ts';
import { checkEmail, refusedDomains } from './email-domains.ts';
import { checkPersonalRecord } from './personal-record-rules.ts';
import { addErrorAt } from './rules.ts';

export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const errors = noErrors();
  const values = checkedValues(employeePersonalRecords, body, access.caller.baseUrl, errors);
  const addError = addErrorAt(errors);
  checkPersonalRecord(values, addError);
  checkEmail(values.email, await refusedDomains(tx), addError);
  throwIfAny(errors);
  const employee = await lockOne(tx, employees, idOf(values.employee));
  await checkReferences(tx, employeePersonalRecords, access, values);
  const created = await insert(tx, employeePersonalRecords, values);
  await giveBirthDay(tx, employee, values.birthDate);
  return created;
}

export async function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  const employee = await lockSubject(tx, access, id);
  const changed = await standard.change(tx, employeePersonalRecords, access, id, write, async (current, body) => {
    const changes = changesIn(employeePersonalRecords, current, body, access.caller.baseUrl);
    const errors = noErrors();
    const addError = addErrorAt(errors);
    checkPersonalRecord(changes, addError);
    if (changes.email) checkEmail(changes.email, await refusedDomains(tx), addError);
    throwIfAny(errors);
    return changes;
  });
  const { birthDate, unreadable } = standard.parsed(changed, '');
  // If the date cannot be decrypted, it is unknown whether it changes.
  if (!(Array.isArray(unreadable) && unreadable.includes('birthDate'))) await giveBirthDay(tx, employee, birthDate);
  return changed;
}

export async function remove(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  const employee = await lockSubject(tx, access, id);
  await standard.remove(tx, employeePersonalRecords, access, id, write);
  await giveBirthDay(tx, employee, null);
}

const idOf = (reference: unknown): string => (reference as { id: string }).id;

/** A record never changes its employee, so the value read before the lock is still valid. */
async function lockSubject(tx: Tx, access: AccessContext, id: string): Promise<StoredRow | null> {
  const record = await standard.read(tx, employeePersonalRecords, access, id);
  return lockOne(tx, employees, idOf(standard.parsed(record, '').employee));
}

/** The year stays confidential: a change of only the year does not change the employee. */
async function giveBirthDay(tx: Tx, employee: StoredRow | null, birthDate: unknown): Promise<void> {
  if (!employee) return;
  const birthDay = typeof birthDate === 'string' ? dayAndMonth(birthDate) : null;
  const known = standard.parsed(employee, '').birthDay as { day: number; month: number } | null;
  if (known?.day === birthDay?.day && known?.month === birthDay?.month) return;
  await updateRow(tx, employees, employee, { birthDay });
}
