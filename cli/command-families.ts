/**
 * The commands of `muster` by the names of those that one file makes. A file is loaded when one of its commands is called,
 * or all are wanted: most of the time of a short command is that of loading it.
 */
import type { Command } from 'commander';
import type { Run, RunOnSettings } from './outcome.ts';

/** How the commands run their work. */
export interface Runners {
  readonly run: Run;
  readonly runOnSettings: RunOnSettings;
  readonly isJson: boolean;
}

interface Family {
  readonly names: readonly string[];
  readonly load: (runners: Runners) => Promise<Command | readonly Command[]>;
}

/** In the order of the help. */
export const families: readonly Family[] = [
  {
    names: ['accounts'],
    load: async ({ run, isJson }) => (await import('./commands/accounts.ts')).accountCommands(run, isJson),
  },
  {
    names: ['sandboxes'],
    load: async ({ run, isJson }) => (await import('./commands/sandboxes.ts')).sandboxCommands(run, isJson),
  },
  {
    names: ['administrators'],
    load: async ({ run }) => (await import('./commands/administrators.ts')).administratorCommands(run),
  },
  { names: ['clients'], load: async ({ run }) => (await import('./commands/clients.ts')).clientCommands(run) },
  { names: ['api-keys'], load: async ({ run }) => (await import('./commands/api-keys.ts')).apiKeyCommands(run) },
  { names: ['legacy'], load: async ({ run }) => (await import('./commands/legacy.ts')).legacyCommands(run) },
  { names: ['webhooks'], load: async ({ run }) => (await import('./commands/webhooks.ts')).webhookCommands(run) },
  { names: ['audit'], load: async ({ run }) => (await import('./commands/audit.ts')).auditCommand(run) },
  { names: ['history'], load: async ({ run }) => (await import('./commands/history.ts')).historyCommand(run) },
  {
    names: ['subject-export'],
    load: async ({ run }) => (await import('./commands/subject-export.ts')).subjectExportCommand(run),
  },
  { names: ['erase'], load: async ({ run }) => (await import('./commands/erase.ts')).eraseCommand(run) },
  { names: ['calendars'], load: async ({ run }) => (await import('./commands/calendars.ts')).calendarCommands(run) },
  {
    names: ['working-time-arrangements'],
    load: async ({ run }) => (await import('./commands/working-time-arrangements.ts')).arrangementCommands(run),
  },
  { names: ['files'], load: async ({ run }) => (await import('./commands/files.ts')).filesCommands(run) },
  {
    names: ['keys'],
    load: async ({ run, runOnSettings, isJson }) =>
      (await import('./commands/keys.ts')).keysCommands(run, runOnSettings, isJson),
  },
  { names: ['import'], load: async ({ run }) => (await import('./commands/import.ts')).importCommands(run) },
  { names: ['export'], load: async ({ run }) => (await import('./commands/export.ts')).exportCommand(run) },
  { names: ['listen'], load: async ({ run }) => (await import('./commands/listen.ts')).listenCommand(run) },
  { names: ['trigger'], load: async ({ run }) => (await import('./commands/trigger.ts')).triggerCommand(run) },
  {
    names: ['migrate', 'demo', 'start'],
    load: async ({ run, runOnSettings }) =>
      (await import('./commands/installation.ts')).installationCommands(run, runOnSettings),
  },
  {
    names: ['doctor'],
    load: async ({ runOnSettings }) => (await import('./commands/doctor.ts')).doctorCommand(runOnSettings),
  },
  {
    names: ['backup', 'restore'],
    load: async ({ runOnSettings }) => (await import('./commands/backup.ts')).backupCommands(runOnSettings),
  },
  {
    names: ['move-database'],
    load: async ({ runOnSettings }) => (await import('./commands/move-database.ts')).moveDatabaseCommand(runOnSettings),
  },
  {
    names: ['distribute'],
    load: async ({ runOnSettings }) => (await import('./commands/distribute.ts')).distributeCommand(runOnSettings),
  },
  {
    names: ['upgrade-postgres'],
    load: async ({ runOnSettings }) =>
      (await import('./commands/upgrade-postgres.ts')).upgradePostgresCommand(runOnSettings),
  },
  {
    names: ['restore-finished', 'clock-confirmed'],
    load: async ({ run }) => (await import('./commands/recovery.ts')).recoveryCommands(run),
  },
];

/** Those that arguments need: one if they begin with a command, else all, for help and suggestions. */
export function familiesFor(args: readonly string[]): readonly Family[] {
  const first = args.find((word) => word !== '--json');
  const called = families.filter(({ names }) => first !== undefined && names.includes(first));
  return called.length > 0 ? called : families;
}
