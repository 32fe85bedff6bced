import { workingTimeArrangements } from '@muster/contract/resources/working-time-arrangements.ts';
import {
  type ArrangementChange,
  changeArrangement,
  createArrangement,
  listArrangements,
} from '@muster/server/leaves/arrangements.ts';
import { Command } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import type { Installation } from '../installation.ts';
import { type NamedAccount, operate, refuseUnknown } from '../operate.ts';
import type { Run } from '../outcome.ts';
import { table } from '../table.ts';

export function arrangementCommands(run: Run): Command {
  const arrangements = new Command('working-time-arrangements').description(
    'the working-time arrangements that positions name, each with its calendar',
  );
  for (const command of [createCommand, listCommand, changeCommand, archiveCommand, restoreCommand]) {
    arrangements.addCommand(command(run));
  }
  return arrangements;
}

interface CreateOptions extends AccountOption {
  readonly name: string;
  readonly calendar: string;
}

function createCommand(run: Run): Command {
  return withAccountOption(new Command('create').description('create an arrangement'))
    .requiredOption('--name <name>', 'what people call it')
    .requiredOption('--calendar <id>', 'the calendar of its public holidays')
    .addHelpText(
      'after',
      examples('muster working-time-arrangements create --account acme --name "Full time, Lyon" --calendar 3'),
    )
    .action(({ name, calendar, ...options }: CreateOptions) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const { id } = await operate(installation, account, ({ tx, createWith }) =>
          createWith(workingTimeArrangements, () => createArrangement(tx, { name, calendar })),
        );
        return {
          json: { account: account.name, id, name, calendar },
          text: `The working-time arrangement ${name} of ${account.name} was created, with the id ${id}.`,
        };
      }),
    );
}

function listCommand(run: Run): Command {
  return withAccountOption(
    new Command('list').description('list the arrangements of an account, archived ones included'),
  )
    .addHelpText('after', examples('muster working-time-arrangements list --account acme'))
    .action((options: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const arrangements = await listArrangements(installation.database.session(account.id));
        const rows = arrangements.map(({ id, name, calendar, calendarName, isArchived, positions }) => [
          id,
          name,
          `${calendar} ${calendarName}`,
          String(positions),
          isArchived ? 'archived' : '',
        ]);
        return {
          json: { account: account.name, arrangements },
          text:
            arrangements.length === 0
              ? `The account ${account.name} has no working-time arrangement yet.`
              : table(['ID', 'NAME', 'CALENDAR', 'POSITIONS', 'STATE'], rows),
        };
      }),
    );
}

const changed = (
  installation: Installation,
  account: NamedAccount,
  id: string,
  change: ArrangementChange,
): Promise<unknown> =>
  operate(installation, account, async (calls) => {
    await refuseUnknown(calls, workingTimeArrangements, id, 'arrangement');
    return calls.updateWith(workingTimeArrangements, id, () => changeArrangement(calls.tx, id, change));
  });

const idArgument = ['<arrangement>', 'the id of the arrangement'] as const;

function changeCommand(run: Run): Command {
  return withAccountOption(new Command('change').description('give an arrangement another name or another calendar'))
    .argument(...idArgument)
    .option('--name <name>', 'a new name')
    .option('--calendar <id>', 'another calendar; open leaves, and those still to come, are counted again')
    .addHelpText('after', examples('muster working-time-arrangements change 4 --account acme --calendar 5'))
    .action((id: string, { name, calendar, ...options }: AccountOption & Partial<CreateOptions>) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const change = { ...(name !== undefined && { name }), ...(calendar !== undefined && { calendar }) };
        await changed(installation, account, id, change);
        return {
          json: { account: account.name, id, ...change },
          text: `The working-time arrangement ${id} of ${account.name} is changed.`,
        };
      }),
    );
}

function archiveCommand(run: Run): Command {
  return archivalCommand(run, 'archive', true)
    .description('let no further position name an arrangement; those that do keep it')
    .addHelpText('after', examples('muster working-time-arrangements archive 4 --account acme'));
}

function restoreCommand(run: Run): Command {
  return archivalCommand(run, 'restore', false)
    .description('let positions name an archived arrangement again')
    .addHelpText('after', examples('muster working-time-arrangements restore 4 --account acme'));
}

function archivalCommand(run: Run, name: string, isArchived: boolean): Command {
  return withAccountOption(new Command(name))
    .argument(...idArgument)
    .action((id: string, options: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        await changed(installation, account, id, { isArchived });
        return {
          json: { account: account.name, id, isArchived },
          text: `The working-time arrangement ${id} is ${isArchived ? 'archived' : 'in use again'}.`,
        };
      }),
    );
}
