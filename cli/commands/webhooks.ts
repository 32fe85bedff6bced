import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { endpointsOf } from '@muster/server/webhooks/endpoint-standings.ts';
import { Command } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import { operate } from '../operate.ts';
import type { Run } from '../outcome.ts';
import { day, table } from '../table.ts';

export function webhookCommands(run: Run): Command {
  const webhooks = new Command('webhooks').description('the webhook endpoints of an account, and how they are doing');
  const status = [
    statusCommand(run, 'activate', 'active', 'call an endpoint again that was suspended or switched off'),
    statusCommand(run, 'deactivate', 'inactive', 'keep an endpoint from being called'),
  ];
  for (const command of [listCommand(run), ...status]) webhooks.addCommand(command);
  return webhooks;
}

function listCommand(run: Run): Command {
  return withAccountOption(new Command('list').description('list the endpoints of an account'))
    .addHelpText('after', examples('muster webhooks list --account acme', 'muster webhooks list --account acme --json'))
    .action((option: AccountOption) =>
      run(async (installation) => {
        const { id, name } = await accountNamed(installation, option);
        const endpoints = await endpointsOf(installation.database.session(id));
        const rows = endpoints.map((endpoint) => [
          endpoint.id,
          endpoint.name,
          endpoint.suspensionReason ? `${endpoint.status} (${endpoint.suspensionReason})` : endpoint.status,
          endpoint.failingSince ? day(endpoint.failingSince) : '',
          String(endpoint.waiting),
          endpoint.clientApplication ?? '',
          endpoint.webhookUrl,
        ]);
        return {
          json: { account: name, endpoints },
          text:
            endpoints.length === 0
              ? `The account ${name} has no webhook endpoint.`
              : table(['ID', 'NAME', 'STATUS', 'FAILING SINCE', 'WAITING', 'APPLICATION', 'ADDRESS'], rows),
        };
      }),
    );
}

function statusCommand(run: Run, verb: string, status: 'active' | 'inactive', about: string): Command {
  return withAccountOption(new Command(verb).description(about))
    .argument('<id>', 'of the endpoint')
    .addHelpText('after', examples(`muster webhooks ${verb} 12 --account acme`))
    .action((id: string, option: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, option);
        await operate(installation, account, ({ update }) => update(webhookEndpoints, id, { status }));
        return { json: { id, status }, text: `The endpoint ${id} of ${account.name} is ${status}.` };
      }),
    );
}
