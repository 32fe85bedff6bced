/** Leaves: days are counted when a leave is written, and half-days of an employee never overlap. */
import { type DurationIn, durationOf, msIn, msPer } from '@muster/contract/duration.ts';
import { employees } from '@muster/contract/resources/employees.ts';
import { leaveRequests } from '@muster/contract/resources/leave-requests.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { dayAfter } from '../people/calendar.ts';
import type { Tx } from '../platform/database/database.ts';
import type { StoredRow } from '../platform/store/read.ts';
import { insert } from '../platform/store/write.ts';
import type { AccessContext } from '../platform/verbs/access.ts';
import { checkedValues, type JsonObject, unknownReference } from '../platform/verbs/body.ts';
import { addReferenceErrors } from '../platform/verbs/references.ts';
import { addError, type FieldErrors, invalid, noErrors, throwIfAny } from '../problem.ts';
import {
  type CountedDay,
  coveredDays,
  durationUnitOf,
  halfNumber,
  halvesOf,
  laidOut,
  type Period,
  shownDays,
  sumMs,
  type Unit,
  wholeDays,
} from './counting.ts';
import { checkDetails, checkDetailsTogether, checkNamedLeaves, keptDetails } from './details.ts';
import { isWithin, type LeaveContext, leaveContextOf } from './leave-context.ts';
import { keepPeriod } from './periods.ts';

const daysMax = 365;

export async function createLeave(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const errors = noErrors();
  const values = checkedValues(leaves, body, access.caller.baseUrl, errors);
  checkDetails(values.details, (values.details as JsonObject | null)?.nature, errors);
  if (values.status === 'cancelled') addError(errors, 'status', 'Must be tentative or confirmed on creation.');
  throwIfAny(errors);
  // Checked by the declaration.
  const period = { startPosition: 'firstHalfDay', endPosition: 'secondHalfDay', ...values } as Period;
  const [employeeId, accountId] = [idIn(values.employee), idIn(values.leaveAccount)];
  checkPeriod(period, errors);
  // Locks the account: a change of its unit, an archiving or a deletion waits, or has happened before.
  await addReferenceErrors(tx, access, [{ resource: leaves, values }], errors);
  throwIfAny(errors);
  const context = await leaveContextOf(tx, employeeId, accountId, period);
  if (!context) throw invalid({ 'employee.id': [unknownReference(employees.type)] });
  const days = countedIn(period, context, givenMs(values.totalDuration, context, errors), errors);
  checkDetailsTogether(values.details, days, errors);
  await checkNamedLeaves(tx, values.details, { employeeId }, errors);
  throwIfAny(errors);
  const isConfirmed = values.status === 'confirmed';
  const created = await alone(
    insert(tx, leaves, {
      ...values,
      ...period,
      ...writtenPeriod(period, days, context.counting.unit),
      details: keptDetails(values.details),
      'leaveRequest.id': isConfirmed ? null : context.requestId,
    }),
  );
  if (!isConfirmed) await openRequest(tx, created.id, employeeId, context);
  const halves = halvesOf(days, context.counting);
  await keepPeriod(tx, { ...period, id: created.id, employeeId, leaveAccountId: accountId, isConfirmed, halves });
  return created;
}

const idIn = (reference: unknown): string => (reference as { id: string }).id;

export function checkPeriod({ startsOn, startPosition, endsOn, endPosition }: Period, errors: FieldErrors): void {
  if (endsOn < startsOn) addError(errors, 'endsOn', 'Must not be before startsOn.');
  if (startsOn === endsOn && startPosition === 'secondHalfDay' && endPosition === 'firstHalfDay') {
    addError(errors, 'endPosition', 'A leave of one day cannot end before it begins.');
  }
}

/** The counted days of a period; adds errors if they cannot be counted. Without a length, whole days count. */
export function countedIn(
  period: Period,
  { counting, employments }: Pick<LeaveContext, 'counting' | 'employments'>,
  givenMs: number | null,
  errors: FieldErrors,
): CountedDay[] {
  checkEmployed(period, employments, errors);
  const whole = wholeDays(coveredDays(period, counting, daysMax), counting);
  if (whole.length === 0) addError(errors, 'startsOn', 'No half-day of this period counts on this leave-account.');
  if (whole.length > daysMax) addError(errors, 'endsOn', `A leave must have at most ${daysMax} days that count.`);
  const days = givenMs === null ? whole : laidOut(whole, givenMs);
  if (days) return days;
  const most = durationOf(sumMs(whole), durationUnitOf(counting.unit)).value;
  addError(errors, 'totalDuration', `Must reach the last day that counts, and be at most ${most} hours.`);
  return [];
}

/** A leave may span several employments without a gap. */
function checkEmployed(period: Period, employments: LeaveContext['employments'], errors: FieldErrors): void {
  const outside = 'Must lie inside an employment of the employee, like every day of the leave.';
  for (let date = period.startsOn; ; ) {
    const employment = employments.find((days) => isWithin(date, days));
    if (!employment) addError(errors, date === period.startsOn ? 'startsOn' : 'endsOn', outside);
    const last = employment?.[1] ?? null;
    if (last === null || last >= period.endsOn) return;
    date = dayAfter(last);
  }
}

/** The length that a creation states; null if none. */
function givenMs(sent: unknown, { counting }: LeaveContext, errors: FieldErrors): number | null {
  if (sent === undefined) return null;
  if (counting.unit !== 'workingHours') {
    addError(errors, 'totalDuration', 'Must be left out: only an account of working hours takes a total.');
    return null;
  }
  const { iso, value, unit } = sent as DurationIn;
  const isNumber = value !== undefined && unit !== undefined && iso === undefined;
  if (!isNumber && (iso === undefined || value !== undefined || unit !== undefined)) {
    addError(errors, 'totalDuration', 'Must be either a value with its unit, or an iso text.');
    return null;
  }
  if (isNumber) {
    if (unit === 'hours') return Math.round(value * 1000) * (msPer.hours / 1000);
    addError(errors, 'totalDuration.unit', 'Must be hours.');
    return null;
  }
  const ms = msIn(iso ?? '');
  if (ms !== null && ms >= msPer.hours / 1000) return ms;
  addError(errors, 'totalDuration.iso', 'Must be a duration such as PT14H or P1DT3H30M, of at least PT3.6S.');
  return null;
}

/** The columns that follow from the period. */
export const writtenPeriod = (period: Period, days: readonly CountedDay[], unit: Unit): JsonObject => ({
  days: shownDays(days, unit),
  totalDuration: durationOf(sumMs(days), durationUnitOf(unit)),
  firstHalf: halfNumber(period.startsOn, period.startPosition),
  lastHalf: halfNumber(period.endsOn, period.endPosition),
});

/** Writes a leave; an exclusion constraint prevents overlaps with other leaves of the employee. */
export async function alone<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== '23P01' || constraint !== 'leaves_never_overlap') throw error;
    throw invalid({ startsOn: ['Another leave of this employee covers a half-day of this period.'] });
  }
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
