import { subjectExports } from '@muster/contract/administration/subject-exports.ts';
import { type Language, languages } from '@muster/contract/languages.ts';
import { Command, Option } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import { operate } from '../operate.ts';
import type { Run } from '../outcome.ts';

interface SubjectExportOptions extends AccountOption {
  readonly language?: Language;
}

export function subjectExportCommand(run: Run): Command {
  return withAccountOption(
    new Command('subject-export').description('have an archive made of everything about one person'),
  )
    .argument('<employee>', 'the id of the employee')
    .addOption(
      new Option('--language <language>', 'of the page in the archive; that of the account otherwise').choices(
        languages,
      ),
    )
    .addHelpText(
      'after',
      `
The service makes the archive in the background. Owners and administrators of the account download it; the command
line shows its state and never its contents.`,
    )
    .addHelpText('after', examples('muster subject-export 7 --account acme --language fr-FR'))
    .action((id: string, { language, ...option }: SubjectExportOptions) =>
      run(async (installation) => {
        const account = await accountNamed(installation, option);
        const body = { employee: { id }, ...(language && { language }) };
        const made = await operate(installation, account, ({ create }) => create(subjectExports, body));
        return {
          json: { account: account.name, subjectExport: { id: made.id, employee: id, state: made.state } },
          text: `The export ${String(made.id)} about the employee ${id} is ${String(made.state)}.`,
        };
      }),
    );
}
