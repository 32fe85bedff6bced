import { auditEntries } from '@muster/contract/administration/audit-entries.ts';
import { asOperator } from '@muster/server/admin/operator-calls.ts';
import { Command, InvalidArgumentError } from 'commander';
import { accountNamed, type OptionalAccount, withOptionalAccount } from '../account-option.ts';
import { examples } from '../examples.ts';
import { type FollowOptions, followAudit, followExplanation } from '../follow-audit.ts';
import type { Installation } from '../installation.ts';
import type { Outcome, Run } from '../outcome.ts';
import { table } from '../table.ts';

const rowsMax = 1000;

interface AuditOptions extends FollowOptions {
  readonly limit: number;
  readonly action?: string;
  readonly follow?: boolean;
}

export function auditCommand(run: Run): Command {
  return withOptionalAccount(new Command('audit').description('show who did what in an account, newest first'))
    .option('--limit <count>', `how many entries, at most ${rowsMax}`, countIn, 50)
    .option('--action <name>', 'only such as client-application.created')
    .option(
      '--follow',
      'write audit entries, changes and reads as they are recorded, of all accounts unless one is named',
    )
    .option('--name <name>', 'with --follow: under which name the position is kept')
    .option('--from <where>', 'with --follow: oldest begins with everything that is kept')
    .addHelpText('after', followExplanation)
    .addHelpText(
      'after',
      examples(
        'muster audit --account acme',
        'muster audit --account acme --action session.opened --limit 10 --json',
        'muster audit --follow --name siem',
      ),
    )
    .action((_: AuditOptions, command: Command) =>
      run((installation) => {
        const options = command.optsWithGlobals<AuditOptions>();
        return options.follow ? followAudit(installation, options) : listed(installation, options);
      }),
    );
}

async function listed(installation: Installation, options: OptionalAccount & AuditOptions): Promise<Outcome> {
  const { limit, action } = options;
  const { id, name } = await accountNamed(installation, options);
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
}

function countIn(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > rowsMax) {
    throw new InvalidArgumentError(`Must be a whole number from 1 to ${rowsMax}.`);
  }
  return count;
}
