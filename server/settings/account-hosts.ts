// The patterns of host names that contain the account: their format, and the format of the list in
// MUSTER_ACCOUNT_HOSTS.

import { type Environment, environments } from '@muster/contract/environments.ts';

/** `{account}.hr.example.com`, and for sandboxes `{account}-{sandbox}.sandbox.hr.example.com`. */
export interface AccountHostPattern {
  readonly environment: Environment;
  readonly pattern: string;
}

/** undefined: not a valid list. A pattern without an environment is for production. */
export function parseAccountHosts(text: string): readonly AccountHostPattern[] | undefined {
  const patterns = text.split(',').map((entry) => parseEntry(entry.trim()));
  if (!patterns.every((entry) => entry !== undefined)) return undefined;
  const isEachOnce = (values: readonly string[]) => new Set(values).size === values.length;
  // Two environments with the same pattern could not be distinguished by the host name.
  const isUnambiguous =
    isEachOnce(patterns.map(({ environment }) => environment)) && isEachOnce(patterns.map(({ pattern }) => pattern));
  return isUnambiguous ? patterns : undefined;
}

function parseEntry(entry: string): AccountHostPattern | undefined {
  const [, name = 'production', pattern = ''] = /^(?:([^=]*)=)?([^=]*)$/.exec(entry) ?? [];
  const environment = environments.find((known) => known === name.trim());
  const lowered = pattern.trim().toLowerCase();
  if (environment === undefined || !isHostPattern(lowered, environment)) return undefined;
  return { environment, pattern: lowered };
}

function isHostPattern(pattern: string, environment: Environment): boolean {
  const placeholders = (pattern.match(/\{[^}]*\}/g) ?? []).toSorted();
  const wanted = environment === 'sandbox' ? ['{account}', '{sandbox}'] : ['{account}'];
  if (placeholders.join() !== wanted.join()) return false;
  // Names of sandboxes have neither: the host says where the name of the account ends.
  if (environment === 'sandbox' && !/\}[^{]*[.-][^{]*\{/.test(pattern)) return false;
  const [, port] = /:(\d{1,5})$/.exec(pattern) ?? [];
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65535)) return false;
  const label = '[a-z0-9]([a-z0-9-]*[a-z0-9])?';
  return new RegExp(`^${label}(\\.${label})*(:\\d+)?$`).test(pattern.replaceAll(/\{[^}]*\}/g, 'a'));
}
