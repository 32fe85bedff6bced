/** Calendars of public holidays: each date once, in order. A calendar that the account uses cannot be deleted. */
import { isDeepStrictEqual } from 'node:util';
import { type Holiday, publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { StoredRow } from '../platform/store/read.ts';
import { idIs, insert, remove as removeRows } from '../platform/store/write.ts';
import type { AccessContext, Write } from '../platform/verbs/access.ts';
import { checkedChanges, checkedValues, type JsonObject } from '../platform/verbs/body.ts';
import { lock, parsed } from '../platform/verbs/standard.ts';
import { type FieldErrors, invalid, noErrors, throwIfAny } from '../problem.ts';
import { addDayErrors, changeCalendar, inOrder } from './calendars.ts';
import { previewRecount, type RecountPreview } from './recounts.ts';

export async function create(tx: Tx, access: AccessContext, body: JsonObject): Promise<StoredRow> {
  const errors = noErrors();
  const values = withDays(checkedValues(publicHolidaysCalendars, body, access.caller.baseUrl, errors), errors);
  throwIfAny(errors);
  return insert(tx, publicHolidaysCalendars, values);
}

export async function update(tx: Tx, access: AccessContext, id: string, write: Write): Promise<StoredRow> {
  const { shown, changes } = await checkedUpdate(tx, access, id, write);
  return Object.keys(changes).length === 0 ? shown : changeCalendar(tx, shown, changes);
}

/** How many leaves the change would change. Nothing is written. */
export async function previewUpdate(tx: Tx, access: AccessContext, id: string, write: Write): Promise<RecountPreview> {
  const { current, changes } = await checkedUpdate(tx, access, id, write);
  // As the declaration says.
  const days = { ...current, ...changes }.days as Holiday[];
  return previewRecount(tx, { calendarId: id }, (leave) => ({
    ...leave,
    holidays: [
      ...(leave.holidays ?? []).filter(([calendarId]) => calendarId !== id),
      ...days.map(({ date }) => [id, date] as const),
    ],
  }));
}

/** Locks the calendar, and compares it with the body. */
async function checkedUpdate(tx: Tx, access: AccessContext, id: string, write: Write) {
  const shown = await lock(tx, publicHolidaysCalendars, access, id);
  write.check(shown);
  const { baseUrl } = access.caller;
  const current = parsed(shown, baseUrl);
  const errors = noErrors();
  const sent = checkedChanges(publicHolidaysCalendars, current, await write.body(), baseUrl, errors);
  const changes = Object.entries(withDays(sent, errors));
  throwIfAny(errors);
  const wanted = changes.filter(([name, value]) => !isDeepStrictEqual(value, current[name]));
  return { shown, current, changes: Object.fromEntries(wanted) };
}

/** In order, so that another order is no change; as they were sent if they are wrong. */
function withDays(values: JsonObject, errors: FieldErrors): JsonObject {
  const isWrong = Object.keys(errors).some((path) => path.split('.', 1)[0] === 'days');
  if (isWrong || values.days === undefined) return values;
  // Checked by the declaration.
  const days = values.days as Holiday[];
  addDayErrors(days, errors);
  return { ...values, days: inOrder(days) };
}

const ofAccount = statement(
  'select 1 from account_settings where account_id = $1 and public_holidays_calendar_id = $2',
);

/** The setting locks its calendar before it is written: it waits here, or is seen. */
export async function remove(tx: Tx, access: AccessContext, id: string, write: Write): Promise<void> {
  write.check(await lock(tx, publicHolidaysCalendars, access, id));
  if ((await tx.run(ofAccount, [id])).length > 0) {
    throw invalid({ id: ['This calendar is the default of the account, so it cannot be deleted.'] });
  }
  await removeRows(tx, publicHolidaysCalendars, [idIs(id)]);
}
