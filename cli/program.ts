/** The commands of `muster` as one tree: what runs, what help shows, what shells complete and what is documented. */
import { Command } from 'commander';
import { familiesFor, type Runners } from './command-families.ts';
import { completionCommand } from './commands/completion.ts';
import { askBefore } from './confirm.ts';
import manifest from './package.json' with { type: 'json' };

/** Every command, or those that arguments need. */
export async function program(runners: Runners, args: readonly string[] = []): Promise<Command> {
  const { isJson } = runners;
  const muster = new Command('muster')
    .description(
      'Operates a Muster installation: its accounts, their client applications and API keys, and their data in bulk.',
    )
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .option('--json', 'print one JSON object on standard output and nothing else')
    .addHelpText(
      'after',
      `
Settings come from the environment, as for the service: MUSTER_DATA_DIR, DATABASE_URL and so on.
Run it as "npm run --silent muster -- <command>", or "npx muster <command>".`,
    );
  for (const { load } of familiesFor(args)) {
    for (const command of [await load(runners)].flat()) muster.addCommand(command);
  }
  muster.addCommand(completionCommand(() => muster));
  for (const command of withDescendants(muster)) {
    askBefore(command, pathOf(command), () => ({ input: process.stdin, output: process.stderr }));
    command
      .exitOverride()
      .configureHelp({ showGlobalOptions: true })
      .showHelpAfterError(isJson ? false : '(add --help for more information)')
      // In JSON the errorText is written below, as one object.
      .configureOutput({ outputError: (text, write) => (isJson ? undefined : write(text)) });
  }
  return muster;
}

/** Every command, to be looked at: none does anything. */
export const allCommands = (): Promise<Command> =>
  program({ run: async () => undefined, runOnSettings: async () => undefined, isJson: false });

/** The names of a command without that of the program. */
const pathOf = (command: Command): string =>
  command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();

/** The command and everything below it. */
export const withDescendants = (command: Command): Command[] => [command, ...command.commands.flatMap(withDescendants)];
