import { createOnly, described, instant, oneOf, readOnly, shownOnce, text } from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { timestamps } from '../kit/traits.ts';
import { email } from '../kit/values.ts';
import { roleNames } from '../roles.ts';

export const administratorInvitations = resource({
  area: 'administration',
  type: 'administrator-invitation',
  summary: 'Somebody who was asked to administer the account and has not accepted yet.',
  scopes: ['administrators'],
  expiresBy: 'machine',
  operations: ['list', 'read', 'create', 'remove'],
  fields: {
    email: described(createOnly(email()), 'What the person will sign in with.'),
    role: described(createOnly(oneOf(...roleNames)), 'What the person will be.'),
    invitedBy: described(readOnly(text({ max: 255 })), 'The address of who asked.'),
    expiresAt: described(readOnly(instant()), 'Seven days after the creation, UTC.'),
    ...timestamps,
    link: described(
      shownOnce(text()),
      'Only in the answer to the creation: give it to the person. Anyone who has it can accept, once.',
    ),
  },
  hidden: { tokenDigest: 'bytea', isOperator: 'boolean' },
  filterable: ['id', 'email', 'role'],
  events: [],
  notes: {
    create: 'Refused for who is an administrator already, and for who has an invitation that still holds.',
    remove: 'Withdraws it: the link is worth nothing any more.',
  },
});
