import { type Holiday, publicHolidaysCalendars } from '@muster/contract/resources/public-holidays-calendars.ts';
import {
  type CalendarSummary,
  createCalendar,
  listCalendars,
  type Put,
  putDays,
  readCalendar,
  removeDays,
  renameCalendar,
} from '@muster/server/leaves/calendars.ts';
import { Command } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import { holidaysIn } from '../holidays-file.ts';
import type { Installation } from '../installation.ts';
import { type NamedAccount, operate, refuseUnknown } from '../operate.ts';
import type { Run } from '../outcome.ts';
import { refusing } from '../refusing.ts';
import { table } from '../table.ts';

const countedAgain = `
Open leaves, and confirmed ones that are still to come, are counted again in the background. Others keep the days that
were counted for them.`;

export function calendarCommands(run: Run): Command {
  const calendars = new Command('calendars').description(
    'the calendars of an account, and the public holidays in them',
  );
  const all = [createCommand, listCommand, showCommand, renameCommand, addCommand, removeCommand, importCommand];
  for (const command of all) calendars.addCommand(command(run));
  return calendars;
}

/** Days are rows of a calendar that the API does not show one by one. */
const ofDays = (calendarId: string) => ({
  action: 'public-holidays.changed',
  subject: { type: publicHolidaysCalendars.type, id: calendarId },
});

const addDays = (
  installation: Installation,
  account: NamedAccount,
  id: string,
  holidays: readonly Holiday[],
): Promise<Put> =>
  operate(installation, account, async ({ tx, record }) => {
    const put = await putDays(tx, id, holidays);
    const isChanged = put.added + put.renamed > 0;
    if (isChanged) await record({ ...ofDays(id), before: null, after: { dates: holidays.map(({ date }) => date) } });
    return put;
  });

const calendarArgument = ['<calendar>', 'the id of the calendar'] as const;

function createCommand(run: Run): Command {
  return withAccountOption(new Command('create').description('create a calendar without days'))
    .requiredOption('--name <name>', 'what people call it')
    .addHelpText('after', examples('muster calendars create --account acme --name "France"'))
    .action(({ name, ...options }: AccountOption & { name: string }) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const { id } = await operate(installation, account, ({ tx, createWith }) =>
          createWith(publicHolidaysCalendars, () => createCalendar(tx, name)),
        );
        return {
          json: { account: account.name, id, name },
          text: [
            `The calendar ${name} of ${account.name} was created, with the id ${id}.`,
            `Give it days next: muster calendars import ${id} holidays.csv --account ${account.name}`,
          ].join('\n'),
        };
      }),
    );
}

function listCommand(run: Run): Command {
  return withAccountOption(new Command('list').description('list the calendars of an account'))
    .addHelpText('after', examples('muster calendars list --account acme'))
    .action((options: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const calendars = await listCalendars(installation.database.session(account.id));
        const rows = calendars.map((calendar) => [
          calendar.id,
          calendar.name,
          String(calendar.days),
          spanOf(calendar),
          useOf(calendar),
        ]);
        return {
          json: { account: account.name, calendars },
          text:
            calendars.length === 0
              ? `The account ${account.name} has no calendar yet.`
              : table(['ID', 'NAME', 'DAYS', 'FROM – TO', 'USED BY'], rows),
        };
      }),
    );
}

const spanOf = ({ firstDay, lastDay }: CalendarSummary): string =>
  firstDay === null ? '' : `${firstDay} – ${lastDay}`;

const useOf = ({ arrangements, isDefault }: CalendarSummary): string =>
  [...(arrangements === 0 ? [] : [counted(arrangements, 'arrangement')]), ...(isDefault ? ['the account'] : [])].join(
    ', ',
  );

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function showCommand(run: Run): Command {
  return withAccountOption(new Command('show').description('show the public holidays of a calendar'))
    .argument(...calendarArgument)
    .option('--year <year>', 'of this year alone')
    .addHelpText(
      'after',
      examples('muster calendars show 3 --account acme', 'muster calendars show 3 --account acme --year 2026'),
    )
    .action((id: string, options: AccountOption & { year?: string }) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const calendar = await refusing(readCalendar(installation.database.session(account.id), id));
        const { year } = options;
        const holidays = calendar.holidays.filter(({ date }) => year === undefined || date.startsWith(`${year}-`));
        const rows = holidays.map(({ date, name }) => [date, weekdayOf(date), name]);
        const none = `The calendar ${calendar.name} has no public holiday${year === undefined ? '' : ` in ${year}`}.`;
        return {
          json: { account: account.name, ...calendar, holidays },
          text: holidays.length === 0 ? none : table(['DATE', 'DAY', 'NAME'], rows),
        };
      }),
    );
}

