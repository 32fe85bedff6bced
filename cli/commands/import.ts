import { operatorAccessTo } from '@muster/server/admin/operator-calls.ts';
import { importEmployees } from '@muster/server/bulk/import.ts';
import type { Fate, LineOutcome } from '@muster/server/bulk/line.ts';
import { Command } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import type { Installation } from '../installation.ts';
import { lineErrors } from '../line-errors.ts';
import { type NamedAccount, operate, operatedAccount } from '../operate.ts';
import type { Outcome, Run } from '../outcome.ts';
import { peopleFile } from '../people-file.ts';
import { progressOf } from '../progress.ts';

interface ImportOptions extends AccountOption {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function importCommands(run: Run): Command {
  const command = new Command('import').description('bring many people in from a file');
  command.addCommand(employeesCommand(run));
  return command;
}

const explanation = `
The file is CSV (.csv) whose columns are dotted paths of the body of POST /svc-api/employees, or has one such body as
JSON a line (.ndjson):

  remoteId,givenName,familyName,email,firstEmployment.start.date,firstEmployment.template.title,…
  firstEmployment.firstJobPosition.businessEstablishment.id,firstEmployment.firstJobPosition.department.remoteId,…

- Establishments, departments, qualifications and categories are named by id or by remoteId; templates, categories
  and qualifications also by title, establishments, departments and working times also by name; managers by id or by
  remoteId, and then stand before those whom they manage.
- An empty cell is not given: a new person gets the default of the account, a known one keeps what is there.
- A single quote before =, +, -, @ or a tab, which an export writes so that no spreadsheet takes the cell for a formula,
  is taken away.
- A line whose remoteId names somebody known updates that person; what it says of a first employment is not looked at.
- Lines with mistakes are text on standard error and written to <file>.errors.ndjson; all others go in. The status is 1
  then. The same command tries them again, and nobody is hired twice by the same file.
- An import that was interrupted is continued by the same command.`;

function employeesCommand(run: Run): Command {
  return withAccountOption(new Command('employees').description('hire people, and update those known by remoteId'))
    .argument('<file>', 'the file: .csv or .ndjson, in UTF-8')
    .option('--dry-run', 'check every line and write nothing')
    .addHelpText('after', explanation)
    .addHelpText(
      'after',
      examples(
        'muster import employees people.csv --account acme --dry-run',
        'muster import employees people.csv --account acme',
        'muster import employees people.ndjson --account acme --json',
      ),
    )
    .action((file: string, _: ImportOptions, command: Command) =>
      run((installation) => importFile(installation, file, command.optsWithGlobals<ImportOptions>())),
    );
}

async function importFile(installation: Installation, file: string, options: ImportOptions): Promise<Outcome> {
  const { database } = installation;
  const { dryRun: isDryRun = false, json: isJson = false } = options;
  const account = await accountNamed(installation, options);
  const people = await peopleFile(file);
  const progress = progressOf({ noun: 'lines', isSilent: isJson });
  const lineErrorLog = await lineErrors(file, isJson, progress.print);
  const counts: Record<Fate, number> = { hired: 0, updated: 0, unchanged: 0, passedOver: 0, failed: 0 };
  let lines = 0;
  const onBatch = async (outcomes: readonly LineOutcome[]) => {
    for (const { fate } of outcomes) counts[fate] += 1;
    lines += outcomes.length;
    await lineErrorLog.add(outcomes.flatMap(({ number, errors }) => (errors ? [{ line: number, errors }] : [])));
    progress.show(people.bytes === 0 ? 1 : people.bytesRead() / people.bytes, lines);
  };
  try {
    const access = operatorAccessTo(operatedAccount(installation, account), installation.database.author);
    await importEmployees({ database, access, digest: people.digest, lines: people.lines, isDryRun, onBatch });
  } finally {
    progress.end();
    await lineErrorLog.close();
    if (!isDryRun) await recordImport(installation, account, counts);
  }
  const errorsFile = counts.failed > 0 ? lineErrorLog.path : null;
  return {
    json: { account: account.name, file, isDryRun, lines, ...counts, errorsFile },
    text: summary(lines, counts, isDryRun, errorsFile),
    isPartial: counts.failed > 0,
  };
}

/** Also of an import that was interrupted: what has gone in stays. Each person has their events. */
async function recordImport(
  installation: Installation,
  account: NamedAccount,
  { hired, updated }: Record<Fate, number>,
): Promise<void> {
  if (hired + updated === 0) return;
  await operate(installation, account, ({ record }) =>
    record({ action: 'employees.imported', subject: null, before: null, after: { hired, updated } }),
  );
}

function summary(lines: number, counts: Record<Fate, number>, isDryRun: boolean, errorsFile: string | null): string {
  const { hired, updated, unchanged, passedOver, failed } = counts;
  const text = [
    `${lines} lines: ${hired} hired, ${updated} updated, ${unchanged} unchanged, ${failed} failed.`,
    ...(passedOver > 0 ? [`${passedOver} lines of this file had gone in before.`] : []),
    ...(errorsFile === null ? [] : [`What is wrong stands in ${errorsFile}. Correct it and run the command again.`]),
    ...(isDryRun ? ['This was a dry run: nothing was written.'] : []),
  ];
  return text.join('\n');
}
