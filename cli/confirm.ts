/**
 * Commands that cannot be undone ask a person first; `--yes` is the answer in advance. A script, which nobody could
 * answer for, is not asked: it was written on purpose, and scripts of operators go on working.
 */
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';

/** What is lost is lost, or at once refused to somebody who uses it. */
const irreversible = new Set([
  'administrators delete',
  'api-keys revoke',
  'calendars remove',
  'clients revoke',
  'files adopt',
  'keys withdraw-signing-key',
  'sandboxes delete',
]);

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** `path`: the names of the command without `muster`. */
export function askBefore(command: Command, path: string, terminal: () => Terminal): void {
  if (!irreversible.has(path)) return;
  command.option('--yes', 'do it without asking').hook('preAction', async (_, called) => {
    if (called.opts().yes) return;
    const line = ['muster', path, ...called.args].join(' ');
    const question = `${line}: ${called.description()}. This cannot be undone.`;
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
