/** `muster accounts webhooks`: the webhook settings of an account. */
import { type Command, Option } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import type { Run } from '../outcome.ts';
import { changeSettings, type Settings } from '../settings.ts';

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
        const account = await accountNamed(installation, options);
        const { name } = account;
        const now = webhooksIn(await changeSettings(installation, account, settingsIn(options), names));
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

const names = {
  webhookChallenge: 'challenge',
  webhookWaitsSeconds: 'waitsSeconds',
  webhookAttemptMs: 'attemptMs',
  webhookParallelAttempts: 'parallelAttempts',
  webhookWarningDays: 'warningDays',
  webhookSuspensionDays: 'suspensionDays',
};

function settingsIn(options: Options): Settings {
  const { challenge, waits, attemptMs, parallel, warningDays, suspensionDays } = options;
  return {
    ...(challenge !== undefined && { webhookChallenge: challenge === 'on' }),
    ...(waits !== undefined && { webhookWaitsSeconds: numbersIn(waits) }),
    ...(attemptMs !== undefined && { webhookAttemptMs: numberIn(attemptMs) }),
    ...(parallel !== undefined && { webhookParallelAttempts: numberIn(parallel) }),
    ...(warningDays !== undefined && { webhookWarningDays: numbersIn(warningDays) }),
    ...(suspensionDays !== undefined && { webhookSuspensionDays: numberIn(suspensionDays) }),
  };
}

/** In the order and by the names that the command has for them. */
const webhooksIn = (settings: Settings) => ({
  challenge: settings.webhookChallenge as boolean,
  waitsSeconds: settings.webhookWaitsSeconds as number[] | null,
  attemptMs: settings.webhookAttemptMs as number | null,
  parallelAttempts: settings.webhookParallelAttempts as number | null,
  warningDays: settings.webhookWarningDays as number[] | null,
  suspensionDays: settings.webhookSuspensionDays as number | null,
});

const numberIn = (text: string): number | null => (text === 'default' ? null : Number(text));
const numbersIn = (text: string): number[] | null => (text === 'default' ? null : text.split(',').map(Number));
