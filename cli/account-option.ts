/** How a command names an account: by its name, and by its environment or sandbox only if needed. */

import { type Environment, environments } from '@muster/contract/environments.ts';
import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import { type Account, listAccounts } from '@muster/server/identity/accounts/accounts.ts';
import { type Command, Option } from 'commander';
import type { Installation } from './installation.ts';

export interface AccountOption {
  readonly account: string;
  readonly environment?: Environment;
  readonly sandbox?: string;
}

/** For development commands on an installation with one account; with several, the account must be named. */
export type OptionalAccount = Partial<AccountOption>;

export const withAccountOption = (command: Command): Command =>
  withEnvironment(command.requiredOption('--account <name>', 'the name of the account'));

export const withOptionalAccount = (command: Command): Command =>
  withEnvironment(command.option('--account <name>', 'the name of the account, where there are several'));

/** For commands on all accounts, unless one is named. */
export const withAnyAccount = (command: Command): Command =>
  withEnvironment(command.option('--account <name>', 'only of this account'));

function withEnvironment(command: Command): Command {
  return command
    .addOption(
      new Option('--environment <name>', 'its environment, when several accounts have the name').choices(environments),
    )
    .option('--sandbox <name>', 'which of its sandboxes');
}

export async function accountNamed({ database }: Installation, option: OptionalAccount): Promise<Account> {
  const named = (await listAccounts(database)).filter(
    ({ name, environment, sandbox }) =>
      (option.account === undefined || name.toLowerCase() === option.account.toLowerCase()) &&
      environment === (option.environment ?? environment) &&
      sandbox === (option.sandbox ?? sandbox),
  );
  // Sandboxes are ignored unless one is named explicitly.
  const others = named.filter(({ sandbox }) => sandbox === null);
  const isSandboxMeant = option.environment !== undefined || option.sandbox !== undefined || others.length === 0;
  const found = isSandboxMeant ? named : others;
  const [account] = found;
  if (account !== undefined && found.length === 1) return account;
  const message =
    found.length === 0
      ? 'There is no such account. "muster accounts list" shows those that exist.'
      : option.account === undefined
        ? 'There are several accounts: add --account. "muster accounts list" shows them.'
        : `Several accounts have this name: add ${[...new Set(found.map(hint))].join(' or ')}.`;
  throw new RefusedError({ account: [message] });
}

const hint = ({ environment, sandbox }: Account): string =>
  sandbox === null ? `--environment ${environment}` : `--sandbox ${sandbox}`;
