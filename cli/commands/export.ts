import type { Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { operatorAccessTo } from '@muster/server/admin/operator-calls.ts';
import { exportRows } from '@muster/server/commands/export.ts';
import { formats } from '@muster/server/http/snapshot/formats.ts';
import { Argument, Command, Option } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import type { Installation } from '../installation.ts';
import { type NamedAccount, operatedAccount } from '../operate.ts';
import type { Outcome, Run } from '../outcome.ts';
import { progressOf } from '../progress.ts';
import { type Sink, sinkOn } from '../sink.ts';
import { refuseExisting, wholeFile } from '../whole-file.ts';

const listed: ReadonlyMap<string, Resource> = new Map(
  Object.values(resources)
    .filter(({ operations }) => (operations as readonly string[]).includes('list'))
    .map((resource) => [resource.path, resource]),
);

interface ExportOptions extends AccountOption {
  readonly format: keyof typeof formats;
  readonly output?: string;
  readonly overwrite?: boolean;
  readonly json?: boolean;
}

export function exportCommand(run: Run): Command {
  return withAccountOption(
    new Command('export').description('write everything of one kind, as it is at one moment, to a file'),
  )
    .addArgument(new Argument('<resource>', 'what to export').choices([...listed.keys()]))
    .addOption(
      new Option('--format <format>', 'ndjson: one representation a line; csv, xlsx: dotted columns, lists as JSON')
        .choices(Object.keys(formats))
        .default('ndjson'),
    )
    .option('--output <file>', 'where to write; standard output otherwise, with the result on standard error')
    .option('--overwrite', 'replace a file that exists')
    .addHelpText(
      'after',
      examples(
        'muster export employees --account acme --output employees.ndjson',
        'muster export employees --account acme --format csv --output employees.csv',
        'muster export employee-personal-records --account acme | gzip > records.ndjson.gz',
      ),
    )
    .action((path: string, _: ExportOptions, command: Command) =>
      run((installation) =>
        exportAll(installation, listed.get(path) as Resource, command.optsWithGlobals<ExportOptions>()),
      ),
    );
}

async function exportAll(installation: Installation, resource: Resource, options: ExportOptions): Promise<Outcome> {
  const account = await accountNamed(installation, options);
  const { format, output, overwrite = false } = options;
  if (output !== undefined) refuseExisting(output, overwrite);
  const rows =
    output === undefined
      ? await writeRows(installation, resource, options, account, sinkOn(process.stdout))
      : await wholeFile(output, (sink) => writeRows(installation, resource, options, account, sink));
  return {
    json: { account: account.name, resource: resource.path, format, rows, output: output ?? null },
    text: `${rows} ${resource.path} of ${account.name} were written${output === undefined ? '' : ` to ${output}`}.`,
    isDataOnStdout: output === undefined,
  };
}

async function writeRows(
  installation: Installation,
  resource: Resource,
  { format, json: isSilent = false }: ExportOptions,
  account: NamedAccount,
  sink: Sink,
): Promise<number> {
  const { database, now } = installation;
  const progress = progressOf({ noun: 'rows', isSilent });
  const access = operatorAccessTo(operatedAccount(installation, account), installation.database.author);
  const writer = formats[format].writer(resource);
  let all = 0;
  let written = 0;
  await sink.write(writer.head());
  try {
    await exportRows({
      database,
      access,
      resource,
      now,
      onCount: (count) => {
        all = count;
      },
      onPage: async (texts) => {
        await sink.write(await writer.rows(texts));
        written += texts.length;
        progress.show(all === 0 ? 1 : written / all, written);
      },
    });
    await sink.write(await writer.end());
  } finally {
    progress.end();
  }
  return written;
}
