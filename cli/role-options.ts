/** The options for the rights of an API key: of `api-keys create` and `api-keys role`. */
import type { FamilyRight, RoleRights } from '@muster/server/identity/accounts/api-key-roles.ts';
import type { Command } from 'commander';
import { listed } from './listed.ts';

export interface RoleOptions {
  /** true and false: given without a list. */
  readonly leaves?: boolean | FamilyRight;
  readonly users?: boolean | FamilyRight;
  readonly establishments?: FamilyRight;
  readonly personalData?: boolean;
  readonly former?: boolean;
  readonly future?: boolean;
}

const right = (text: string): FamilyRight => (text === 'all' || text === 'none' ? text : listed(text));

export const withRoleOptions = (command: Command): Command =>
  command
    .option('--leaves [establishments]', 'may read leaves, of all business establishments or of these ids', right)
    .option('--users [establishments]', 'may read users, of all business establishments or of these ids', right)
    .option('--establishments <ids>', 'the establishments of what may be read, where not said above; or all', right)
    .option('--personal-data', 'sees birth dates and genders')
    .option('--former', 'sees employees who have left')
    .option('--future', 'sees employees who have not begun');

/** For an existing role. */
export const withRoleRefusals = (command: Command): Command =>
  command
    .option('--no-leaves', 'may not read leaves')
    .option('--no-users', 'may not read users')
    .option('--no-personal-data', 'sees no birth dates and genders')
    .option('--no-former', 'sees nobody who has left')
    .option('--no-future', 'sees nobody who has not begun');

/** The changes of a role by the options. */
export function rightsIn(options: RoleOptions, before: RoleRights): Partial<RoleRights> {
  const { leaves, users, establishments, personalData, former, future } = options;
  return {
    ...family('leaves', leaves, establishments, before.leaves),
    ...family('users', users, establishments, before.users),
    ...(personalData !== undefined && { personalData }),
    ...(former !== undefined && { former }),
    ...(future !== undefined && { future }),
  };
}

/** The general list applies to families that have no list of their own. */
function family(
  name: 'leaves' | 'users',
  said: boolean | FamilyRight | undefined,
  establishments: FamilyRight | undefined,
  before: FamilyRight,
): Partial<RoleRights> {
  if (said === false || said === 'none') return { [name]: 'none' };
  if (Array.isArray(said) || said === 'all') return { [name]: said };
  if (said === true) return { [name]: establishments ?? 'all' };
  return establishments === undefined || before === 'none' ? {} : { [name]: establishments };
}

export const shownRight = (family: FamilyRight): string => (typeof family === 'string' ? family : family.join(','));

/** One line for people. */
export function shownRights({ leaves, users, personalData, former, future }: RoleRights): string {
  const seen = [
    ...(personalData ? ['personal data'] : []),
    ...(former ? ['former'] : []),
    ...(future ? ['future'] : []),
  ];
  const families = [
    ...(leaves === 'none' ? [] : [`leaves (${shownRight(leaves)})`]),
    ...(users === 'none' ? [] : [`users (${shownRight(users)})`]),
  ];
  return [...families, ...seen].join(', ') || 'nothing';
}
