/** The time that a request asks about, by the clock and the timezone of the account. */

import type { Session } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import type { PointInTime } from '../platform/store/point-in-time.ts';
import { invalid } from '../problem.ts';
import { beginningOf, dayAfter, todayIn } from './calendar.ts';

const known = statement(`
select greatest(coalesce(accounts.versions_since, installation_state.versions_since), accounts.created_at, accounts.versions_kept_since) as since,
  accounts.sandbox is not null as "isSandbox", now() as "databaseNow",
  coalesce((select timezone_id from account_settings where account_id = $1), 'UTC') as "timezoneId"
from installation_state join accounts on accounts.id = $1`);

interface Known {
  readonly since: Date;
  readonly isSandbox: boolean;
  readonly databaseNow: Date;
  readonly timezoneId: string;
}

/** Refuses a moment of which nothing is known. Texts have the form of a date and of a date-time. */
export async function pointInTimeOf(
  session: Session,
  day: string | null,
  knownAt: string | null,
): Promise<PointInTime> {
  const [row] = await session.run<Known>(known);
  if (!row) throw new Error('The account does not exist.');
  const { since, isSandbox, databaseNow, timezoneId } = row;
  const dayEndMs = day === null ? null : endOf(day, timezoneId, session.now);
  const askedMs = Math.min(
    dayEndMs ?? Number.POSITIVE_INFINITY,
    knownAt === null ? Number.POSITIVE_INFINITY : Date.parse(knownAt),
  );
  const earliest = isSandbox && askedMs < since.getTime() ? await earliestIn(session, since) : since;
  if (knownAt !== null) refuseUnknown(knownAt, earliest, session.now);
  const moment = knownAt === null ? null : toMicroseconds(knownAt);
  // Of days before the first version, the oldest state is known.
  const dayEnd = dayEndMs === null ? null : new Date(Math.max(dayEndMs, earliest.getTime())).toISOString();
  const isDayFirst = dayEnd !== null && (moment === null || Date.parse(dayEnd) < Date.parse(moment));
  const isMoved = isSandbox || Math.abs(databaseNow.getTime() - session.now.getTime()) > clockMs;
  const fromMs = Math.min(askedMs, session.now.getTime()) - dayMs;
  const written = isMoved
    ? null
    : periodsBetween(Math.max(fromMs, since.getTime() - dayMs), databaseNow.getTime() + dayMs).map(isoOf);
  return { day, moment, recordedUntil: isDayFirst ? dayEnd : moment, written };
}

/** More are searched together: each makes the statement longer. */
const quartersApart = 4;

/** From a moment to another, with the first quarters that begin between them: partitions of versions are quarters. */
function periodsBetween(fromMs: number, toMs: number): number[] {
  const from = new Date(fromMs);
  const quarterAt = (index: number) =>
    Date.UTC(from.getUTCFullYear(), (Math.floor(from.getUTCMonth() / 3) + index) * 3);
  const quarters = Array.from({ length: quartersApart }, (_, index) => quarterAt(index + 1));
  return [fromMs, ...quarters.filter((ms) => ms < toMs), toMs];
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** Clocks of nodes and of the database differ by seconds; a day is more than they ever differ. */
const dayMs = 86_400_000;
/** With more, this is not the clock of the machine. */
const clockMs = 3_600_000;

const oldest = statement('select min(recorded_at) as at from versions where account_id = $1');

/** The clock of a sandbox may have been moved back to before its creation, and changes were recorded by it. */
async function earliestIn(session: Session, since: Date): Promise<Date> {
  const [row] = await session.run<{ at: Date | null }>(oldest);
  return new Date(Math.min(since.getTime(), row?.at?.getTime() ?? since.getTime(), session.now.getTime()));
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

/** The last moment of a day; null if the day is not over. */
const endOf = (day: string, timezoneId: string, now: Date): number | null =>
  day >= todayIn(timezoneId, now) ? null : beginningOf(dayAfter(day), timezoneId).getTime() - 1;
