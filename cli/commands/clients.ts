import { scopes as everyScope } from '@muster/contract/scopes.ts';
import { overlapSecondsDefault, overlapSecondsMax } from '@muster/server/identity/accounts/rotating-secrets.ts';
import { Command, Option } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { createClient, type ListedClient, listClients, revokeClient, rotateSecret } from '../client-applications.ts';
import { secondsIn } from '../duration.ts';
import { type EstablishmentsOption, establishmentsIn, withEstablishmentsOption } from '../establishments-option.ts';
import { examples } from '../examples.ts';
import { listed } from '../listed.ts';
import type { Run } from '../outcome.ts';
import { day, table } from '../table.ts';
import { changeCommand, endOldSecretCommand, restoreCommand } from './client-changes.ts';

export function clientCommands(run: Run): Command {
  const clients = new Command('clients').description('the client applications of an account');
  const commands = [
    createCommand,
    listCommand,
    changeCommand,
    rotateCommand,
    endOldSecretCommand,
    revokeCommand,
    restoreCommand,
  ];
  for (const command of commands) clients.addCommand(command(run));
  return clients;
}

interface CreateOptions extends AccountOption {
  readonly name: string;
  readonly contact: string;
  readonly scopes: readonly string[];
  readonly establishments?: EstablishmentsOption;
}

function createCommand(run: Run): Command {
  const command = new Command('create').description('declare a client application and show its secret once');
  return withEstablishmentsOption(withAccountOption(command))
    .requiredOption('--name <name>', 'what people call it')
    .requiredOption('--contact <email>', 'who answers for it')
    .requiredOption('--scopes <list>', 'scopes separated by commas, or all', (text) =>
      text === 'all' ? everyScope : listed(text),
    )
    .addHelpText(
      'after',
      examples(
        'muster clients create --account acme --name Payroll --contact payroll@example.com --scopes all',
        'muster clients create --account acme --name Badges --contact it@example.com \\',
        '    --scopes employees.readonly,events.readonly --establishments 1,2',
      ),
    )
    .action((options: CreateOptions) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const { name, contact: technicalContact, scopes, establishments = 'all' } = options;
        const declaration = { name, technicalContact, scopes, establishments: establishmentsIn(establishments) };
        const { clientId, clientSecret } = await createClient(installation, account, declaration);
        const addresses = {
          baseUrl: installation.addresses.baseUrlOf(account),
          authUrl: installation.addresses.authUrl,
        };
        return {
          json: { account: account.name, clientId, clientSecret, ...declaration, ...addresses },
          text: [
            `The client application ${name} of ${account.name} was declared.`,
            '',
            `  Client id      ${clientId}`,
            `  Client secret  ${clientSecret}`,
            `  Tokens         ${addresses.authUrl}/connect/token`,
            '',
            storeNow,
          ].join('\n'),
        };
      }),
    );
}

const storeNow = 'Store the secret now: it is not kept here and cannot be shown again.';

function listCommand(run: Run): Command {
  return withAccountOption(new Command('list').description('list the client applications of an account'))
    .addHelpText('after', examples('muster clients list --account acme'))
    .action((options: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const clients = await listClients(installation, account);
        return {
          json: { account: account.name, clients: clients.map(({ id: _, ...shown }) => shown) },
          text:
            clients.length === 0
              ? `The account ${account.name} has no client application yet.`
              : table(['NAME', 'CLIENT ID', 'STATE', 'SCOPES', 'ESTABLISHMENTS', 'CONTACT', 'SINCE'], clients.map(row)),
        };
      }),
    );
}

const row = (client: ListedClient): string[] => [
  client.name,
  client.clientId,
  client.isDisabled ? 'revoked' : 'live',
  client.scopes.length === everyScope.length ? 'all' : client.scopes.join(','),
  client.establishments?.join(',') ?? 'all',
  client.technicalContact,
  day(client.createdAt),
];

const longest = `${overlapSecondsMax / 86_400}d`;

function rotateCommand(run: Run): Command {
  return new Command('rotate-secret')
    .description('make a new secret; the old one stays valid for the overlap')
    .argument('<clientId>')
    .addOption(
      new Option('--overlap <duration>', `how long the old secret still works: 30m, 24h, 0, at most ${longest}`)
        .argParser(secondsIn)
        .default(overlapSecondsDefault, '24h'),
    )
    .addHelpText(
      'after',
      examples('muster clients rotate-secret app-0123', 'muster clients rotate-secret app-0123 --overlap 0'),
    )
    .action((clientId: string, { overlap: overlapSeconds }: { overlap: number }) =>
      run(async (installation) => {
        const rotatedAt = installation.now();
        const { clientSecret } = await rotateSecret(installation, clientId, { overlapSeconds });
        const oldSecretEndsAt = new Date(rotatedAt.getTime() + overlapSeconds * 1000);
        const old =
          overlapSeconds === 0
            ? 'The old one is refused from now on.'
            : `The old one works until ${oldSecretEndsAt.toISOString()}.`;
        return {
          json: { clientId, clientSecret, oldSecretEndsAt },
          text: `The new secret of ${clientId}:\n\n  ${clientSecret}\n\n${storeNow}\n${old}`,
        };
      }),
    );
}

function revokeCommand(run: Run): Command {
  return new Command('revoke')
    .description('refuse a client application and its tokens from now on')
    .argument('<clientId>')
    .addHelpText('after', examples('muster clients revoke app-0123'))
    .action((clientId: string) =>
      run(async (installation) => {
        await revokeClient(installation, clientId);
        return {
          json: { clientId, isDisabled: true },
          text: `${clientId} is revoked: its tokens are refused within a second.`,
        };
      }),
    );
}
