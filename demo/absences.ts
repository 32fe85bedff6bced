/**
 * Random absences of the people of the demo company: past, current and planned. Pure. The current week is 0. Each kind
 * of absence has its own weeks, so that nobody is absent twice at the same time.
 */
import { dayAfter } from '@muster/server/people/calendar.ts';
import type { Dice } from './dice.ts';

export const firstWeek = -10;
export const lastWeek = 8;

export type LeaveAccountKey = 'paid' | 'sick' | 'hours';

/** The final state of a leave. `confirmed` is entered as such; all others begin as a request. */
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
  /** The day of a week; 0 is Monday. */
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

/** The absences of one person. An absence of one day does not fall on a holiday of any calendar. */
export function absencesOf(chance: Dice, weeks: Weeks, holidays: ReadonlySet<string>): Absence[] {
  return [
    ...(chance.chance(0.22) ? [pastHoliday(chance, weeks)] : []),
    ...(chance.chance(0.1) ? [sickness(chance, weeks)] : []),
    ...(chance.chance(0.08) ? appointment(chance, weeks, holidays) : []),
    ...(chance.chance(0.26) ? [plannedHoliday(chance, weeks)] : []),
  ];
}

/** A week, the second half of a week, or two weeks: long enough to contain a working day despite holidays. */
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
  // Consecutive holidays may extend into the weekend.
  return date > weeks.day(week, 4) ? [] : [{ account: 'hours', startsOn: date, endsOn: date, hours, fate }];
}
