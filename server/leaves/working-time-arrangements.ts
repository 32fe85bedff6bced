/** Working-time arrangements: rules between the days of a week, a cycle and the hours, beyond the declaration. */
import { isDeepStrictEqual } from 'node:util';
import type { Read } from '@muster/contract/kit/resource.ts';
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
import {
  checkedChanges,
  checkedValues,
  givenText,
  isObject,
  type JsonObject,
  unknownReference,
} from '../platform/verbs/body.ts';
import { lock, parsed, updateLocked } from '../platform/verbs/standard.ts';
import { addError, type FieldErrors, noErrors, throwIfAny } from '../problem.ts';
import { previewRecount, type RecountPreview, requestRecount } from './recounts.ts';

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
  const { shown, changes } = await checkedUpdate(tx, access, id, write);
  return Object.keys(changes).length === 0 ? shown : writeArrangement(tx, shown, changes);
}

/** How many leaves the change would change. Nothing is written. */
export async function previewWorkingTimeArrangement(
  tx: Tx,
  access: AccessContext,
  id: string,
  write: Write,
): Promise<RecountPreview> {
  const { current, changes } = await checkedUpdate(tx, access, id, write);
  // As the declaration says.
  const { publicHolidaysCalendar, workingWeek, cycle, minutesPerDay } = { ...current, ...changes } as unknown as Read<
    typeof workingTimeArrangements
  >;
  return previewRecount(tx, { arrangementId: id }, (leave) => ({
    ...leave,
    positions: (leave.positions ?? []).map((position) => {
      const [first, last, arrangementId] = position;
      if (arrangementId !== id) return position;
      return [first, last, id, publicHolidaysCalendar.id, workingWeek, cycle, minutesPerDay];
    }),
  }));
}

/** Locks the arrangement, and compares it with the body. */
async function checkedUpdate(tx: Tx, access: AccessContext, id: string, write: Write) {
  const shown = await lock(tx, workingTimeArrangements, access, id);
  write.check(shown);
  const { baseUrl } = access.caller;
  const current = parsed(shown, baseUrl);
  const errors = noErrors();
  const sent = checkedChanges(workingTimeArrangements, current, await write.body(), baseUrl, errors);
  await addRuleErrors(tx, access, sent, current, errors);
  throwIfAny(errors);
  const wanted = Object.entries(inOrder(sent)).filter(([name, value]) => !isDeepStrictEqual(value, current[name]));
  return { shown, current, changes: Object.fromEntries(wanted) };
}

/** Changes an arrangement that this transaction has locked. */
export async function writeArrangement(tx: Tx, shown: StoredRow, changes: JsonObject): Promise<StoredRow> {
  const changed = await updateLocked(tx, workingTimeArrangements, shown, changes);
  if (counting.some((name) => changes[name] !== undefined)) await requestRecount(tx, { arrangementId: shown.id });
  return changed;
}

/** The members that leaves are counted by. */
const counting = ['publicHolidaysCalendar', 'workingWeek', 'cycle', 'minutesPerDay'];

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
  const id = givenText(calendar.id);
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
