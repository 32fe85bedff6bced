/** `muster legacy` and `muster accounts legacy`: the end of the legacy API, and who still calls it. */

import { RefusedError } from '@muster/server/identity/accounts/account-errors.ts';
import { type LegacyUse, legacyUse } from '@muster/server/legacy/usage.ts';
import { Command } from 'commander';
import {
  type AccountOption,
  accountNamed,
  type OptionalAccount,
  withAccountOption,
  withAnyAccount,
} from '../account-option.ts';
import { examples } from '../examples.ts';
import type { Run } from '../outcome.ts';
import { changeSettings } from '../settings.ts';
import { table } from '../table.ts';

export function legacyCommands(run: Run): Command {
  const legacy = new Command('legacy').description('the legacy API: who still calls it');
  withAnyAccount(legacy.command('usage'))
    .description('show which key still calls which path, since when, when last and how often; what ends comes first')
    .addHelpText('after', examples('muster legacy usage', 'muster legacy usage --account acme'))
    .action((options: OptionalAccount) =>
      run(async (installation) => {
        const isNarrowed = Object.values(options).some((value) => value !== undefined);
        const account = isNarrowed ? await accountNamed(installation, options) : null;
        const usage = await legacyUse(installation.database, account?.id ?? null);
        return {
          json: { usage },
          text:
            usage.length === 0
              ? 'No API key has called the legacy API yet.'
              : table(['ACCOUNT', 'KEY', 'PATH', 'ENDS', 'REQUESTS', 'FIRST', 'LAST', 'CONTACT'], usage.map(row)),
        };
      }),
    );
  return legacy;
}

const row = (use: LegacyUse): string[] => [
  use.environment === 'production' ? use.account : `${use.account} (${use.environment})`,
  use.revokedAt === null ? use.apiKey : `${use.apiKey} (revoked)`,
  use.path,
  use.endsAt === null ? '' : minute(use.endsAt),
  String(use.requests),
  minute(use.firstAt),
  minute(use.lastAt),
  use.technicalContact ?? 'MISSING',
];

const minute = (moment: Date): string => moment.toISOString().slice(0, 16).replace('T', ' ');

export function addLegacySettings(accounts: Command, run: Run): void {
  withAccountOption(accounts.command('legacy'))
    .description('show or move the end of the second generation of the legacy API')
    .option('--v2-until <date>', 'the last day, or the last second; "default" for what was announced to everybody')
    .addHelpText(
      'after',
      examples(
        'muster accounts legacy --account acme',
        'muster accounts legacy --account acme --v2-until 2026-12-31',
        'muster accounts legacy --account acme --v2-until default',
      ),
    )
    .action((options: AccountOption & { v2Until?: string }) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const { name } = account;
        const settings = await changeSettings(installation, account, { legacyV2Until: endIn(options.v2Until) });
        const v2Until = new Date(settings.legacyV2EndsAt as string);
        const isMoved = settings.legacyV2Until !== null;
        const state = v2Until < installation.now() ? 'was served until' : 'is served until';
        return {
          json: { account: name, v2Until, isMoved },
          text: `${name}: v2 of the legacy API ${state} ${v2Until.toISOString()}${isMoved ? '' : ', as announced'}.`,
        };
      }),
    );
}

/** A day lasts until its end. */
function endIn(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'default') return null;
  const [, day = '', time = 'T23:59:59Z'] = form.exec(text) ?? [];
  const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false;
  const end = new Date(isDay ? day + time : Number.NaN);
  if (!Number.isNaN(end.getTime())) return end.toISOString();
  throw new RefusedError({
    v2Until: ['Must be a day such as 2026-12-31, a date-time such as 2026-12-31T23:59:59Z, or default.'],
  });
}

const form = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/;
