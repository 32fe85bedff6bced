import { described, flag, instant, nullable, oneOf, readOnly, text, updateOnly } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { timestamps } from '../kit/traits.ts';
import { roleNames } from '../roles.ts';
import { plainName } from './client-applications.ts';
import { roleLimits } from './role-limits.ts';

export const administrators = resource({
  area: 'administration',
  type: 'administrator',
  summary: 'A person who may sign in and administer the account, within their role.',
  scopes: ['administrators'],
  operations: ['list', 'read', 'update', 'remove'],
  fields: {
    email: described(readOnly(text({ min: 3, max: 255 })), 'What the person signs in with.'),
    name: described(updateOnly(nullable(plainName()), null), 'What the person is called.'),
    role: described(
      updateOnly(oneOf(...roleNames), 'owner'),
      '`owner`: everything, and who else may administer; `administrator`: everything but that; `auditor`: reads all but ' +
        'personal records; `hr`: people, careers, leaves and documents; `manager`: their own team; `integrations`: ' +
        'programs that use the API.',
    ),
    ...roleLimits,
    isOperator: described(
      readOnly(flag()),
      'Also runs the installation and its accounts, with a second factor. Set at the command line only.',
    ),
    isDisabled: described(updateOnly(flag(), false), 'Cannot sign in. Disabling ends every session within one second.'),
    hasSecondFactor: described(readOnly(flag()), 'Whether a code or a passkey is asked for next to the password.'),
    lastSignedInAt: described(readOnly(nullable(instant())), 'UTC. No change is refused for it.'),
    ...timestamps,
  },
  unversioned: ['lastSignedInAt'],
  hidden: { passwordHash: 'text', credentialsStamp: 'text', credentialsChangedAt: 'timestamptz' },
  sortable: ['email'],
  filterable: ['id', 'email', 'role', 'employeeRecord.id', 'isDisabled', 'hasSecondFactor'],
  searched: ['email', 'name'],
  searchedBy: 'parts',
  events: [],
  notes: {
    update:
      'A changed role, and disabling, end the sessions of the person. Changed establishments, or another employee, apply ' +
      'within a second. Refused where no owner would be left who can sign in.',
    remove: 'Refused for the last owner who can sign in.',
  },
});
