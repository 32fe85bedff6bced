import { described, differing, integer, nullable, reference, text, trimmed } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { anyOf, as, closed, int, maybe, named, orNull, type Schema, string } from '../kit/schema.ts';
import { archivedFromStart } from '../kit/traits.ts';
import { countsAgain, recountPreview } from './public-holidays-calendars.ts';

/** A day of the week that is worked. */
export interface WorkedDay {
  /** 1 is Monday. */
  weekday: number;
  range: 'allDay' | 'firstHalfDay' | 'secondHalfDay';
  /** The working time of the day, or of its worked half; null: as long as days of the arrangement are. */
  minutes: number | null;
}

type WorkedDayIn = Pick<WorkedDay, 'weekday'> & Partial<WorkedDay>;

/** Weeks that follow one another again and again. */
export interface Cycle<Day = WorkedDay> {
  /** The first week is the one that contains this day. */
  startsOn: string;
  weeks: Day[][];
}

const weekdaysMax = 7;
/** A shift of any number of days up to this one repeats itself after as many weeks. */
const weeksMax = 52;
const minutesMax = 1440;

const weekday = int({ minimum: 1, maximum: weekdaysMax, description: '1 is Monday.' });
const range = { ...anyOf('allDay', 'firstHalfDay', 'secondHalfDay'), default: 'allDay' };
const minutes = orNull(
  int({
    minimum: 1,
    maximum: minutesMax,
    description: 'Of the day, or of its worked half. Null: `minutesPerDay`, or half of it.',
  }),
);

const dayRead: Schema<WorkedDay> = named('worked-day', as(closed({ weekday, range, minutes })));
const daySent: Schema<WorkedDayIn> = named(
  'worked-day-sent',
  as(closed({ weekday, range: maybe(range), minutes: maybe(minutes) })),
);

const week = <Day>(day: Schema<Day>, least: number): Schema<Day[]> => ({
  type: 'array',
  minItems: least,
  maxItems: weekdaysMax,
  items: day,
});

const cycle = <Day>(title: string, day: Schema<Day>): Schema<Cycle<Day>> =>
  named(
    title,
    as(
      closed({
        startsOn: string({ format: 'date', description: 'Any day of the first week. Weeks begin on Monday.' }),
        weeks: { type: 'array', minItems: 2, maxItems: weeksMax, items: week(day, 0) },
      }),
    ),
  );

export const workingTimeArrangements = resource({
  type: 'working-time-arrangement',
  summary: 'Which days and hours people work, and which public holidays are off. Job positions refer to one.',
  scopes: ['working-time-arrangements'],
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    name: described(trimmed(text({ max: 255 })), 'As people call it.'),
    publicHolidaysCalendar: described(reference('public-holidays-calendar'), 'Which days are off.'),
    workingWeek: described(
      nullable(differing(week(dayRead, 1), week(daySent, 1), 'json')),
      'The days that are worked in every week. Null: those of the cycle, or of the account.',
    ),
    cycle: described(
      nullable(differing(cycle('working-time-cycle', dayRead), cycle('working-time-cycle-sent', daySent), 'json')),
      'For shifts: weeks that follow one another again and again. Null unless `workingWeek` is.',
    ),
    minutesPerDay: described(
      nullable(integer({ min: 60, max: minutesMax })),
      'The length of a whole day that has none of its own. Null: as the account says.',
    ),
    ...archivedFromStart,
  },
  filterable: ['id', 'isArchived'],
  preview: recountPreview,
  notes: {
    update:
      `A change of the days, the hours or the calendar ${countsAgain} Positions keep an archived arrangement; no other ` +
      'position can get it.',
    remove:
      'An arrangement that a job position refers to, also one of the past, cannot be deleted: 400. Archive it instead.',
  },
});
