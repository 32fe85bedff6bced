/** The course of a command: open the installation, do the work, close it, print the result. */
import type { Config } from '@muster/server/settings/config.ts';
import { type Installation, openInstallation } from './installation.ts';

/** The same result twice: for programs and for people. */
export interface Outcome {
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Standard output contains the data itself: the result goes to standard error. */
  readonly isDataOnStdout?: boolean;
  /** Only a part of the work succeeded. */
  readonly isPartial?: boolean;
}

export type Work = (installation: Installation) => Promise<Outcome>;

/** Runs one command's work and prints its outcome. */
export type Run = (work: Work) => Promise<void>;

/** Runs work that takes the settings alone, because it must not need an installation in order, and prints its outcome. */
export type RunOnSettings = (work: (config: Config) => Promise<Outcome>) => Promise<void>;

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

export function settingsRunner(configOf: () => Config, isJson: boolean): RunOnSettings {
  return async (work) => print(await work(configOf()), isJson);
}

function print({ json, text, isDataOnStdout = false, isPartial = false }: Outcome, isJson: boolean): void {
  const stream = isDataOnStdout ? process.stderr : process.stdout;
  stream.write(`${isJson ? JSON.stringify(json, null, 2) : text}\n`);
  if (isPartial) process.exitCode = 1;
}
