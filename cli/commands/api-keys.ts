import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import { noRight } from '@muster/server/identity/accounts/api-key-roles.ts';
import { type ApiKey, listApiKeys } from '@muster/server/identity/accounts/api-keys.ts';
import { overlapSecondsDefault, overlapSecondsMax } from '@muster/server/identity/accounts/rotating-secrets.ts';
import { Command, Option } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { secondsIn } from '../duration.ts';
import { examples } from '../examples.ts';
import type { Installation } from '../installation.ts';
import { changeApiKey, changeRole, createApiKey, regenerateApiKey, revokeApiKey } from '../legacy-keys.ts';
import type { Run } from '../outcome.ts';
import { type RoleOptions, rightsIn, shownRights, withRoleOptions, withRoleRefusals } from '../role-options.ts';
import { day, table } from '../table.ts';

export function apiKeyCommands(run: Run): Command {
  const keys = new Command('api-keys').description('the keys of an account for the legacy API, and their roles');
  for (const command of [createCommand, listCommand, roleCommand, changeCommand, regenerateCommand, revokeCommand]) {
    keys.addCommand(command(run));
  }
  return keys;
}

const storeNow = 'Store it now: it is not kept here and cannot be shown again.';
const remind = 'No technical contact: "muster api-keys change" sets one.';

interface CreateOptions extends AccountOption, RoleOptions {
  readonly name: string;
  readonly contact?: string;
}

function createCommand(run: Run): Command {
  const command = new Command('create').description('create a key and show it once; its role may read what is said');
  return withRoleOptions(
    withAccountOption(command)
      .requiredOption('--name <name>', 'what people call it, and its role')
      .option('--contact <email>', 'who answers for it'),
  )
    .addHelpText(
      'after',
      examples(
        'muster api-keys create --account acme --name "Time clock" --contact it@example.com --users --former',
        'muster api-keys create --account acme --name Planning --leaves --users --establishments 1,2',
      ),
    )
    .action((options: CreateOptions) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const { name, contact: technicalContact = null } = options;
        const rights = { ...noRight, ...rightsIn(options, noRight) };
        const { id, apiKey } = await createApiKey(installation, account, { name, technicalContact, rights });
        return {
          json: { account: account.name, id, apiKey, name, technicalContact, role: { name, ...rights } },
          text: [
            `The API key ${name} of ${account.name} was created. It may read: ${shownRights(rights)}.`,
            '',
            `  ${apiKey}`,
            '',
            storeNow,
            ...(technicalContact === null ? [remind] : []),
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
        const rows = apiKeys.map(({ name, technicalContact, createdAt, revokedAt, role }) => [
          name,
          revokedAt === null ? 'live' : `revoked ${day(revokedAt)}`,
          technicalContact ?? (revokedAt === null ? 'MISSING' : ''),
          role.name,
          shownRights(role),
          day(createdAt),
        ]);
        const isMissing = apiKeys.some(({ technicalContact, revokedAt }) => technicalContact === null && !revokedAt);
        const shown = table(['NAME', 'STATE', 'CONTACT', 'ROLE', 'MAY READ', 'SINCE'], rows);
        return {
          json: { account: account.name, apiKeys },
          text:
            apiKeys.length === 0
              ? `The account ${account.name} has no API key yet.`
              : [shown, ...(isMissing ? ['', remind] : [])].join('\n'),
        };
      }),
    );
}

interface ChangeRoleOptions extends AccountOption, RoleOptions {
  readonly rename?: string;
}

function roleCommand(run: Run): Command {
  const command = new Command('role')
    .description('show the role of a key, or change what it may read; nothing said stays as it is')
    .argument('<name>', 'the name of the key');
  return withRoleRefusals(withRoleOptions(withAccountOption(command)))
    .option('--rename <name>', 'a new name for the role; the key keeps its own')
    .addHelpText(
      'after',
      examples(
        'muster api-keys role "Time clock" --account acme',
        'muster api-keys role "Time clock" --account acme --leaves --establishments 1,2 --no-former',
      ),
    )
    .action((name: string, options: ChangeRoleOptions) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const { role: before } = await liveKey(installation, account.id, name);
        const change = { ...rightsIn(options, before), ...(options.rename !== undefined && { name: options.rename }) };
        const isChanged = Object.keys(change).length > 0;
        const role = isChanged ? await changeRole(installation, account, name, change) : before;
        return {
          json: { account: account.name, name, role },
          text: `The role ${role.name} of the API key ${name} of ${account.name} may read: ${shownRights(role)}.`,
        };
      }),
    );
}

async function liveKey({ database }: Installation, accountId: string, name: string): Promise<ApiKey> {
  const isNamed = (key: ApiKey) => key.name.trim().toLowerCase() === name.trim().toLowerCase();
  const key = (await listApiKeys(database, accountId)).find((one) => one.revokedAt === null && isNamed(one));
  if (key === undefined) throw new RefusedError({ name: ['The account has no live key of this name.'] });
  return key;
}

function changeCommand(run: Run): Command {
  return withAccountOption(new Command('change').description('change the name or the technical contact of a key'))
    .argument('<name>', 'the name of the key')
    .option('--name <name>', 'a new name; the role keeps its own')
    .option('--contact <email>', 'who answers for it; "none" for nobody')
    .addHelpText('after', examples('muster api-keys change "Time clock" --account acme --contact it@example.com'))
    .action((named: string, options: AccountOption & { name?: string; contact?: string }) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const { name, contact } = options;
        const change = {
          ...(name !== undefined && { name }),
          ...(contact !== undefined && { technicalContact: contact === 'none' ? null : contact }),
        };
        await changeApiKey(installation, account, named, change);
        const key = await liveKey(installation, account.id, name ?? named);
        return {
          json: { account: account.name, ...key },
          text: `The API key ${key.name} of ${account.name}: technical contact ${key.technicalContact ?? 'none'}.`,
        };
      }),
    );
}

function regenerateCommand(run: Run): Command {
  const longest = `${overlapSecondsMax / 86_400}d`;
  return withAccountOption(
    new Command('regenerate').description('make the key again; the old one works for the overlap'),
  )
    .argument('<name>', 'the name of the key')
    .addOption(
      new Option('--overlap <duration>', `how long the old key still works: 30m, 24h, 0, at most ${longest}`)
        .argParser(secondsIn)
        .default(overlapSecondsDefault, '24h'),
    )
    .addHelpText(
      'after',
      examples(
        'muster api-keys regenerate "Time clock" --account acme',
        'muster api-keys regenerate "Time clock" --account acme --overlap 0',
      ),
    )
    .action((name: string, options: AccountOption & { overlap: number }) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const { overlap: overlapSeconds } = options;
        const regeneratedAt = installation.now();
        const { apiKey } = await regenerateApiKey(installation, account, name, { overlapSeconds });
        const oldKeyEndsAt = new Date(regeneratedAt.getTime() + overlapSeconds * 1000);
        const old =
          overlapSeconds === 0
            ? 'The old one is refused from now on.'
            : `The old one works until ${oldKeyEndsAt.toISOString()}.`;
        return {
          json: { account: account.name, name, apiKey, oldKeyEndsAt },
          text: `The new API key ${name} of ${account.name}:\n\n  ${apiKey}\n\n${storeNow}\n${old}`,
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
        await revokeApiKey(installation, account, name);
        return {
          json: { account: account.name, name, revokedAt },
          text: `The API key ${name} of ${account.name} is revoked. The name may be used again.`,
        };
      }),
    );
}
