import { randomBytes } from 'node:crypto';
import { type Role, roleNames } from '@muster/contract/roles.ts';
import { Argument, Command, Option } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import {
  type AdministratorChange,
  addAdministrator,
  allowPasswords,
  changeAdministrator,
  deleteAdministrator,
  inviteAdministrator,
  listAdministrators,
  resetPassword,
  signOut,
} from '../administrators.ts';
import { examples } from '../examples.ts';
import type { Run } from '../outcome.ts';
import { limitsIn, type RoleLimitsOption, withRoleLimits } from '../role-limits-option.ts';
import { day, table } from '../table.ts';

export function administratorCommands(run: Run): Command {
  const people = new Command('administrators').description('the people who may sign in and administer an account');
  const commands = [
    createCommand,
    inviteCommand,
    listCommand,
    roleCommand,
    disableCommand,
    enableCommand,
    resetPasswordCommand,
    signOutCommand,
    deleteCommand,
    allowPasswordsCommand,
  ];
  for (const command of commands) people.addCommand(command(run));
  return people;
}

/** Too long to guess, short enough to be read out. */
const newPassword = (): string => randomBytes(15).toString('base64url');

const storeNow = 'Store it now: it is not kept here and cannot be shown again.';

const roleOption = () => new Option('--role <role>', 'what they may do').choices(roleNames).default('owner');
const isOperatorText = 'they also run the installation (every account), with a second factor';

interface NewOptions extends AccountOption, RoleLimitsOption {
  readonly email: string;
  readonly name?: string;
  readonly role: Role;
  readonly operator?: boolean;
}

function createCommand(run: Run): Command {
  const command = new Command('create').description('create an administrator and show their password once');
  return withRoleLimits(withAccountOption(command))
    .requiredOption('--email <email>', 'what they sign in with')
    .option('--name <name>', 'what they are called')
    .addOption(roleOption())
    .option('--operator', isOperatorText)
    .addHelpText(
      'after',
      examples(
        'muster administrators create --account acme --email ada@example.com --name Ada',
        'muster administrators create --account acme --email ops@example.com --operator',
      ),
    )
    .action(({ email, name, role, operator = false, ...option }: NewOptions) =>
      run(async (installation) => {
        const account = await accountNamed(installation, option);
        const password = newPassword();
        const declared = { email, name: name ?? null, role, ...limitsIn(option), isOperator: operator };
        await addAdministrator(installation, account, declared, password);
        const url = `${installation.addresses.baseUrlOf(account)}/console/`;
        return {
          json: { account: account.name, ...declared, password, url },
          text: [
            `${email} may administer ${account.name} as ${role}${operator ? ', and the installation once they have a second factor' : ''}.`,
            '',
            `  Sign in at  ${url}`,
            `  Password    ${password}`,
            '',
            storeNow,
          ].join('\n'),
        };
      }),
    );
}

function inviteCommand(run: Run): Command {
  const command = new Command('invite').description(
    'invite somebody, by mail if there is a mail server; shows the link, which works for 7 days',
  );
  return withRoleLimits(withAccountOption(command))
    .requiredOption('--email <email>', 'what they will sign in with')
    .addOption(roleOption())
    .option('--operator', isOperatorText)
    .addHelpText(
      'after',
      examples(
        'muster administrators invite --account acme --email ada@example.com --role auditor',
        'muster administrators invite --account acme --email sam@example.com --role hr --establishments 1,2',
      ),
    )
    .action(({ email, role, operator = false, ...option }: NewOptions) =>
      run(async (installation) => {
        const account = await accountNamed(installation, option);
        const limits = limitsIn(option);
        const invitation = { email, role, ...limits, isOperator: operator };
        const { link, mail } = await inviteAdministrator(installation, account, invitation);
        const then = mail === null ? 'Forward this link' : 'The invitation is sent by mail. This link works as well';
        return {
          json: { account: account.name, ...invitation, mail, link },
          text: `${email} is invited to ${account.name} as ${role}. ${then}; it works once:\n\n  ${link}\n\n${storeNow}`,
        };
      }),
    );
}

function listCommand(run: Run): Command {
  return withAccountOption(new Command('list').description('list the administrators of an account'))
    .addHelpText('after', examples('muster administrators list --account acme'))
    .action((option: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, option);
        const administrators = await listAdministrators(installation, account);
        const rows = administrators.map((one) => [
          one.email,
          one.name ?? '',
          one.isOperator ? `${one.role}, operator` : one.role,
          one.isDisabled ? 'disabled' : 'enabled',
          one.hasSecondFactor ? 'yes' : 'no',
          one.lastSignedInAt ? day(one.lastSignedInAt) : 'never',
        ]);
        return {
          json: { account: account.name, administrators },
          text:
            rows.length === 0
              ? `The account ${account.name} has no administrator yet: "muster administrators create" makes one.`
              : table(['EMAIL', 'NAME', 'ROLE', 'STATE', 'SECOND FACTOR', 'LAST SIGNED IN'], rows),
        };
      }),
    );
}

const emailArgument = () => new Argument('<email>', 'the address of the administrator');

