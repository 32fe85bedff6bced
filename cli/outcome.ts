/** Owns the course of a command: open the installation, do the work, close it, print what came of it. */
import type { Config } from '@muster/server/config.ts';
import { type Installation, migrateInstallation, openInstallation } from './installation.ts';

/** The same result twice: for programs, and for people. */
export interface Outcome {
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Standard output holds the data itself: the result is told next to it. */
  readonly isDataOnStdout?: boolean;
  /** What was asked for has been done in part only. */
  readonly isPartial?: boolean;
}

export type Work = (installation: Installation) => Promise<Outcome>;

/** Runs one command's work and prints its outcome. */
export type Run = (work: Work) => Promise<void>;

/** Migrates the database, as only the command of this name does, and prints what `report` says of it. */
export type RunMigration = (report: (applied: readonly string[]) => Outcome) => Promise<void>;

export function runner(configOf: () => Config, isJson: boolean): Run {
  return async (work) => {
    const installation = await openInstallation(configOf());
    let outcome: Outcome;
    try {
      outcome = await work(installation);
    } finally {
      await installation.close();
    }
    print(outcome, isJson);
  };
}

export function migrationRunner(configOf: () => Config, isJson: boolean): RunMigration {
  return async (report) => print(report(await migrateInstallation(configOf())), isJson);
}

function print({ json, text, isDataOnStdout = false, isPartial = false }: Outcome, isJson: boolean): void {
  const stream = isDataOnStdout ? process.stderr : process.stdout;
  stream.write(`${isJson ? JSON.stringify(json, null, 2) : text}\n`);
  if (isPartial) process.exitCode = 1;
}
