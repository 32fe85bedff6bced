/** Changes the working time of an account: each member separately, validated before anything is written. */
import { languages } from '@muster/contract/languages.ts';
import { publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import type { Tx } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { isNumericId } from '../platform/store/columns.ts';
import { unknownReference } from '../platform/verbs/body.ts';
import { addError, noErrors, throwIfAny } from '../problem.ts';
import { workingTimeOf } from './leave-context.ts';
import { requestRecount } from './recounts.ts';

/** Omitted members stay unchanged; null means the default: Monday to Friday, seven hours, no calendar, English. */
export interface WorkingTimeSettings {
  /** Days of the week, 1 is Monday. */
  readonly weekdays?: readonly number[] | null;
  readonly minutesPerDay?: number | null;
  /** The id of the calendar for positions without a working-time arrangement. */
  readonly calendar?: string | null;
  readonly language?: string | null;
}

export interface WorkingTimeNow {
  readonly weekdays: readonly number[];
  readonly minutesPerDay: number;
  readonly calendar: string | null;
  readonly language: string | null;
}

const columns = {
  weekdays: ['working_weekdays', 'integer[]'],
  minutesPerDay: ['working_minutes_per_day', 'integer'],
  calendar: ['public_holidays_calendar_id', 'bigint'],
  language: ['language', 'text'],
} as const satisfies Record<keyof WorkingTimeSettings, readonly [string, string]>;

/** The settings by which leaves are counted where no arrangement says otherwise. */
const countedBy = ['weekdays', 'minutesPerDay', 'calendar'] as const;

interface Kept {
  readonly weekdays: number[] | null;
  readonly minutesPerDay: number | null;
  readonly calendar: string | null;
  readonly language: string | null;
}

export async function setWorkingTime(tx: Tx, settings: WorkingTimeSettings): Promise<WorkingTimeNow> {
  await refuseWrong(tx, settings);
  const given = Object.entries(columns).filter(([name]) => settings[name as keyof WorkingTimeSettings] !== undefined);
  const values = given.map(([name]) => settings[name as keyof WorkingTimeSettings]);
  const set = given.map(([, [column, type]], index) => `${column} = $${index + 2}::${type}`);
  await tx.run(statement('insert into account_settings (account_id) values ($1) on conflict do nothing'));
  const [now] = await tx.run<Kept>(
    statement(`
update account_settings set ${set.join(', ') || 'account_id = $1'} where account_id = $1
returning working_weekdays as weekdays, working_minutes_per_day as "minutesPerDay",
  public_holidays_calendar_id::text as calendar, language`),
    values,
  );
  if (!now) throw new Error('The settings of the account were not stored.');
  if (countedBy.some((name) => settings[name] !== undefined)) await requestRecount(tx, {});
  return { ...workingTimeOf(now), calendar: now.calendar, language: now.language };
}

const shortestMinutes = 60;
const longestMinutes = 1440;

async function refuseWrong(tx: Tx, { weekdays, minutesPerDay, calendar, language }: WorkingTimeSettings) {
  const errors = noErrors();
  if (weekdays && !isWeek(weekdays)) {
    addError(errors, 'weekdays', 'Must be days of the week such as mon,tue,wed, each named once.');
  }
  if (typeof minutesPerDay === 'number' && !isDayLength(minutesPerDay)) {
    addError(errors, 'minutesPerDay', 'A day has 1 to 24 hours, in whole minutes.');
  }
  if (typeof calendar === 'string' && !(await isCalendar(tx, calendar))) {
    addError(errors, 'calendar', unknownReference(publicHolidaysCalendars.type));
  }
  if (typeof language === 'string' && !(languages as readonly string[]).includes(language)) {
    addError(errors, 'language', `Must be one of ${languages.join(', ')}.`);
  }
  throwIfAny(errors);
}

/** Locked against deletion, which looks for this setting. */
const held = statement('select 1 from public_holidays_calendars where account_id = $1 and id = $2 for key share');

const isCalendar = async (tx: Tx, id: string): Promise<boolean> =>
  isNumericId(id) && (await tx.run(held, [id])).length > 0;

const isWeek = (weekdays: readonly number[]): boolean =>
  weekdays.length > 0 &&
  new Set(weekdays).size === weekdays.length &&
  weekdays.every((day) => Number.isInteger(day) && day >= 1 && day <= 7);

const isDayLength = (minutes: number): boolean =>
  Number.isInteger(minutes) && minutes >= shortestMinutes && minutes <= longestMinutes;
