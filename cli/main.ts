#!/usr/bin/env node
/** The `muster` command: what an operator does beside a running service, or without one. */
import { readConfig } from '@muster/server/config.ts';
import { Command, CommanderError } from 'commander';
import { accountCommands } from './commands/accounts.ts';
import { administratorCommands } from './commands/administrators.ts';
import { apiKeyCommands } from './commands/api-keys.ts';
import { calendarCommands } from './commands/calendars.ts';
import { clientCommands } from './commands/clients.ts';
import { exportCommand } from './commands/export.ts';
import { importCommands } from './commands/import.ts';
import { installationCommands } from './commands/installation.ts';
import { legacyCommands } from './commands/legacy.ts';
import { listenCommand } from './commands/listen.ts';
import { triggerCommand } from './commands/trigger.ts';
import { arrangementCommands } from './commands/working-time-arrangements.ts';
import { complaint, complaintJson } from './complaint.ts';
import { type Run, runner } from './outcome.ts';
import manifest from './package.json' with { type: 'json' };

const isJson = process.argv.includes('--json');

function program(run: Run): Command {
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
  for (const command of [
    accountCommands(run),
    administratorCommands(run),
    clientCommands(run),
    apiKeyCommands(run),
    legacyCommands(run),
    calendarCommands(run),
    arrangementCommands(run),
    importCommands(run),
    exportCommand(run),
    listenCommand(run),
    triggerCommand(run),
    ...installationCommands(run),
  ]) {
    muster.addCommand(command);
  }
  for (const command of withDescendants(muster)) {
    command
      .exitOverride()
      .configureHelp({ showGlobalOptions: true })
      .showHelpAfterError(isJson ? false : '(add --help for more information)')
      // In JSON the complaint is written below, as one object.
      .configureOutput({ outputError: (text, write) => (isJson ? undefined : write(text)) });
  }
  return muster;
}

const withDescendants = (command: Command): Command[] => [command, ...command.commands.flatMap(withDescendants)];

try {
  await program(runner(() => readConfig(process.env), isJson)).parseAsync();
} catch (error) {
  // Help and version end this way too, with status 0.
  const isUsage = error instanceof CommanderError;
  if (isJson && !(isUsage && error.exitCode === 0)) process.stderr.write(`${complaintJson(error)}\n`);
  else if (!isUsage) process.stderr.write(`${complaint(error)}\n`);
  process.exitCode = isUsage ? error.exitCode : 1;
}
