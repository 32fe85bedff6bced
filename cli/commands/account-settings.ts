/** `muster accounts settings`: all settings of an account, as the administration area shows them. */
import { accountSettings } from '@muster/contract/administration/account-settings.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import type { Run } from '../outcome.ts';
import { changeSettings } from '../settings.ts';
import { table } from '../table.ts';

type Given = Readonly<Record<string, unknown>>;

export function addAccountSettings(accounts: Command, run: Run): void {
  withAccountOption(accounts.command('settings'))
    .description('show everything that an account has set, or set some of it')
    .option('--set <name=value>', 'a setting and its value as JSON; may be repeated', settingIn, {})
    .addHelpText(
      'after',
      examples(
        'muster accounts settings --account acme',
        'muster accounts settings --account acme --set auditDays=400 --set isSecondFactorRequired=true',
        'muster accounts settings --account acme --set eventDays=null',
        `muster accounts settings --account acme --set 'refusedEmailDomains=["example.org"]'`,
      ),
    )
    .action(({ set, ...option }: AccountOption & { set: Given }) =>
      run(async (installation) => {
        const account = await accountNamed(installation, option);
        const { id: _, type: __, url: ___, ...settings } = await changeSettings(installation, account, set);
        const rows = Object.entries(settings).map(([member, value]) => [member, display(value), about(member)]);
        return { json: { account: account.name, ...settings }, text: table(['SETTING', 'VALUE', ''], rows) };
      }),
    );
}

function settingIn(text: string, before: Given): Given {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (!(name in accountSettings.fields)) {
    const known = Object.entries(accountSettings.fields).filter(([, { update }]) => update !== 'absent');
    throw new InvalidArgumentError(`Must be name=value, with one of: ${known.map(([member]) => member).join(', ')}.`);
  }
  return { ...before, [name]: valueIn(value) };
}

/** A text that is not JSON is used as it is: `timezoneId=Europe/Paris` needs no quotes. */
function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function display(value: unknown): string {
  if (value === null) return '-';
  const { id } = value as { id?: string };
  return typeof value === 'object' ? (id ?? JSON.stringify(value)) : String(value);
}

const about = (member: string): string =>
  String(
    (accountSettings.fields as Readonly<Record<string, { read: { description?: unknown } }>>)[member]?.read
      .description ?? '',
  );
