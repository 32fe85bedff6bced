/** The command line of the service. */
import { parseArgs } from 'node:util';
import { ConfigError } from '../settings/config.ts';

export const usage = `Usage: node server/main.ts [--role all|api|worker]

Runs Muster until it is stopped. --role says what this process does: answer requests, work next to them, or all.
The other settings come from the environment; the README lists them.
`;

/** `--role worker` has the same effect as the setting. */
export function startArguments(): { readonly help: boolean; readonly MUSTER_ROLE?: string } {
  try {
    // `muster start` comes with its own name.
    const { values } = parseArgs({
      options: { role: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
      allowPositionals: true,
    });
    return { help: values.help, ...(values.role !== undefined && { MUSTER_ROLE: values.role }) };
  } catch (error) {
    // The first sentence names the option; the rest is advice for arguments that the service does not have.
    throw new ConfigError([`${String((error as Error).message).split('. ')[0]}. Try --help.`]);
  }
}
