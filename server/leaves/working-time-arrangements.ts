/** Working-time arrangements: rules between the days of a week, a cycle and the hours, beyond the declaration. */
import { isDeepStrictEqual } from 'node:util';
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import {
  type Cycle,
  type WorkedDay,
  workingTimeArrangements,
} from '@muster/contract/resources/working-time-arrangements.ts';
import type { Tx } from '../platform/database/database.ts';
import { findReferenced, type StoredRow } from '../platform/store/read.ts';
import { insert } from '../platform/store/write.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { checkedChanges, checkedValues, isObject, type JsonObject, unknownReference } from '../platform/verbs/body.ts';
import { lock, parsed, updateLocked } from '../platform/verbs/standard.ts';
import { addError, type FieldErrors, noErrors, throwIfAny } from '../problem.ts';

export async function createWorkingTimeArrangement(
  tx: Tx,
  access: AccessContext,
  body: JsonObject,
): Promise<StoredRow> {
  const errors = noErrors();
  const values = checkedValues(workingTimeArrangements, body, access.caller.baseUrl, errors);
  await addRuleErrors(tx, access, values, {}, errors);
  throwIfAny(errors);
  return insert(tx, workingTimeArrangements, inOrder(values));
}

export async function updateWorkingTimeArrangement(
  tx: Tx,
  access: AccessContext,
  id: string,
  write: Write,
): Promise<StoredRow> {
  const shown = await lock(tx, workingTimeArrangements, access, id);
  write.check(shown);
  const { baseUrl } = access.caller;
  const current = parsed(shown, baseUrl);
  const errors = noErrors();
  const changes = checkedChanges(workingTimeArrangements, current, await write.body(), baseUrl, errors);
  await addRuleErrors(tx, access, changes, current, errors);
  throwIfAny(errors);
  const wanted = Object.entries(inOrder(changes)).filter(([name, value]) => !isDeepStrictEqual(value, current[name]));
  return wanted.length === 0 ? shown : writeArrangement(tx, shown, Object.fromEntries(wanted));
}

/** Changes an arrangement that this transaction has locked. */
export const writeArrangement = (tx: Tx, shown: StoredRow, changes: JsonObject): Promise<StoredRow> =>
  updateLocked(tx, workingTimeArrangements, shown, changes);

/** Adds the errors that the schemas do not find, of members that the schemas allow. */
async function addRuleErrors(
  tx: Tx,
  access: AccessContext,
  sent: JsonObject,
  current: JsonObject,
  errors: FieldErrors,
): Promise<void> {
  const wrong = new Set(Object.keys(errors).map((path) => path.split('.', 1)[0]));
  const values = Object.fromEntries(Object.entries(sent).filter(([name]) => !wrong.has(name)));
  await addCalendarErrors(tx, access, values.publicHolidaysCalendar, errors);
  // Checked by the declaration.
  const { workingWeek, cycle } = values as { workingWeek?: WorkedDay[] | null; cycle?: Cycle | null };
  if (workingWeek) addWeekErrors(workingWeek, 'workingWeek', errors);
  for (const [index, week] of (cycle?.weeks ?? []).entries()) addWeekErrors(week, `cycle.weeks.${index}`, errors);
  const after = { ...current, ...values };
  if (after.workingWeek && after.cycle) {
    const member = cycle ? 'cycle' : 'workingWeek';
    addError(errors, member, 'Only one of workingWeek and cycle can be set: send null for the other.');
  }
}

/** The foreign key would report an unknown calendar only if nothing else is wrong. */
async function addCalendarErrors(tx: Tx, access: AccessContext, calendar: unknown, errors: FieldErrors): Promise<void> {
  if (!isObject(calendar)) return;
  const id = String(calendar.id);
  const conditions = access.conditionsOn(publicHolidaysCalendars);
  const found = await findReferenced(tx, [{ resource: publicHolidaysCalendars, id, conditions }]);
  if (!found.get(publicHolidaysCalendars)?.has(id))
    addError(errors, 'publicHolidaysCalendar', unknownReference(publicHolidaysCalendars.type));
}

function addWeekErrors(week: readonly WorkedDay[], path: string, errors: FieldErrors): void {
  for (const [index, { weekday }] of week.entries()) {
    if (week.findIndex((day) => day.weekday === weekday) < index)
      addError(errors, `${path}.${index}.weekday`, 'This day of the week is there more than once.');
  }
}

/** Days in the order of the week, so that another order is no change. */
function inOrder(values: JsonObject): JsonObject {
  // Checked by the declaration.
  const { workingWeek, cycle } = values as { workingWeek?: WorkedDay[] | null; cycle?: Cycle | null };
  return {
    ...values,
    ...(workingWeek && { workingWeek: weekInOrder(workingWeek) }),
    ...(cycle && { cycle: { ...cycle, weeks: cycle.weeks.map(weekInOrder) } }),
  };
}

const weekInOrder = (week: readonly WorkedDay[]): WorkedDay[] =>
  week.toSorted((one, other) => one.weekday - other.weekday);
