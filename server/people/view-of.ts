/** The time that a request asks about, by the clock and the timezone of the account. */

import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { View } from '../platform/store/view.ts';
import { invalid } from '../problem.ts';
import { beginningOf, dayAfter, todayIn } from './calendar.ts';

const known = statement(`
select greatest(installation_state.versions_since, accounts.created_at, accounts.versions_kept_since) as since,
  coalesce((select timezone_id from account_settings where account_id = $1), 'UTC') as "timezoneId"
from installation_state join accounts on accounts.id = $1`);

/** Refuses a moment of which nothing is known. Texts have the form of a date and of a date-time. */
export async function viewOf(session: Session, day: string | null, knownAt: string | null): Promise<View> {
  const [row] = await session.run<{ since: Date; timezoneId: string }>(known);
  const { since, timezoneId } = row ?? { since: session.now, timezoneId: 'UTC' };
  // The clock of a sandbox may have been moved back to before its creation.
  const earliest = since < session.now ? since : session.now;
  if (knownAt !== null) refuseUnknown(knownAt, earliest, session.now);
  const moment = knownAt === null ? null : toMicroseconds(knownAt);
  const dayEnd = day === null ? null : endOf(day, timezoneId, earliest, session.now);
  const isDayFirst = dayEnd !== null && (moment === null || Date.parse(dayEnd) < Date.parse(moment));
  return { day, moment, recordedUntil: isDayFirst ? dayEnd : moment };
}

function refuseUnknown(knownAt: string, earliest: Date, now: Date): void {
  const ms = Date.parse(knownAt);
  if (ms < earliest.getTime()) {
    throw invalid({ knownAt: [`Must not be before ${earliest.toISOString()}: nothing is known of earlier states.`] });
  }
  if (ms > now.getTime()) throw invalid({ knownAt: [`Must not be after ${now.toISOString()}, which is now.`] });
}

/** The database has microseconds and would round a seventh digit up. */
const toMicroseconds = (text: string): string => text.replace(/(\.\d{6})\d+/, '$1');

/** The last moment of a day; null if the day is not over. Of days before the first version, the oldest state is known. */
function endOf(day: string, timezoneId: string, earliest: Date, now: Date): string | null {
  if (day >= todayIn(timezoneId, now)) return null;
  const endMs = beginningOf(dayAfter(day), timezoneId).getTime() - 1;
  return new Date(Math.max(endMs, earliest.getTime())).toISOString();
}
