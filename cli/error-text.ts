/** How a failed command reports its error: as sentences for people, as one JSON object for programs. */

import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import { ConfigError } from '@muster/server/settings/config.ts';
import { CommanderError } from 'commander';

export function errorText(error: unknown): string {
  if (error instanceof RefusedError) {
    const lines = Object.entries(error.errors).flatMap(([member, messages]) =>
      messages.map((message) => `- ${member}: ${message}`),
    );
    return ['This was refused:', ...lines].join('\n');
  }
  return messageOf(error);
}

export function errorJson(error: unknown): string {
  const errors =
    error instanceof RefusedError ? error.errors : error instanceof ConfigError ? { settings: error.mistakes } : null;
  const message = error instanceof RefusedError ? 'This was refused.' : messageOf(error);
  return JSON.stringify({ error: { message, ...(errors !== null && { errors }) } });
}

/** A message of commander begins with "error: ", and a lost connection may have a code and no message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof CommanderError) return error.message.replace(/^error: /, '');
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}
