/** One command from its arguments to its exit status. */
import { readConfig } from '@muster/server/settings/config.ts';
import { withRunningService } from '@muster/server/start/run-file.ts';
import { interrupted } from '@muster/server/stop-signal.ts';
import { CommanderError } from 'commander';
import { errorJson, errorText } from './error-text.ts';
import { runner, settingsRunner } from './outcome.ts';
import { program } from './program.ts';

/** Prints on the streams of this process and sets its exit status. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const isJson = args.includes('--json');
  const configOf = () => readConfig(withRunningService(env));
  try {
    const runners = { run: runner(configOf, isJson), runOnSettings: settingsRunner(configOf, isJson), isJson };
    const tree = await program(runners, args);
    await tree.parseAsync(args, { from: 'user' });
  } catch (error) {
    // It failed because its database was stopped, and the process ends now.
    if (interrupted.aborted) return;
    // Help and version end this way too, with status 0.
    const isUsage = error instanceof CommanderError;
    if (isJson && !(isUsage && error.exitCode === 0)) process.stderr.write(`${errorJson(error)}\n`);
    else if (!isUsage) process.stderr.write(`${errorText(error)}\n`);
    process.exitCode = isUsage ? error.exitCode : 1;
  }
}
