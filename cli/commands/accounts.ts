import { type Environment, environments } from '@muster/contract/environments.ts';
import { type Account, listAccounts } from '@muster/server/identity/accounts/accounts.ts';
import type { AddressBook } from '@muster/server/identity/accounts/addresses.ts';
import { openAccount } from '@muster/server/operator/open-account.ts';
import { Command, Option } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import type { Run } from '../outcome.ts';
import { changeSettings } from '../settings.ts';
import { day, table } from '../table.ts';
import { addAccountArchives } from './account-archives.ts';
import { addAccountRemoval } from './account-removal.ts';
import { addAccountSettings } from './account-settings.ts';
import { addLegacySettings } from './legacy.ts';
import { addPeopleSettings } from './people-settings.ts';
import { addWebhookSettings } from './webhook-settings.ts';
import { addWorkingTimeSettings } from './working-time-settings.ts';

export function accountCommands(run: Run, isJson: boolean): Command {
  const accounts = new Command('accounts').description('the accounts of the installation');
  accounts
    .command('create')
    .description('open an account')
    .argument('<name>', '1 to 40 letters and digits, with single hyphens between them')
    .addOption(
      new Option('--environment <name>', 'what it is for; the service names a sandbox itself')
        .choices(environments)
        .default('production'),
    )
    .addHelpText('after', examples('muster accounts create acme', 'muster accounts create acme --environment sandbox'))
    .action((name: string, { environment }: { environment: Environment }) =>
      run(async (installation) => {
        const account = shown(await openAccount(installation, { name, environment }), installation.addresses);
        const next = `muster clients create --account ${name} --name "…" --contact you@example.com --scopes all`;
        return {
          json: account,
          text: `The account ${name} (${environment}) is open at ${account.baseUrl}.\nGive it a client application next: ${next}`,
        };
      }),
    );
  accounts
    .command('list')
    .description('list all accounts')
    .addHelpText('after', examples('muster accounts list', 'muster accounts list --json'))
    .action(() =>
      run(async ({ database, addresses }) => {
        const all = (await listAccounts(database)).map((account) => shown(account, addresses));
        const rows = all.map((account) => [
          account.name,
          account.environment,
          account.sandbox ?? '',
          account.state === 'closed' ? `closed, goes on ${day(account.removalDueAt as Date)}` : account.state,
          account.baseUrl,
          day(account.createdAt),
        ]);
        return {
          json: { accounts: all },
          text:
            all.length === 0
              ? 'There is no account yet. "muster accounts create <name>" opens one.'
              : table(['NAME', 'ENVIRONMENT', 'SANDBOX', 'STATE', 'ADDRESS', 'SINCE'], rows),
        };
      }),
    );
  withAccountOption(accounts.command('limit'))
    .description('set limits of its own for an account')
    .option('--requests-per-minute <count>', 'of each client application; default is that of the installation')
    .option('--event-days <days>', 'how long events are kept; default is that of the installation')
    .addHelpText(
      'after',
      examples(
        'muster accounts limit --account acme --requests-per-minute 5000',
        'muster accounts limit --account acme --event-days default',
      ),
    )
    .action((options: AccountOption & { requestsPerMinute?: string; eventDays?: string }) =>
      run(async (installation) => {
        const limited = await accountNamed(installation, options);
        const limits = { requestsPerMinute: limit(options.requestsPerMinute), eventDays: limit(options.eventDays) };
        const settings = (await changeSettings(installation, limited, limits)) as Pick<Account, keyof typeof limits>;
        const account = {
          ...shown(limited, installation.addresses),
          requestsPerMinute: settings.requestsPerMinute,
          eventDays: settings.eventDays,
        };
        const { name, requestsPerMinute, eventDays } = account;
        const own = (value: number | null) => value ?? 'as the installation';
        return {
          json: account,
          text: `${name}: requests per minute ${own(requestsPerMinute)}, days of events ${own(eventDays)}.`,
        };
      }),
    );
  addAccountArchives(accounts, run, isJson);
  addAccountRemoval(accounts, run);
  addAccountSettings(accounts, run);
  addPeopleSettings(accounts, run);
  addWebhookSettings(accounts, run);
  addLegacySettings(accounts, run);
  addWorkingTimeSettings(accounts, run);
  return accounts;
}

/** A number, or `default` for none. Anything else is refused together with the other limits. */
function limit(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  return text === 'default' ? null : Number(text);
}

function shown(account: Account, addresses: AddressBook) {
  const { id, name, environment, sandbox, state, removalDueAt, requestsPerMinute, eventDays, createdAt } = account;
  const baseUrl = addresses.baseUrlOf(account);
  return { id, name, environment, sandbox, state, removalDueAt, baseUrl, requestsPerMinute, eventDays, createdAt };
}
