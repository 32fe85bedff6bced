import { auditEntries } from '@muster/contract/administration/audit-entries.ts';
import { asOperator } from '@muster/server/admin/operator-calls.ts';
import { Command, InvalidArgumentError } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import type { Run } from '../outcome.ts';
import { table } from '../table.ts';

const rowsMax = 1000;

export function auditCommand(run: Run): Command {
  return withAccountOption(new Command('audit').description('show who did what in an account, newest first'))
    .option('--limit <count>', `how many entries, at most ${rowsMax}`, countIn, 50)
    .option('--action <name>', 'only such as client-application.created')
    .addHelpText(
      'after',
      examples('muster audit --account acme', 'muster audit --account acme --action session.opened --limit 10 --json'),
    )
    .action(({ limit, action, ...option }: AccountOption & { limit: number; action?: string }) =>
      run(async (installation) => {
        const { id, name } = await accountNamed(installation, option);
        const isOfAction = { how: 'among', name: 'action', hasNull: false, isNegative: false } as const;
        // Addresses of entries are relative.
        const entries = await asOperator(installation, { id, name, baseUrl: '' }, ({ list }) =>
          list(auditEntries, {
            limit,
            sort: { path: 'id', isDescending: true },
            filters: action === undefined ? [] : [{ ...isOfAction, values: [action] }],
          }),
        );
        const rows = entries.map((entry) => [
          String(entry.createdAt).slice(0, 19).replace('T', ' '),
          String(entry.actorName),
          String(entry.action),
          entry.subjectId === null ? '' : String(entry.subjectId),
          String(entry.address ?? ''),
          Object.keys((entry.after ?? entry.before ?? {}) as object).join(', '),
        ]);
        return {
          json: { account: name, entries },
          text:
            entries.length === 0
              ? `Nothing was done in ${name} yet.`
              : table(['WHEN (UTC)', 'WHO', 'ACTION', 'ID', 'FROM', 'MEMBERS'], rows),
        };
      }),
    );
}

function countIn(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > rowsMax) {
    throw new InvalidArgumentError(`Must be a whole number from 1 to ${rowsMax}.`);
  }
  return count;
}
