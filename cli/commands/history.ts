import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { isRecorded } from '@muster/contract/versions.ts';
import { Argument, Command, InvalidArgumentError } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import { operate } from '../operate.ts';
import type { Run } from '../outcome.ts';
import { table } from '../table.ts';

const versionsMax = 1000;

const recorded = Object.values<Resource>(resources).filter(isRecorded);

export function historyCommand(run: Run): Command {
  return withAccountOption(
    new Command('history').description('show who changed a resource, when, and which members, newest first'),
  )
    .addArgument(new Argument('<collection>', 'such as employees').choices(recorded.map(({ path }) => path)))
    .argument('<id>', 'the id of the resource, also of one that was deleted')
    .option('--limit <count>', `how many versions, at most ${versionsMax}`, countIn, 50)
    .addHelpText(
      'after',
      examples('muster history departments 12 --account acme', 'muster history employees 7 --account acme --json'),
    )
    .action((collection: string, id: string, { limit, ...option }: AccountOption & { limit: number }) =>
      run(async (installation) => {
        const account = await accountNamed(installation, option);
        const resource = recorded.find(({ path }) => path === collection) as Resource;
        const versions = await operate(installation, account, ({ history }) => history(resource, id, limit));
        const rows = versions.map(({ recordedAt, author, verb, changedAttributes }) => {
          // As every version has it.
          const { type, name } = author as { type: string; name: string };
          const members = (changedAttributes as string[]).join(', ');
          return [String(recordedAt).slice(0, 19).replace('T', ' '), name, type, String(verb), members];
        });
        return {
          json: { account: account.name, collection, id, versions },
          text: table(['WHEN (UTC)', 'WHO', 'AS', 'WHAT', 'MEMBERS'], rows),
        };
      }),
    );
}

function countIn(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > versionsMax) {
    throw new InvalidArgumentError(`Must be a whole number from 1 to ${versionsMax}.`);
  }
  return count;
}
