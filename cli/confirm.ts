/**
 * Commands that cannot be undone, or not for long, ask a person first; `--yes` is the answer in advance. A script, which nobody could
 * answer for, is not asked: it was written on purpose, and scripts of operators go on working.
 */
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';

const irreversible = 'This cannot be undone.';

/** What is lost is lost, or at once refused to somebody who uses it. By the path of the command. */
export const warnings: Readonly<Record<string, string>> = {
  'accounts delete': 'Its callers are refused at once. "muster accounts keep" undoes it until the grace time ends.',
  'administrators delete': irreversible,
  'api-keys revoke': irreversible,
  'calendars remove': irreversible,
  'clients end-old-secret': irreversible,
  'clients revoke': irreversible,
  erase: 'Where the account needs no approval, this cannot be undone.',
  'files adopt': irreversible,
  'keys withdraw-signing-key': irreversible,
  migrate: 'Afterwards nobody can go back to the former release.',
  'sandboxes delete': irreversible,
};

/** Options with which a command loses nothing. */
const isHarmless: Readonly<Record<string, (options: Readonly<Record<string, unknown>>) => boolean>> = {
  erase: ({ dryRun }) => dryRun === true,
  migrate: ({ finish }) => finish !== true,
};

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** `path`: the names of the command without `muster`. */
export function askBefore(command: Command, path: string, terminal: () => Terminal): void {
  const warning = warnings[path];
  if (warning === undefined) return;
  command.option('--yes', 'do it without asking').hook('preAction', async (_, called) => {
    if (called.opts().yes || isHarmless[path]?.(called.opts())) return;
    const line = ['muster', path, ...called.args].join(' ');
    const question = `${line}: ${called.description()}. ${warning}`;
    if (!(await isConfirmed(terminal(), question))) throw new Error('Nothing was done.');
  });
}

export async function isConfirmed({ input, output }: Terminal, question: string): Promise<boolean> {
  if (!input.isTTY) return true;
  const lines = createInterface({ input, output });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} Go on? [yes/no] `)).trim());
  } finally {
    lines.close();
  }
}