const weekdayFormat = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });
const weekdayOf = (date: string): string => weekdayFormat.format(new Date(`${date}T00:00:00Z`));

function renameCommand(run: Run): Command {
  return withAccountOption(new Command('rename').description('give a calendar another name'))
    .argument(...calendarArgument)
    .argument('<name>', 'its new name')
    .addHelpText('after', examples('muster calendars rename 3 "France, without Alsace-Moselle" --account acme'))
    .action((id: string, name: string, options: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        await operate(installation, account, async (calls) => {
          await refuseUnknown(calls, publicHolidaysCalendars, id, 'calendar');
          return calls.updateWith(publicHolidaysCalendars, id, () => renameCalendar(calls.tx, id, name));
        });
        return { json: { account: account.name, id, name }, text: `The calendar ${id} is now called ${name}.` };
      }),
    );
}

function addCommand(run: Run): Command {
  return withAccountOption(new Command('add').description('add a public holiday, or give it another name'))
    .argument(...calendarArgument)
    .argument('<date>', 'such as 2026-05-01')
    .argument('<name>', 'what people call the day')
    .addHelpText('after', countedAgain)
    .addHelpText('after', examples('muster calendars add 3 2026-05-01 "Labour Day" --account acme'))
    .action((id: string, date: string, name: string, options: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const { added } = await addDays(installation, account, id, [{ date, name }]);
        return {
          json: { account: account.name, calendar: id, date, name, isNew: added === 1 },
          text: added === 1 ? `${date}, ${name}, was added.` : `${date} was there already; it is called ${name}.`,
        };
      }),
    );
}

function removeCommand(run: Run): Command {
  return withAccountOption(new Command('remove').description('take public holidays out of a calendar'))
    .argument(...calendarArgument)
    .argument('<dates...>', 'such as 2026-05-01')
    .addHelpText('after', countedAgain)
    .addHelpText('after', examples('muster calendars remove 3 2026-05-01 2027-05-01 --account acme'))
    .action((id: string, dates: string[], options: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        await operate(installation, account, async ({ tx, record }) => {
          await removeDays(tx, id, dates);
          await record({ ...ofDays(id), before: { dates }, after: null });
        });
        return {
          json: { account: account.name, calendar: id, removed: dates },
          text: `${counted(dates.length, 'day')} removed.`,
        };
      }),
    );
}

const fileExplanation = `
The file is CSV in UTF-8 whose first line names the columns, date and name among them; other columns are passed over:

  date,name
  2026-05-01,Labour Day
  2026-05-08,Victory Day

Days are added; a day that is there already takes the name in the file. A file with a mistake changes nothing.`;

function importCommand(run: Run): Command {
  return withAccountOption(new Command('import').description('add public holidays from a file'))
    .argument(...calendarArgument)
    .argument('<file>', 'the file: .csv, in UTF-8')
    .addHelpText('after', fileExplanation)
    .addHelpText('after', countedAgain)
    .addHelpText('after', examples('muster calendars import 3 holidays-2026.csv --account acme'))
    .action((id: string, file: string, options: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const holidays = await holidaysIn(file);
        const { added, renamed } = await addDays(installation, account, id, holidays);
        const same = holidays.length - added - renamed;
        return {
          json: { account: account.name, calendar: id, file, added, renamed, unchanged: same },
          text: `${counted(holidays.length, 'day')} in the file: ${added} added, ${renamed} renamed, ${same} unchanged.`,
        };
      }),
    );
}
