import { erasures } from '@muster/contract/administration/erasures.ts';
import { Command } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import { operate } from '../operate.ts';
import type { Outcome, Run } from '../outcome.ts';
import { table } from '../table.ts';

interface EraseOptions extends AccountOption {
  readonly reason: string;
  readonly dryRun?: boolean;
}

const explanation = `
The erasure is planned in the name of the operator, and an administrator of the account approves it, unless the account
needs no approval. The operator sees numbers and ids, and nothing about the person.
`;

export function eraseCommand(run: Run): Command {
  return withAccountOption(
    new Command('erase').description('plan the erasure of a person, or count what an erasure would remove'),
  )
    .argument('<employee>', 'the id of the person')
    .requiredOption('--reason <text>', 'why, without naming the person')
    .option('--dry-run', 'count what would be removed, and store nothing')
    .addHelpText('after', explanation)
    .addHelpText('after', examples('muster erase 7 --account acme --reason "Request of 4 May" --dry-run'))
    .action((employee: string, { reason, dryRun = false, ...option }: EraseOptions) =>
      run(async (installation) => {
        const account = await accountNamed(installation, option);
        const body = { employee: { id: employee }, reason };
        const row = await operate(
          installation,
          account,
          ({ create, dryRun: tried }) => (dryRun ? tried(erasures, body) : create(erasures, body)),
          { 'employee.id': '<employee>', reason: '--reason' },
        );
        return outcomeOf(account.name, row, dryRun);
      }),
    );
}

type Counts = Readonly<Record<string, number>>;

function outcomeOf(account: string, row: Readonly<Record<string, unknown>>, isDryRun: boolean): Outcome {
  const { id, status, counts, namedElsewhere } = row;
  // As every erasure has it.
  const { references, texts } = namedElsewhere as { references: Counts; texts: Counts };
  const rows = [
    ...Object.entries(counts as Counts).map(([name, count]) => ['about the person', name, String(count)]),
    ...Object.entries(references).map(([name, count]) => ['refers to the person', name, String(count)]),
    ...Object.entries(texts).map(([name, count]) => ['names the person in a text', name, String(count)]),
  ];
  const head = isDryRun ? 'Nothing was changed.' : `Erasure ${id} is ${status}.`;
  return {
    json: { account, isDryRun, ...(isDryRun ? {} : { id, status }), counts, namedElsewhere },
    text: `${head}\n\n${table(['WHAT', 'WHERE', 'ROWS'], rows)}`,
  };
}
