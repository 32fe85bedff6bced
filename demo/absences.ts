/**
 * Who was away at the demo company, is, and will be, as planned by chance. Pure. Weeks count from the current one, which
 * is 0; each kind of absence has weeks of its own, so that nobody is away twice at the same time.
 */
import { dayAfter } from '@muster/server/people/calendar.ts';
import type { Dice } from './dice.ts';

export const firstWeek = -10;
export const lastWeek = 8;

export type LeaveAccountKey = 'paid' | 'sick' | 'hours';

/** How far a leave has come. `confirmed` was entered as such; all others began as a request. */
export type Fate = 'confirmed' | 'revoked' | 'pending' | 'partlyApproved' | 'approved' | 'denied' | 'cancelled';

export interface Absence {
  readonly account: LeaveAccountKey;
  readonly startsOn: string;
  readonly startPosition?: 'secondHalfDay';
  readonly endsOn: string;
  readonly endPosition?: 'firstHalfDay';
  readonly hours?: number;
  readonly fate: Fate;
}

export interface Weeks {
  /** The day of a week, 0 is its Monday. */
  day(week: number, weekday: number): string;
}

export function weeksAround(today: string): Weeks {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return {
    day(week, wanted) {
      const moment = new Date(`${today}T00:00:00Z`);
      moment.setUTCDate(moment.getUTCDate() - weekday + week * 7 + wanted);
      return moment.toISOString().slice(0, 10);
    },
  };
}

/** Of one person. The holidays are those of all calendars: an absence of one day falls on none of them. */
export function absencesOf(chance: Dice, weeks: Weeks, holidays: ReadonlySet<string>): Absence[] {
  return [
    ...(chance.chance(0.22) ? [pastHoliday(chance, weeks)] : []),
    ...(chance.chance(0.1) ? [sickness(chance, weeks)] : []),
    ...(chance.chance(0.08) ? appointment(chance, weeks, holidays) : []),
    ...(chance.chance(0.26) ? [plannedHoliday(chance, weeks)] : []),
  ];
}

/** A week, the second half of one, or two weeks: whatever holidays there are, a working day is left. */
function holiday(chance: Dice, weeks: Weeks, week: number, fate: Fate): Absence {
  const [firstDay, length] = chance.pick([
    [0, 5],
    [0, 5],
    [2, 3],
    [0, 12],
  ] as const);
  return {
    account: 'paid',
    startsOn: weeks.day(week, firstDay),
    ...(chance.chance(0.15) && { startPosition: 'secondHalfDay' as const }),
    endsOn: weeks.day(week, firstDay + length - 1),
    ...(chance.chance(0.15) && { endPosition: 'firstHalfDay' as const }),
    fate,
  };
}

const pastHoliday = (chance: Dice, weeks: Weeks): Absence =>
  holiday(chance, weeks, chance.between(firstWeek, -7), chance.chance(0.1) ? 'revoked' : 'confirmed');

const plannedFates: readonly Fate[] = [
  'pending',
  'pending',
  'partlyApproved',
  'approved',
  'denied',
  'cancelled',
  'confirmed',
];

const plannedHoliday = (chance: Dice, weeks: Weeks): Absence =>
  holiday(chance, weeks, chance.between(1, lastWeek - 1), chance.pick(plannedFates));

/** Some are ill this week. */
function sickness(chance: Dice, weeks: Weeks): Absence {
  const [week, firstDay] = [chance.pick([-5, -4, -3, 0]), chance.between(0, 2)];
  return {
    account: 'sick',
    startsOn: weeks.day(week, firstDay),
    endsOn: weeks.day(week, firstDay + chance.between(0, 4)),
    fate: 'confirmed',
  };
}

function appointment(chance: Dice, weeks: Weeks, holidays: ReadonlySet<string>): Absence[] {
  const [week, weekday, hours] = [chance.between(-2, -1), chance.below(3), chance.between(2, 7)];
  const fate = chance.pick(['confirmed', 'approved', 'pending'] as const);
  let date = weeks.day(week, weekday);
  while (holidays.has(date)) date = dayAfter(date);
  // A row of holidays may lead into the weekend.
  return date > weeks.day(week, 4) ? [] : [{ account: 'hours', startsOn: date, endsOn: date, hours, fate }];
}
