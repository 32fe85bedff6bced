/** `muster accounts webhooks`: the webhook settings of an account. */
import { changingSettings } from '@muster/server/admin/settings/audited-changes.ts';
import { setWebhookSettings, type WebhookSettings } from '@muster/server/webhooks/administration.ts';
import { type Command, Option } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import type { Run } from '../outcome.ts';
import { refusing } from '../refusing.ts';

interface Options extends AccountOption {
  readonly challenge?: 'on' | 'off';
  readonly waits?: string;
  readonly attemptMs?: string;
  readonly parallel?: string;
  readonly warningDays?: string;
  readonly suspensionDays?: string;
}

const usual = '"default" for the setting of the installation';

export function addWebhookSettings(accounts: Command, run: Run): void {
  withAccountOption(accounts.command('webhooks'))
    .description('set how deliveries to webhook endpoints are tried again, and when an endpoint is given up')
    .addOption(new Option('--challenge <word>', 'whether new addresses must answer an echo').choices(['on', 'off']))
    .option('--waits <seconds>', `before the second attempt, the third and so on, separated by commas; ${usual}`)
    .option('--attempt-ms <ms>', `how long a receiver may take to answer; ${usual}`)
    .option('--parallel <number>', `requests to one endpoint at once; ${usual}`)
    .option('--warning-days <days>', `days without a success after which a warning is recorded; ${usual}`)
    .option('--suspension-days <days>', `days without a success after which an endpoint is suspended; ${usual}`)
    .addHelpText(
      'after',
      examples(
        'muster accounts webhooks --account acme --challenge on',
        'muster accounts webhooks --account acme --waits 10,60,600 --suspension-days 2',
      ),
    )
    .action((options: Options) =>
      run(async (installation) => {
        const { id, name } = await accountNamed(installation, options);
        const now = await refusing(
          changingSettings(installation, id, (tx) => setWebhookSettings(tx, settingsIn(options))),
        );
        const display = (value: readonly number[] | number | null) => (value === null ? 'default' : String(value));
        return {
          json: { account: name, ...now },
          text:
            `${name}: challenge ${now.challenge ? 'on' : 'off'}; waits ${display(now.waitsSeconds)}; attempts of ` +
            `${display(now.attemptMs)} ms, ${display(now.parallelAttempts)} at once; warnings after ` +
            `${display(now.warningDays)} days, suspension after ${display(now.suspensionDays)}.`,
        };
      }),
    );
}

function settingsIn(options: Options): WebhookSettings {
  const { challenge, waits, attemptMs, parallel, warningDays, suspensionDays } = options;
  return {
    ...(challenge !== undefined && { challenge: challenge === 'on' }),
    ...(waits !== undefined && { waitsSeconds: numbersIn(waits) }),
    ...(attemptMs !== undefined && { attemptMs: numberIn(attemptMs) }),
    ...(parallel !== undefined && { parallelAttempts: numberIn(parallel) }),
    ...(warningDays !== undefined && { warningDays: numbersIn(warningDays) }),
    ...(suspensionDays !== undefined && { suspensionDays: numberIn(suspensionDays) }),
  };
}

const numberIn = (text: string): number | null => (text === 'default' ? null : Number(text));
const numbersIn = (text: string): number[] | null => (text === 'default' ? null : text.split(',').map(Number));
