/** Commands about the installation as a whole. */
import { credentialsPath } from '@muster/demo/credentials-file.ts';
import { createDemo } from '@muster/demo/demo.ts';
import { Command, Option } from 'commander';
import { examples } from '../examples.ts';
import { migrateInstallation } from '../installation.ts';
import type { Run, RunOnSettings } from '../outcome.ts';

export const installationCommands = (run: Run, runOnSettings: RunOnSettings): Command[] => [
  migrateCommand(runOnSettings),
  demoCommand(run),
  startCommand(),
];

function migrateCommand(runOnSettings: RunOnSettings): Command {
  return new Command('migrate')
    .description('bring the database to the version of this code, as the service does when it starts')
    .option('--finish', 'end an upgrade: also remove what only the former release needs; nobody can go back after it')
    .addHelpText(
      'after',
      examples('muster migrate', 'DATABASE_URL=postgres://… muster migrate --json', 'muster migrate --finish'),
    )
    .action(({ finish = false }: { finish?: boolean }) =>
      runOnSettings(async (config) => {
        const applied = await migrateInstallation(config, finish);
        const names = applied.map((name) => `  ${name}`).join('\n');
        return { json: { applied }, text: applied.length === 0 ? 'The database is up to date.' : `Applied:\n${names}` };
      }),
    );
}

function demoCommand(run: Run): Command {
  return new Command('demo')
    .description('create the demo account with its data and write its credentials to the data folder')
    .addHelpText('after', examples('muster demo', 'muster demo --json'))
    .action(() =>
      run(async (installation) => {
        const credentials = await createDemo(installation);
        const path = credentialsPath(installation.dataDir);
        return {
          json: { ...credentials },
          text: `The demo account was created. Its credentials are in ${path}, for your eyes only.`,
        };
      }),
    );
}

function startCommand(): Command {
  return (
    new Command('start')
      .description('start the service, as "npm start" does')
      .addOption(
        new Option('--role <role>', 'what this process does: answer requests, work next to them, or all').choices([
          'all',
          'api',
          'worker',
        ]),
      )
      .addHelpText('after', examples('muster start', 'PORT=8080 muster start', 'muster start --role worker'))
      // The service reads the role from the command line itself, as if it was started without this command.
      .action(async () => {
        await import('@muster/server/main.ts');
      })
  );
}
