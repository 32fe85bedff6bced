import {
  createOnly,
  described,
  instant,
  nullable,
  oneOf,
  readOnly,
  shownOnce,
  text,
  updateOnly,
} from '../kit/field.ts';
import { resource } from '../kit/resource.ts';
import { timestamps } from '../kit/traits.ts';
import { email } from '../kit/values.ts';
import { roleNames } from '../roles.ts';
import { roleLimits } from './role-limits.ts';

/** The languages of the console. */
export const mailLanguages = ['en', 'de', 'es', 'fr', 'it', 'nl'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

export const administratorInvitations = resource({
  area: 'administration',
  type: 'administrator-invitation',
  summary: 'Somebody who was asked to administer the account and has not accepted yet.',
  scopes: ['administrators'],
  expiresBy: 'machine',
  operations: ['list', 'read', 'create', 'update', 'remove'],
  fields: {
    email: described(createOnly(email()), 'What the person will sign in with.'),
    role: described(createOnly(oneOf(...roleNames)), 'What the person will be.'),
    businessEstablishments: createOnly(roleLimits.businessEstablishments),
    employeeRecord: createOnly(roleLimits.employeeRecord),
    invitedBy: described(readOnly(text({ max: 255 })), 'The address of who asked.'),
    language: described(
      nullable(oneOf(...mailLanguages)),
      'The language of the mail; null: that of the account, otherwise English.',
    ),
    mail: described(
      updateOnly(nullable(oneOf('waiting', 'sent', 'failed')), null),
      '`waiting`: on its way to the mail server, also after failed attempts; `sent`: the server has accepted it; ' +
        '`failed`: the server refuses the address. Null: the installation sends no mails, or did not at the time.',
    ),
    expiresAt: described(readOnly(instant()), 'Seven days after the creation, UTC.'),
    ...timestamps,
    link: described(
      shownOnce(text()),
      'Only in the answer to the creation: give it to the person. Anyone who has it can accept, once.',
    ),
  },
  hidden: {
    tokenDigest: 'bytea',
    isOperator: 'boolean',
    mailSealedToken: 'text',
    mailAttempts: 'bigint',
    mailDueAt: 'timestamptz',
  },
  filterable: ['id', 'email', 'role'],
  events: [],
  notes: {
    create: 'Refused for who is an administrator already, and for who has an invitation that still holds.',
    update:
      '`mail` can only change to `waiting`: sends it again, in the `language`, with another link. The former link ends.',
    remove: 'Withdraws it: the link is worth nothing any more.',
  },
});
