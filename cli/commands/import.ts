import { importables } from '@muster/contract/importables.ts';
import { type ImportedCollection, importedCollections } from '@muster/contract/resources/imports.ts';
import { operatorAccessTo } from '@muster/server/admin/operator-calls.ts';
import { withFileLedger } from '@muster/server/imports/file-ledger.ts';
import { importLines } from '@muster/server/imports/import.ts';
import type { Fate, LineOutcome } from '@muster/server/imports/line.ts';
import { Command } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import { importFile } from '../import-file.ts';
import type { Installation } from '../installation.ts';
import { lineErrors } from '../line-errors.ts';
import { type NamedAccount, operate, operatedAccount } from '../operate.ts';
import type { Outcome, Run } from '../outcome.ts';
import { progressOf } from '../progress.ts';

interface ImportOptions extends AccountOption {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function importCommands(run: Run): Command {
  const command = new Command('import').description('bring many rows of a collection in from a file');
  for (const collection of importedCollections) command.addCommand(collectionCommand(run, collection));
  return command;
}

const columns: Readonly<Record<ImportedCollection, string>> = {
  employees: `
  remoteId,givenName,familyName,email,firstEmployment.start.date,firstEmployment.template.title,…
  firstEmployment.firstJobPosition.businessEstablishment.id,firstEmployment.firstJobPosition.department.remoteId,…`,
  employments: `
  remoteId,employee.remoteId,start.date,end.date,template.title,firstJobPosition.businessEstablishment.name,…`,
  'job-positions': `
  remoteId,employment.remoteId,startsOn,businessEstablishment.name,department.remoteId,jobTitle,…`,
  departments: `
  remoteId,name,parent.remoteId,manager.remoteId,isArchived,…`,
  'employee-attributes': `
  employee.remoteId,definition.id,value,applicability.start,…`,
  leaves: `
  employee.remoteId,leaveAccount.name,startsOn,endsOn,status,…`,
};

const known: Readonly<Record<ImportedCollection, string>> = {
  employees: `
- A line whose remoteId (or id) names somebody known updates that person; what it says of a first employment is not
  looked at.`,
  employments: `
- A line whose remoteId (or id) names a known employment updates it; what it says of a first position is not looked at.`,
  'job-positions': `
- A line whose remoteId (or id) names a known position updates it.`,
  departments: `
- A line whose remoteId (or id) names a known department updates it. Parents stand before their children.`,
  'employee-attributes': `
- A line with the id of a value updates it; so does a line about a definition that allows one value, if the employee
  has one.`,
  leaves: `
- A line with the id of a leave updates it.`,
};

const explanation = (collection: ImportedCollection): string => `
The file is CSV (.csv) whose columns are dotted paths of the body of POST /svc-api/${collection}, or has one such body as
JSON a line (.ndjson):
${columns[collection]}

- Establishments, departments, qualifications, categories and leave accounts are named by id or by remoteId; templates,
  categories and qualifications also by title, establishments, departments, leave accounts and working times also by
  name; people by id or by remoteId. What a line names stands before it.
- An empty cell is not given: a new row gets the default, a known one keeps what is there.
- A single quote before =, +, -, @ or a tab, which an export writes so that no spreadsheet takes the cell for a formula,
  is taken away.${known[collection]}
- Lines with mistakes are text on standard error and written to <file>.errors.ndjson; all others go in. The status is 1
  then. The same command tries them again, and nothing is created twice by the same file.
- An import that was interrupted is continued by the same command.`;

const examplesOfEmployees = [
  'muster import employees people.csv --account acme',
  'muster import employees people.ndjson --account acme --json',
];

function collectionCommand(run: Run, collection: ImportedCollection): Command {
  const words = collection.replaceAll('-', ' ');
  const name = collection === 'employees' ? 'people' : collection;
  const description =
    collection === 'employees'
      ? 'hire people, and update those known by remoteId'
      : `create ${words}, and update those that are known`;
  return withAccountOption(new Command(collection).description(description))
    .argument('<file>', 'the file: .csv or .ndjson, in UTF-8')
    .option('--dry-run', 'check every line and write nothing')
    .addHelpText('after', explanation(collection))
    .addHelpText(
      'after',
      examples(
        `muster import ${collection} ${name}.csv --account acme --dry-run`,
        ...(collection === 'employees' ? examplesOfEmployees : []),
      ),
    )
    .action((file: string, _: ImportOptions, command: Command) =>
      run((installation) => runImport(installation, collection, file, command.optsWithGlobals<ImportOptions>())),
    );
}

async function runImport(
  installation: Installation,
  collection: ImportedCollection,
  path: string,
  options: ImportOptions,
): Promise<Outcome> {
  const { database } = installation;
  const { dryRun: isDryRun = false, json: isJson = false } = options;
  const account = await accountNamed(installation, options);
  const file = await importFile(path, collection);
  const progress = progressOf({ noun: 'lines', isSilent: isJson });
  const lineErrorLog = await lineErrors(path, isJson, progress.print);
  const counts: Record<Fate, number> = { created: 0, updated: 0, unchanged: 0, passedOver: 0, failed: 0 };
  let lines = 0;
  const onBatch = async (outcomes: readonly LineOutcome[]) => {
    for (const { fate } of outcomes) counts[fate] += 1;
    lines += outcomes.length;
    await lineErrorLog.add(outcomes.flatMap(({ number, errors }) => (errors ? [{ line: number, errors }] : [])));
    progress.show(file.bytes === 0 ? 1 : file.bytesRead() / file.bytes, lines);
  };
  const access = operatorAccessTo(operatedAccount(installation, account), database.author);
  const run = runIdOf(file.digest);
  const order = { database, accountId: account.id, run, collection, access: () => access, lines: file.lines, isDryRun };
  try {
    await withFileLedger(database, account.id, file.digest, isDryRun, (ledger) =>
      importLines({ ...order, ledger, onBatch, inTurn: (work) => work() }),
    );
  } finally {
    progress.end();
    await lineErrorLog.close();
    if (!isDryRun) await recordImport(installation, account, collection, counts);
  }
  const errorsFile = counts.failed > 0 ? lineErrorLog.path : null;
  const { created, ...others } = counts;
  return {
    json: {
      account: account.name,
      file: path,
      isDryRun,
      lines,
      [createdWord(collection)]: created,
      ...others,
      errorsFile,
    },
    text: summary(collection, lines, counts, isDryRun, errorsFile),
    isPartial: counts.failed > 0,
  };
}

/** Names the import in its events: the same for every run over the same file. */
const runIdOf = (digest: Buffer): string => digest.toString('hex').slice(0, 32);

const createdWord = (collection: ImportedCollection): string => (collection === 'employees' ? 'hired' : 'created');

/** Also of an import that was interrupted: what has gone in stays. Each row has its events. */
async function recordImport(
  installation: Installation,
  account: NamedAccount,
  collection: ImportedCollection,
  { created, updated }: Record<Fate, number>,
): Promise<void> {
  if (created + updated === 0) return;
  const action = `${importables[collection].resource.path}.imported`;
  await operate(installation, account, ({ record }) =>
    record({ action, subject: null, before: null, after: { [createdWord(collection)]: created, updated } }),
  );
}

function summary(
  collection: ImportedCollection,
  lines: number,
  counts: Record<Fate, number>,
  isDryRun: boolean,
  errorsFile: string | null,
): string {
  const { created, updated, unchanged, passedOver, failed } = counts;
  const text = [
    `${lines} lines: ${created} ${createdWord(collection)}, ${updated} updated, ${unchanged} unchanged, ${failed} failed.`,
    ...(passedOver > 0 ? [`${passedOver} lines of this file had gone in before.`] : []),
    ...(errorsFile === null ? [] : [`What is wrong stands in ${errorsFile}. Correct it and run the command again.`]),
    ...(isDryRun ? ['This was a dry run: nothing was written.'] : []),
  ];
  return text.join('\n');
}
