/** Commands for recovery: after a restored backup, or a corrected clock. */
import { confirmClock } from '@muster/server/worker/clock-trust.ts';
import { marginOfNumbers, skipAfterRestore } from '@muster/server/worker/restores.ts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { examples } from '../examples.ts';
import type { Run } from '../outcome.ts';

export const recoveryCommands = (run: Run): Command[] => [restoreFinishedCommand(run), clockConfirmedCommand(run)];

function restoreFinishedCommand(run: Run): Command {
  return new Command('restore-finished')
    .description('after a backup was restored: skip ids ahead, so that none is given out a second time')
    .addOption(
      new Option('--by <count>', 'by how many; more than were given out since the backup')
        .default(marginOfNumbers, String(marginOfNumbers))
        .argParser(countOf),
    )
    .addHelpText('after', examples('muster restore-finished', 'muster restore-finished --by 5000000'))
    .action(({ by }: { by: bigint }) =>
      run(async ({ database }) => {
        const { events } = await skipAfterRestore(database, by);
        return {
          json: { eventsContinueAfter: events },
          text: `Ids skip ahead by ${by}. The next event of each account has an id above ${events}.`,
        };
      }),
    );
}

function countOf(text: string): bigint {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Must be a whole number above 0.');
  return BigInt(text);
}

function clockConfirmedCommand(run: Run): Command {
  return new Command('clock-confirmed')
    .description('after an alarm about the clock of this machine: say that it is right, so that clean-up goes on')
    .addHelpText('after', examples('muster clock-confirmed', 'muster clock-confirmed --json'))
    .action(() =>
      run(async ({ database, now }) => {
        const believed = await confirmClock(database, now());
        return {
          json: { clock: believed.toISOString() },
          text: `It is ${believed.toISOString()}. What has expired by then is removed within the hour.`,
        };
      }),
    );
}
