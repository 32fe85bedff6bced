/** The options for which people an administrator sees, where the role has a limit. */
import type { Command } from 'commander';
import { type EstablishmentsOption, establishmentsIn } from './establishments-option.ts';
import { listed } from './listed.ts';

export interface RoleLimitsOption {
  readonly establishments?: EstablishmentsOption;
  readonly employee?: string;
}

export const withRoleLimits = (command: Command): Command =>
  command
    .option(
      '--establishments <list>',
      'for hr: ids of the business establishments whose people they see, or all',
      (text): EstablishmentsOption => (text === 'all' ? text : listed(text)),
    )
    .option('--employee <id>', 'for a manager: the id of their own employee record, whose team they see');

/** As the API has them: both are named, so that nothing is left of a former role. */
export const limitsIn = ({ establishments = 'all', employee }: RoleLimitsOption) => ({
  businessEstablishments: establishmentsIn(establishments)?.map((id) => ({ id })) ?? null,
  employeeRecord: employee === undefined ? null : { id: employee },
});
