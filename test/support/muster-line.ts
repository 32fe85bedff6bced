/** The `muster` command without a process of its own, which would take ten times as long. */
import { vi } from 'vitest';
import { migrationRunner, runner } from '../../cli/outcome.ts';
import { program } from '../../cli/program.ts';
import { readConfig } from '../../server/config.ts';

/** Runs a line such as `muster accounts list`; returns what it prints, and throws when the command fails. */
export async function runMusterLine(line: string, env: Record<string, string>): Promise<string> {
  const args = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, three]) => one ?? two ?? three ?? '');
  let printed = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const configOf = () => readConfig(env);
  const isJson = args.includes('--json');
  try {
    const tree = program(runner(configOf, isJson), migrationRunner(configOf, isJson), isJson);
    await tree.parseAsync(args.slice(1), { from: 'user' });
    return printed;
  } catch (error) {
    // Help is printed, and then thrown as a way to end.
    if ((error as { code?: string }).code === 'commander.helpDisplayed') return printed;
    throw error;
  } finally {
    write.mockRestore();
  }
}
