/** Employments: rehiring, changing dates, and deleting one with everything that belongs to it. */

import { employees } from '@muster/contract/resources/employees.ts';
import { employments } from '@muster/contract/resources/employments.ts';
import type { Tx } from '../platform/database/database.ts';
import { sentTogether } from '../platform/database/sent-together.ts';
import type { StoredRow } from '../platform/store/read.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { isObject, type JsonObject, unknownReference } from '../platform/verbs/body.ts';
import { isBlamed } from '../platform/verbs/other-errors.ts';
import { type FieldErrors, invalid, noErrors, throwIfAny } from '../problem.ts';
import { type Career, careerAsOf, type Employment, positionsOf } from './career.ts';
import { changeCareer, lockNamed, removeFromCareer } from './careers.ts';
import { addDraftErrors, draftOf, lookUpDraft, withRowIds } from './draft.ts';
import { record, writtenAs } from './records.ts';
import { type AddError, addErrorAt, checkDates, checkTemplate } from './rules.ts';
import { settingsAndIds } from './settings.ts';

export { employmentsInTime as inTime } from './in-time.ts';

export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const { baseUrl } = access.caller;
  const errors = noErrors();
  const { employee } = body;
  // The draft reports a malformed id like any reference.
  const employeeId = isObject(employee) && typeof employee.id === 'string' ? employee.id : '0';
  const parsed = draftOf(body, { employeeId, employmentId: '0', positionId: '0' }, baseUrl, errors);
  if (!parsed) {
    await addOverlap(tx, access, employeeId, body, errors);
    throw invalid(errors);
  }
  const [recorded, context, { employmentId, positionId }] = await sentTogether([
    lockNamed(tx, employees, access, employeeId),
    lookUpDraft(tx, access, parsed, [], errors),
    settingsAndIds(tx),
  ]);
  if (!recorded) throw invalid({ employee: [unknownReference('employee')] });
  const { career } = recorded;
  const draft = withRowIds(parsed, { employeeId, employmentId, positionId });
  addDraftErrors(draft, career, context, errors);
  throwIfAny(errors);
  const after: Career = {
    ...career,
    employments: [...career.employments, draft.employment],
    positions: [...career.positions, draft.position],
    places: new Map([...career.places, ...context.places]),
  };
  const written = await record(tx, recorded, careerAsOf(after, recorded.now));
  return written.get(writtenAs(employments, employmentId)) as StoredRow;
}

/** Whether a body with other errors overlaps another employment: only the person and the dates must be right for that. */
async function addOverlap(
  tx: Tx,
  access: AccessContext,
  employeeId: string,
  { start, end = null }: JsonObject,
  errors: FieldErrors,
): Promise<void> {
  if (['employee', 'start', 'end'].some((name) => isBlamed(name, errors))) return;
  const recorded = await lockNamed(tx, employees, access, employeeId);
  if (recorded) checkDates({ start, end } as Employment, recorded.career.employments, addErrorAt(errors));
}

export function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  return changeCareer<Employment>(tx, employments, access, id, write, (career, row, changes, addError, context) => {
    const moved = withDates(career, row, changes, addError);
    if (changes.template) {
      const [first] = positionsOf(id, career.positions);
      checkTemplate(row, first && context.places.get(first.businessEstablishment.id)?.legalEntityId, context, addError);
    }
    return moved;
  });
}

/** The first position starts with the employment, and no position extends beyond it. */
function withDates(career: Career, row: Employment, changes: JsonObject, addError: AddError): Career {
  const others = career.employments.filter(({ id }) => id !== row.id);
  if (changes.start || changes.end !== undefined) checkDates(row, others, addError);
  const [first, second] = positionsOf(row.id, career.positions);
  const start = row.start.date;
  if (changes.start) {
    const period = career.periods.find(({ employment }) => employment.id === row.id);
    if (second && start >= second.startsOn)
      addError('start.date', `Must be before ${second.startsOn}, the second position.`);
    if (period && start > period.initialEndsOn) {
      addError('start.date', `Must not be after ${period.initialEndsOn}, the end of the probationary period.`);
    }
  }
  const last = positionsOf(row.id, career.positions).at(-1);
  if (changes.end && row.end && last && last !== first && last.startsOn > row.end.date) {
    addError('end.date', `Must not be before ${last.startsOn}, on which a position starts.`);
  }
  return {
    ...career,
    employments: [...others, row],
    positions: career.positions.map((position) => (position === first ? { ...position, startsOn: start } : position)),
  };
}

export function remove(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  return removeFromCareer(tx, employments, access, id, write, (career, addError) => {
    if (career.employments.length === 1) addError('id', 'The only employment of an employee cannot be deleted.');
    const isOther = ({ employment }: { readonly employment: { readonly id: string } }) => employment.id !== id;
    if (career.employments.length === 1) return career;
    return {
      ...career,
      employments: career.employments.filter((employment) => employment.id !== id),
      positions: career.positions.filter(isOther),
      periods: career.periods.filter(isOther),
    };
  });
}
