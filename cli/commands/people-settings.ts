/** `muster accounts people`: the settings of an account about people. */

import type { Command } from 'commander';
import { type AccountOption, accountNamed, withAccountOption } from '../account-option.ts';
import { examples } from '../examples.ts';
import type { Run } from '../outcome.ts';
import { changeSettings, idIn, referenceTo, type Settings } from '../settings.ts';

interface Options extends AccountOption {
  readonly timezone?: string;
  readonly hireTemplate?: string;
  readonly hireEstablishment?: string;
  readonly hireDepartment?: string;
  readonly refuseDomains?: string;
  readonly highestRank?: string;
}

export function addPeopleSettings(accounts: Command, run: Run): void {
  withAccountOption(accounts.command('people'))
    .description('set what hirings take that do not say otherwise, timezone, refused e-mail domains, highest rank')
    .option('--timezone <name>', 'of establishments without one of their own, as an IANA name')
    .option('--hire-template <id>', 'the employment template of a hiring; "none" for no default')
    .option('--hire-establishment <id>', 'the establishment of a hiring; "none" for no default')
    .option('--hire-department <id>', 'the department of a hiring; "none" for no default')
    .option('--refuse-domains <names>', 'e-mail domains that are refused, separated by commas; "none" for none')
    .option('--highest-rank <rank>', 'of job qualifications; "none" for no bound')
    .addHelpText(
      'after',
      examples(
        'muster accounts people --account acme --timezone Europe/Paris',
        'muster accounts people --account acme --hire-template 4 --hire-establishment 12 --hire-department 45',
      ),
    )
    .action((options: Options) =>
      run(async (installation) => {
        const account = await accountNamed(installation, options);
        const { name } = account;
        const now = peopleIn(await changeSettings(installation, account, settingsIn(options), names));
        const { timezone, template, establishment, department, refusedDomains, highestRank } = now;
        const hiring = `template ${template ?? 'none'}, establishment ${establishment ?? 'none'}, department ${department ?? 'none'}`;
        return {
          json: { account: name, ...now },
          text: `${name}: timezone ${timezone}; hirings take ${hiring}; refused domains: ${refusedDomains.join(', ') || 'none'}; highest rank: ${highestRank ?? 'none'}.`,
        };
      }),
    );
}

const names = {
  timezoneId: 'timezone',
  highestRank: 'highestRank',
  refusedEmailDomains: 'refusedDomains',
  hiringTemplate: 'template',
  hiringBusinessEstablishment: 'establishment',
  hiringDepartment: 'department',
};

function settingsIn(options: Options): Settings {
  const { timezone, refuseDomains, highestRank } = options;
  return {
    timezoneId: timezone,
    hiringTemplate: named(options.hireTemplate),
    hiringBusinessEstablishment: named(options.hireEstablishment),
    hiringDepartment: named(options.hireDepartment),
    ...(highestRank !== undefined && { highestRank: highestRank === 'none' ? null : Number(highestRank) }),
    ...(refuseDomains !== undefined && {
      refusedEmailDomains: refuseDomains === 'none' ? [] : refuseDomains.split(','),
    }),
  };
}

const named = (id: string | undefined) => (id === undefined ? undefined : referenceTo(id === 'none' ? null : id));

/** In the order and by the names that the command has for them. */
const peopleIn = (settings: Settings) => ({
  timezone: settings.timezoneId as string,
  template: idIn(settings.hiringTemplate),
  establishment: idIn(settings.hiringBusinessEstablishment),
  department: idIn(settings.hiringDepartment),
  refusedDomains: settings.refusedEmailDomains as string[],
  highestRank: settings.highestRank as number | null,
});
