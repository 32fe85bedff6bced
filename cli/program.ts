/** Every command of `muster`, as one tree: what runs, what help shows, what shells complete and what is documented. */
import { Command } from 'commander';
import { accountCommands } from './commands/accounts.ts';
import { administratorCommands } from './commands/administrators.ts';
import { apiKeyCommands } from './commands/api-keys.ts';
import { auditCommand } from './commands/audit.ts';
import { backupCommands } from './commands/backup.ts';
import { calendarCommands } from './commands/calendars.ts';
import { clientCommands } from './commands/clients.ts';
import { completionCommand } from './commands/completion.ts';
import { distributeCommand } from './commands/distribute.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eraseCommand } from './commands/erase.ts';
import { exportCommand } from './commands/export.ts';
import { filesCommands } from './commands/files.ts';
import { historyCommand } from './commands/history.ts';
import { importCommands } from './commands/import.ts';
import { installationCommands } from './commands/installation.ts';
import { keysCommands } from './commands/keys.ts';
import { legacyCommands } from './commands/legacy.ts';
import { listenCommand } from './commands/listen.ts';
import { moveDatabaseCommand } from './commands/move-database.ts';
import { recoveryCommands } from './commands/recovery.ts';
import { sandboxCommands } from './commands/sandboxes.ts';
import { subjectExportCommand } from './commands/subject-export.ts';
import { triggerCommand } from './commands/trigger.ts';
import { upgradePostgresCommand } from './commands/upgrade-postgres.ts';
import { webhookCommands } from './commands/webhooks.ts';
import { arrangementCommands } from './commands/working-time-arrangements.ts';
import { askBefore } from './confirm.ts';
import type { Run, RunOnSettings } from './outcome.ts';
import manifest from './package.json' with { type: 'json' };

export function program(run: Run, runOnSettings: RunOnSettings, isJson: boolean): Command {
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
    accountCommands(run, isJson),
    sandboxCommands(run, isJson),
    administratorCommands(run),
    clientCommands(run),
    apiKeyCommands(run),
    legacyCommands(run),
    webhookCommands(run),
    auditCommand(run),
    historyCommand(run),
    subjectExportCommand(run),
    eraseCommand(run),
    calendarCommands(run),
    arrangementCommands(run),
    filesCommands(run),
    keysCommands(run, runOnSettings, isJson),
    importCommands(run),
    exportCommand(run),
    listenCommand(run),
    triggerCommand(run),
    ...installationCommands(run, runOnSettings),
    doctorCommand(runOnSettings),
    ...backupCommands(runOnSettings),
    moveDatabaseCommand(runOnSettings),
    distributeCommand(runOnSettings),
    upgradePostgresCommand(runOnSettings),
    ...recoveryCommands(run),
  ]) {
    muster.addCommand(command);
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

/** The names of a command without that of the program. */
const pathOf = (command: Command): string =>
  command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();

/** The command and everything below it. */
export const withDescendants = (command: Command): Command[] => [command, ...command.commands.flatMap(withDescendants)];
