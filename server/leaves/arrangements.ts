/** Working-time arrangements for operators: positions refer to one, and it refers to a calendar. */
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import type { Session, Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { findOne, lockOne, type StoredRow } from '../platform/store/read.ts';
import { insert } from '../platform/store/write.ts';
import { isObject, unknownReference } from '../platform/verbs/body.ts';
import { parsed } from '../platform/verbs/standard.ts';
import { invalid } from '../problem.ts';
import { refuseWrongName } from './calendars.ts';
import { writeArrangement } from './working-time-arrangements.ts';

export interface Arrangement {
  readonly id: string;
  readonly name: string;
  readonly calendar: string;
  readonly calendarName: string;
  readonly isArchived: boolean;
  /** How many positions, past ones included, refer to it. */
  readonly positions: number;
}

const listed = statement(`
select arrangement.id::text as id, arrangement.name, calendar.id::text as calendar, calendar.name as "calendarName",
  arrangement.is_archived as "isArchived",
  (select count(*) from job_positions where account_id = $1 and working_time_arrangement_id = arrangement.id)::integer as positions
from working_time_arrangements as arrangement
  join public_holidays_calendars as calendar
    on calendar.account_id = $1 and calendar.id = arrangement.public_holidays_calendar_id
where arrangement.account_id = $1 order by arrangement.id`);

export const listArrangements = (session: Session): Promise<Arrangement[]> => session.run<Arrangement>(listed);

export async function createArrangement(
  tx: Tx,
  { name, calendar }: Pick<Arrangement, 'name' | 'calendar'>,
): Promise<StoredRow> {
  await refuseWrong(tx, { name, calendar });
  const values = { name, publicHolidaysCalendar: { id: calendar }, isArchived: false };
  return insert(tx, workingTimeArrangements, values);
}

export type ArrangementChange = Partial<Pick<Arrangement, 'name' | 'calendar' | 'isArchived'>>;

/**
 * Omitted members stay unchanged, and nothing is recorded if nothing differs. Positions keep an archived arrangement;
 * no other position can get it.
 */
export async function changeArrangement(tx: Tx, id: string, change: ArrangementChange): Promise<StoredRow> {
  await refuseWrong(tx, change);
  const shown = await lockOne(tx, workingTimeArrangements, id);
  if (!shown) throw invalid({ arrangement: [unknownReference(workingTimeArrangements.type)] });
  const { name, calendar, isArchived } = change;
  const current = parsed(shown, '');
  const wanted = {
    ...(name !== undefined && { name }),
    ...(calendar !== undefined && { publicHolidaysCalendar: { id: calendar } }),
    ...(isArchived !== undefined && { isArchived }),
  };
  const isSame = (member: string, value: unknown) => idOrSelf(current[member]) === idOrSelf(value);
  const changes = Object.fromEntries(Object.entries(wanted).filter(([member, value]) => !isSame(member, value)));
  return Object.keys(changes).length === 0 ? shown : writeArrangement(tx, shown, changes);
}

const idOrSelf = (value: unknown): unknown => (isObject(value) ? value.id : value);

async function refuseWrong(tx: Tx, { name, calendar }: ArrangementChange): Promise<void> {
  if (name !== undefined) refuseWrongName(name);
  if (calendar !== undefined && !(await findOne(tx, publicHolidaysCalendars, calendar))) {
    throw invalid({ calendar: [unknownReference(publicHolidaysCalendars.type)] });
  }
}
