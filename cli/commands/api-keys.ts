import { createApiKey, listApiKeys, revokeApiKey } from '@muster/server/accounts/api-keys.ts';
import { Command } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import type { Run } from '../outcome.ts';
import { day, table } from '../table.ts';
import { examples } from './accounts.ts';

export function apiKeyCommands(run: Run): Command {
  const keys = new Command('api-keys').description('the keys of an account for the legacy API');
  for (const command of [createCommand(run), listCommand(run), revokeCommand(run)]) keys.addCommand(command);
  return keys;
}

interface CreateOptions extends AccountOption {
  readonly name: string;
  readonly contact?: string;
}

function createCommand(run: Run): Command {
  return withAccountOption(new Command('create').description('create a key and show it once'))
    .requiredOption('--name <name>', 'what people call it')
    .option('--contact <email>', 'who answers for it')
    .addHelpText(
      'after',
      examples('muster api-keys create --account acme --name "Time clock" --contact it@example.com'),
    )
    .action((options: CreateOptions) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const declaration = { name: options.name, technicalContact: options.contact ?? null };
        const { id, apiKey } = await createApiKey(installation, account.id, declaration);
        return {
          json: { account: account.name, id, apiKey, ...declaration },
          text: [
            `The API key ${options.name} of ${account.name} was created:`,
            '',
            `  ${apiKey}`,
            '',
            'Store it now: it is not kept here and cannot be shown again.',
          ].join('\n'),
        };
      }),
    );
}

function listCommand(run: Run): Command {
  return withAccountOption(new Command('list').description('list the keys of an account, revoked ones included'))
    .addHelpText('after', examples('muster api-keys list --account acme'))
    .action((options: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const apiKeys = await listApiKeys(installation.database, account.id);
        const rows = apiKeys.map(({ name, technicalContact, createdAt, revokedAt }) => [
          name,
          revokedAt === null ? 'live' : `revoked ${day(revokedAt)}`,
          technicalContact ?? '',
          day(createdAt),
        ]);
        return {
          json: { account: account.name, apiKeys },
          text:
            apiKeys.length === 0
              ? `The account ${account.name} has no API key yet.`
              : table(['NAME', 'STATE', 'CONTACT', 'SINCE'], rows),
        };
      }),
    );
}

function revokeCommand(run: Run): Command {
  return withAccountOption(new Command('revoke').description('refuse a key from now on'))
    .argument('<name>', 'the name of the key')
    .addHelpText('after', examples('muster api-keys revoke "Time clock" --account acme'))
    .action((name: string, options: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const revokedAt = installation.now();
        await revokeApiKey(installation.database, account.id, name, revokedAt);
        return {
          json: { account: account.name, name, revokedAt },
          text: `The API key ${name} of ${account.name} is revoked. The name may be used again.`,
        };
      }),
    );
}