/** A command that changes one person. */
function personCommand(
  run: Run,
  command: Command,
  example: string,
  change: (options: Record<string, unknown>) => AdministratorChange,
  display: (email: string, account: string) => string,
): Command {
  return withAccountOption(command)
    .addArgument(emailArgument())
    .addHelpText('after', examples(example))
    .action((email: string, options: AccountOption & Record<string, unknown>) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        await changeAdministrator(installation, account, email, change(options));
        return {
          json: { account: account.name, email, ...change(options) },
          text: `${display(email, account.name)} Their sessions end within a second.`,
        };
      }),
    );
}

interface RoleOptions extends RoleLimitsOption {
  readonly role?: Role;
  readonly operator?: boolean;
}

function roleCommand(run: Run): Command {
  const command = withRoleLimits(new Command('role').description('change what an administrator may do'))
    .addOption(new Option('--role <role>', 'what they may do').choices(roleNames))
    .option('--operator', isOperatorText)
    .option('--no-operator', 'they run this account alone');
  const change = ({ role, operator, ...limits }: RoleOptions): AdministratorChange => ({
    ...(role !== undefined && { role }),
    ...((role ?? limits.establishments ?? limits.employee) !== undefined && limitsIn(limits)),
    ...(operator !== undefined && { isOperator: operator }),
  });
  const example = 'muster administrators role ada@example.com --account acme --role auditor';
  return personCommand(
    run,
    command,
    example,
    change,
    (email, account) => `The role of ${email} in ${account} is changed.`,
  );
}

function disableCommand(run: Run): Command {
  return personCommand(
    run,
    new Command('disable').description('keep an administrator from signing in'),
    'muster administrators disable ada@example.com --account acme',
    () => ({ isDisabled: true }),
    (email, account) => `${email} can no longer sign in to ${account}.`,
  );
}

function enableCommand(run: Run): Command {
  return withAccountOption(new Command('enable').description('let an administrator sign in again'))
    .addArgument(emailArgument())
    .addHelpText('after', examples('muster administrators enable ada@example.com --account acme'))
    .action((email: string, option: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, option);
        await changeAdministrator(installation, account, email, { isDisabled: false });
        return {
          json: { account: account.name, email, isDisabled: false },
          text: `${email} can sign in to ${account.name} again.`,
        };
      }),
    );
}

function resetPasswordCommand(run: Run): Command {
  return withAccountOption(new Command('reset-password').description('make a new password and show it once'))
    .addArgument(emailArgument())
    .option('--remove-second-factors', 'also forget the apps and passkeys that they have lost, and unlink the provider')
    .addHelpText('after', examples('muster administrators reset-password ada@example.com --account acme'))
    .action(
      (email: string, { removeSecondFactors = false, ...option }: AccountOption & { removeSecondFactors?: boolean }) =>
        run(async (installation) => {
          const account = await accountNamed(installation, option);
          const password = newPassword();
          await resetPassword(installation, account, email, password, { isWithoutFactors: removeSecondFactors });
          return {
            json: { account: account.name, email, password, removedSecondFactors: removeSecondFactors },
            text: [
              `The new password of ${email} in ${account.name}:`,
              '',
              `  ${password}`,
              '',
              `${storeNow} Their sessions end within a second.`,
              ...(removeSecondFactors ? ['No second factor is asked for any more, unless the account wants one.'] : []),
            ].join('\n'),
          };
        }),
    );
}

function signOutCommand(run: Run): Command {
  return withAccountOption(new Command('sign-out').description('end every session of an administrator'))
    .addArgument(emailArgument())
    .addHelpText('after', examples('muster administrators sign-out ada@example.com --account acme'))
    .action((email: string, option: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, option);
        const ended = await signOut(installation, account, email);
        return {
          json: { account: account.name, email, endedSessions: ended },
          text: `${email} was signed in ${ended === 1 ? 'once' : `${ended} times`} to ${account.name}, and is no longer.`,
        };
      }),
    );
}

function deleteCommand(run: Run): Command {
  return withAccountOption(new Command('delete').description('remove an administrator'))
    .addArgument(emailArgument())
    .addHelpText('after', examples('muster administrators delete ada@example.com --account acme'))
    .action((email: string, option: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, option);
        await deleteAdministrator(installation, account, email);
        return {
          json: { account: account.name, email, isDeleted: true },
          text: `${email} is no administrator of ${account.name} any more.`,
        };
      }),
    );
}

function allowPasswordsCommand(run: Run): Command {
  return withAccountOption(
    new Command('allow-passwords').description('let people sign in with passwords again next to the provider'),
  )
    .addHelpText('after', examples('muster administrators allow-passwords --account acme'))
    .action((option: AccountOption) =>
      run(async (installation) => {
        const account = await accountNamed(installation, option);
        const isChanged = await allowPasswords(installation, account);
        return {
          json: { account: account.name, isChanged },
          text: isChanged
            ? `The provider of ${account.name} is no longer the only way in.`
            : `Nothing to do: ${account.name} accepts passwords.`,
        };
      }),
    );
}
