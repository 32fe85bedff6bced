/** Owns how a command names an account: by its name, and by its environment or sandbox only where that is needed. */
import { type Account, listAccounts } from '@muster/server/accounts/accounts.ts';
import { RefusedError } from '@muster/server/accounts/refusal.ts';
import type { Environment } from '@muster/server/config.ts';
import { type Command, Option } from 'commander';
import type { Installation } from './installation.ts';

export const environments = ['production', 'test', 'demo', 'sandbox'] as const satisfies readonly Environment[];

export interface AccountOption {
  readonly account: string;
  readonly environment?: Environment;
  readonly sandbox?: string;
}

export function withAccountOption(command: Command): Command {
  return command
    .requiredOption('--account <name>', 'the name of the account')
    .addOption(
      new Option('--environment <name>', 'its environment, when several accounts have the name').choices(environments),
    )
    .option('--sandbox <name>', 'which of its sandboxes');
}

export async function accountNamed({ database }: Installation, option: AccountOption): Promise<Account> {
  const found = (await listAccounts(database)).filter(
    ({ name, environment, sandbox }) =>
      name.toLowerCase() === option.account.toLowerCase() &&
      environment === (option.environment ?? environment) &&
      sandbox === (option.sandbox ?? sandbox),
  );
  const [account] = found;
  if (account !== undefined && found.length === 1) return account;
  const message =
    found.length === 0
      ? 'There is no such account. "muster accounts list" shows those that exist.'
      : `Several accounts have this name: add ${[...new Set(found.map(hint))].join(' or ')}.`;
  throw new RefusedError({ account: [message] });
}

const hint = ({ environment, sandbox }: Account): string =>
  sandbox === null ? `--environment ${environment}` : `--sandbox ${sandbox}`;
