/** `muster accounts working-time`: the basis for counting leaves. */

import type { Command } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import type { Run } from '../outcome.ts';
import { changeSettings, idIn, referenceTo, type Settings } from '../settings.ts';

interface Options extends AccountOption {
  readonly weekdays?: string;
  readonly hoursPerDay?: string;
  readonly calendar?: string;
  readonly language?: string;
}

/** Monday is 1. */
const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const explanation = `
Without an option it shows what is set. Leaves that exist keep the days that were counted for them; the settings count
for leaves made from now on, and for those whose dates are changed. Public holidays are those of the calendar of the
working-time arrangement on the job position of the day; the calendar set here counts where there is no arrangement.`;

export function addWorkingTimeSettings(accounts: Command, run: Run): void {
  withAccountOption(accounts.command('working-time'))
    .description('show and set the working week, the length of a day, the default calendar and the language')
    .option('--weekdays <days>', 'days of the working week, separated by commas; "default" for Monday to Friday')
    .option('--hours-per-day <hours>', 'such as 7.5 or 7:45; "default" for 7')
    .option('--calendar <id>', 'public holidays where a position has no working-time arrangement; "none" for none')
    .option('--language <code>', 'of the people, for older systems, such as fr-FR; "default" for English')
    .addHelpText('after', explanation)
    .addHelpText(
      'after',
      examples(
        'muster accounts working-time --account acme',
        'muster accounts working-time --account acme --weekdays mon,tue,wed,thu,fri,sat --hours-per-day 6:30',
        'muster accounts working-time --account acme --calendar 3 --language fr-FR',
      ),
    )
    .action((options: Options) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const { name } = account;
        const now = workingTimeIn(await changeSettings(installation, account, settingsIn(options), names));
        const weekdays = now.weekdays.map((day) => weekdayNames[day - 1]).join(', ');
        const { calendar, language, minutesPerDay } = now;
        return {
          json: { account: name, ...now },
          text:
            `${name}: working days ${weekdays}; ${clock(minutesPerDay)} hours a day; default calendar ` +
            `${calendar ?? 'none'}; language ${language ?? 'English'}.`,
        };
      }),
    );
}

const names = {
  workingWeekdays: 'weekdays',
  workingMinutesPerDay: 'minutesPerDay',
  publicHolidaysCalendar: 'calendar',
  language: 'language',
};

const settingsIn = ({ weekdays, hoursPerDay, calendar, language }: Options): Settings => ({
  ...(weekdays !== undefined && {
    workingWeekdays: weekdays === 'default' ? null : weekdays.split(',').map(weekdayIn),
  }),
  ...(hoursPerDay !== undefined && {
    workingMinutesPerDay: hoursPerDay === 'default' ? null : minutesIn(hoursPerDay),
  }),
  ...(calendar !== undefined && { publicHolidaysCalendar: referenceTo(calendar === 'none' ? null : calendar) }),
  ...(language !== undefined && { language: language === 'default' ? null : language }),
});

/** In the order and by the names that the command has for them. */
const workingTimeIn = (settings: Settings) => ({
  weekdays: settings.workingWeekdays as number[],
  minutesPerDay: settings.workingMinutesPerDay as number,
  calendar: idIn(settings.publicHolidaysCalendar),
  language: settings.language as string | null,
});

/** By its name or its first letters, at least three; 0 for an unknown day, which is refused with the others. */
function weekdayIn(text: string): number {
  const word = text.trim().toLowerCase();
  return word.length < 3 ? 0 : weekdayNames.findIndex((name) => name.startsWith(word)) + 1;
}

/** Hours and minutes, or hours with a fraction; otherwise NaN. */
function minutesIn(text: string): number {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes);
  const given = Number(text) * 60;
  // 7.6 hours are 456 minutes, despite binary fractions.
  return Math.abs(given - Math.round(given)) < 1e-6 ? Math.round(given) : given;
}

const clock = (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
